"""Who holds the demo's buttons and looks at its display."""

# Pictures while which are shown the button for wind is held, and that for gravity to the right.
WIND, TILT = range(44, 48), range(46, 50)


class Hand:
    """Hands pictures out as files, FOLDER/1.ENDING and so on."""

    def __init__(self, folder, pictures, presses):
        self.folder, self.pictures, self.presses = folder, pictures, presses
        self.number, self.display = 0, None

    def attach(self, display):
        self.display = display

    def shown(self):
        """A picture is complete."""
        if self.is_done():
            return
        self.number += 1
        with open(f"{self.folder}/{self.number}.{self.display.ENDING}", "wb") as file:
            file.write(self.display.memory)

    def held(self):
        """The buttons for wind, for the next look, in every second of the first pictures, and for gravity."""
        return self.number in WIND, self.number % 2 == 1 and self.number < 2 * self.presses, self.number in TILT

    def is_done(self):
        return self.number >= self.pictures
