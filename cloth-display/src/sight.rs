//! A camera as colliders are seen through it, in floating point: a few a picture.

/// A [`Lens`](crate::lens::Lens) without the number format.
pub(crate) struct Sight {
    /// In the middle of the picture, m.
    pub(crate) target: [f64; 3],
    pub(crate) units_a_metre: f64,
    /// To the right, up and forward.
    pub(crate) axes: [[f64; 3]; 3],
    /// From eye to target, units.
    pub(crate) distance: f64,
    /// As of the lens.
    pub(crate) near: i32,
    pub(crate) focal: i32,
    pub(crate) centre: [i32; 2],
}

impl Sight {
    /// For tests: an eye at the origin that looks along z, 120 × 120 pixels, units of a metre.
    #[cfg(test)]
    pub(crate) const STRAIGHT: Self = Self {
        target: [0.0; 3],
        units_a_metre: 1.0,
        axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        distance: 0.0,
        near: 1024,
        focal: 140 * 16,
        centre: [60 * 16; 2],
    };

    /// From eye to target, m; 0 of a cloth without a size.
    pub(crate) fn metres_away(&self) -> f64 {
        match self.units_a_metre > 0.0 {
            true => self.distance / self.units_a_metre,
            false => 0.0,
        }
    }

    /// A direction along the camera's axes.
    pub(crate) fn turned(&self, direction: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = direction;
        self.axes
            .map(|axis| axis[0] * x + axis[1] * y + axis[2] * z)
    }

    /// A place in metres as the eye sees it: units to the right, up and forward.
    pub(crate) fn seen(&self, place: [f64; 3]) -> [f64; 3] {
        let from_target = [0, 1, 2].map(|i| (place[i] - self.target[i]) * self.units_a_metre);
        let [right, up, forward] = self.turned(from_target);
        [right, up, forward + self.distance]
    }
}
