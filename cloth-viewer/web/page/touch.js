// Fingers as a mouse: one pulls, two turn the view and zoom.
"use strict";

// What is less is a tap, CSS pixels.
const CLOTH_TAP = 6;
// What a notch of the wheel does to the distance, in the viewer.
const CLOTH_NOTCH = 0.9;

function clothTouch(tell) {
  const fingers = new Map();
  // The press of one finger is told when it has moved, or is over: before, it may become one of two.
  let pressed = false;
  let two = false;

  const middle = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  return {
    down(id, x, y) {
      fingers.set(id, { x, y, from: [x, y] });
      if (fingers.size < 2) return;
      two = true;
      if (pressed) tell({ buttons: 0 });
      pressed = false;
    },
    move(id, x, y) {
      const finger = fingers.get(id);
      if (!finger) return;
      const before = fingers.size === 2 ? middle() : null;
      [finger.x, finger.y] = [x, y];
      if (before) {
        const now = middle();
        const wheel = Math.log(before.apart / Math.max(now.apart, 1)) / Math.log(CLOTH_NOTCH);
        tell({ turn: [now.x - before.x, now.y - before.y], wheel, buttons: 0, cursor: null });
      } else if (!two) {
        const [x0, y0] = finger.from;
        if (!pressed && Math.hypot(x - x0, y - y0) > CLOTH_TAP) {
          pressed = true;
          tell({ cursor: [x0, y0], buttons: 1 });
        }
        if (pressed) tell({ cursor: [x, y], buttons: 1 });
      }
    },
    up(id, isOver) {
      const finger = fingers.get(id);
      if (!finger) return;
      fingers.delete(id);
      if (!two && !pressed && !isOver) tell({ cursor: finger.from, buttons: 1 });
      if (!two) tell({ cursor: [finger.x, finger.y], buttons: 0 });
      // There is nothing over the cloth any more.
      tell({ cursor: null, buttons: 0 });
      pressed = false;
      two = two && fingers.size > 0;
    },
  };
}
