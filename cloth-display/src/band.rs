//! A strip of rows of the picture: colour and depth.

/// Columns and rows of the picture, from the first to before the last. Empty where no pixel
/// is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: u16,
    pub(crate) right: u16,
    pub(crate) top: u16,
    pub(crate) bottom: u16,
}

impl Area {
    pub(crate) const EMPTY: Self = Self {
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
    };

    pub(crate) const fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// The smallest area with all of both.
    pub(crate) fn and(self, other: Self) -> Self {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// W × ROWS pixels of the picture.
///
/// Memory: 4 bytes a pixel, and 12.
#[derive(Clone, Debug)]
pub(crate) struct Band<const W: usize, const ROWS: usize> {
    colour: [[u16; W]; ROWS],
    /// Larger is nearer; 0 is the background.
    near: [[u16; W]; ROWS],
    /// The picture's row that is the band's first.
    top: i32,
    /// What may have been drawn to.
    drawn: Area,
}

impl<const W: usize, const ROWS: usize> Band<W, ROWS> {
    pub(crate) const EMPTY: Self = Self {
        colour: [[0; W]; ROWS],
        near: [[0; W]; ROWS],
        top: 0,
        drawn: Area::EMPTY,
    };

    /// Makes it the empty strip of rows that begins at `top`.
    pub(crate) fn clear(&mut self, top: usize, background: u16) {
        self.colour.as_flattened_mut().fill(background);
        self.near.as_flattened_mut().fill(0);
        self.top = top as i32;
        self.drawn = Area::EMPTY;
    }

    /// The picture's first row of the band, and the first after it.
    pub(crate) const fn rows(&self) -> (i32, i32) {
        (self.top, self.top + ROWS as i32)
    }

    /// The area of the pixels from `low` to `high`, both included, as far as they are in the
    /// band; none where they are not.
    pub(crate) fn clip(&self, low: [i32; 2], high: [i32; 2]) -> Option<Area> {
        let (top, bottom) = self.rows();
        let (left, right) = (low[0].max(0), high[0].min(W as i32 - 1) + 1);
        let (top, bottom) = (low[1].max(top), high[1].min(bottom - 1) + 1);
        (left < right && top < bottom).then_some(Area {
            left: left as u16,
            right: right as u16,
            top: top as u16,
            bottom: bottom as u16,
        })
    }

    /// Notes that pixels of this area are drawn to.
    pub(crate) fn note(&mut self, area: Area) {
        self.drawn = self.drawn.and(area);
    }

    /// What may have been drawn to since the band was cleared.
    pub(crate) const fn drawn(&self) -> Area {
        self.drawn
    }

    /// Colours and depths of a row of an area that [`clip`](Band::clip) gave.
    #[inline]
    pub(crate) fn row_mut(&mut self, area: Area, y: u16) -> (&mut [u16], &mut [u16]) {
        let row = usize::from(y).wrapping_sub(self.top as usize);
        let columns = usize::from(area.left)..usize::from(area.right);
        match (self.colour.get_mut(row), self.near.get_mut(row)) {
            (Some(colour), Some(near)) => (
                colour.get_mut(columns.clone()).unwrap_or_default(),
                near.get_mut(columns).unwrap_or_default(),
            ),
            _ => (&mut [], &mut []),
        }
    }

    /// Draws a pixel, if it is in the band and nearer than what is there.
    #[inline]
    pub(crate) fn put(&mut self, [x, y]: [i32; 2], colour: u16, near: u16) {
        let row = (y - self.top) as usize;
        let (Some(colours), Some(nears)) = (self.colour.get_mut(row), self.near.get_mut(row))
        else {
            return;
        };
        if let (Some(there), Some(depth)) = (colours.get_mut(x as usize), nears.get_mut(x as usize))
            && near > *depth
        {
            (*there, *depth) = (colour, near);
        }
    }

    /// The rows of an area in the band, with their numbers in the picture.
    pub(crate) fn rows_of(&self, area: Area) -> impl Iterator<Item = (usize, &[u16])> {
        let columns = usize::from(area.left)..usize::from(area.right);
        (usize::from(area.top)..usize::from(area.bottom)).map(move |y| {
            let row = self.colour.get(y.wrapping_sub(self.top as usize));
            let there = row.and_then(|row| row.get(columns.clone()));
            (y, there.unwrap_or_default())
        })
    }

    /// The colours of an area in the band, row by row, with their places in the picture.
    pub(crate) fn colours(&self, area: Area) -> impl Iterator<Item = ([usize; 2], u16)> {
        self.rows_of(area).flat_map(move |(y, row)| {
            let places = (usize::from(area.left)..).zip(row);
            places.map(move |(x, &colour)| ([x, y], colour))
        })
    }
}
