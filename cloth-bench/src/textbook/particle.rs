//! A particle, its motion and its contact with a ball.

/// A particle, with all that belongs to it side by side.
#[derive(Clone, Copy, Debug)]
pub struct Particle {
    /// m.
    pub(super) position: [f32; 3],
    /// Where it was a step before, m.
    pub(super) previous: [f32; 3],
    /// What the springs have added up to in this step, m/s².
    pub(super) acceleration: [f32; 3],
    /// Share of a correction: 1, or 0 for a pinned particle.
    pub(super) weight: f32,
}

/// A ball that stands still.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    /// m.
    pub(super) center: [f32; 3],
    /// With the particle's own radius, m.
    pub(super) radius: f32,
    /// Coefficient of friction.
    pub(super) friction: f32,
}

impl Particle {
    /// Room for a particle. All bits are zero.
    pub const NONE: Self = Self {
        position: [0.0; 3],
        previous: [0.0; 3],
        acceleration: [0.0; 3],
        weight: 0.0,
    };

    /// A particle at rest.
    pub(super) fn new(start: [f64; 3], pinned: bool) -> Self {
        let position = start.map(|v| v as f32);
        Self {
            position,
            previous: position,
            acceleration: [0.0; 3],
            weight: if pinned { 0.0 } else { 1.0 },
        }
    }

    /// Verlet's step: x' = x + keep·(x − x_previous) + a·dt².
    #[inline]
    pub(super) fn integrate(&mut self, gravity: [f32; 3], keep: f32, dt_squared: f32) {
        if self.weight > 0.0 {
            for i in 0..3 {
                let x = self.position[i];
                let a = gravity[i] + self.acceleration[i];
                self.position[i] = x + keep * (x - self.previous[i]) + a * dt_squared;
                self.previous[i] = x;
            }
        }
        self.acceleration = [0.0; 3];
    }

    /// Moves the particle out of the ball, takes its inward velocity, and as
    /// much of the rest as friction can.
    #[inline]
    pub(super) fn collide(&mut self, ball: &Ball) {
        let d = minus(self.position, ball.center);
        let squared = dot(d, d);
        if self.weight == 0.0 || squared == 0.0 || squared >= ball.radius * ball.radius {
            return;
        }
        let normal = times(d, 1.0 / libm::sqrtf(squared));
        let mut velocity = minus(self.position, self.previous);
        let inward = -dot(velocity, normal);
        if inward > 0.0 {
            let along = minus(velocity, times(normal, -inward));
            let speed = libm::sqrtf(dot(along, along));
            let grip = ball.friction * inward;
            velocity = if speed > grip {
                times(along, 1.0 - grip / speed)
            } else {
                [0.0; 3]
            };
        }
        self.position = minus(ball.center, times(normal, -ball.radius));
        self.previous = minus(self.position, velocity);
    }
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn times(a: [f32; 3], factor: f32) -> [f32; 3] {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
