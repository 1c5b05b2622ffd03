//! A particle, and how a link acts on its two ends.

/// A particle.
#[derive(Clone, Copy, Debug)]
pub struct Particle {
    /// m.
    pub(super) position: [f32; 3],
    /// Where it was a step before, m.
    pub(super) previous: [f32; 3],
    /// Sum of the springs' accelerations in this step, m/s².
    pub(super) acceleration: [f32; 3],
    /// Share of a correction: 1, or 0 for a pinned particle.
    pub(super) weight: f32,
}

/// A ball that stands still.
#[derive(Clone, Copy, Debug)]
pub(super) struct StillBall {
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

    /// Moves the particle out of the ball and removes its inward velocity, and of the tangential velocity
    /// as much as Coulomb friction allows.
    #[inline]
    pub(super) fn collide(&mut self, ball: &StillBall) {
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

/// A spring, or a constraint on a distance.
#[derive(Clone, Copy, Debug)]
pub struct ListedLink {
    pub(super) ends: [u16; 2],
    /// m.
    pub(super) rest: f32,
    /// Springs: N/m. Constraints: the fraction of the error that a pass removes.
    pub(super) stiffness: f32,
    /// Whether Provot's limit applies: not to bend links.
    pub(super) limited: bool,
}

impl ListedLink {
    /// Room for a link. All bits are zero.
    pub const NONE: Self = Self {
        ends: [0; 2],
        rest: 0.0,
        stiffness: 0.0,
        limited: false,
    };

    #[inline(always)]
    fn ends(&self) -> [usize; 2] {
        self.ends.map(usize::from)
    }

    /// The vector between the ends, and its length squared.
    #[inline]
    fn squared(&self, particles: &[Particle]) -> ([f32; 3], f32) {
        let [a, b] = self.ends().map(|end| particles[end].position);
        let d = minus(b, a);
        (d, dot(d, d))
    }

    /// Adds the spring's force to the accelerations of its ends.
    #[inline]
    pub(super) fn pull(&self, particles: &mut [Particle], inverse_mass: f32) {
        let (d, squared) = self.squared(particles);
        let length = libm::sqrtf(squared);
        if length > 0.0 {
            let factor = self.stiffness * (length - self.rest) / length * inverse_mass;
            let [a, b] = self.ends();
            for i in 0..3 {
                particles[a].acceleration[i] += factor * d[i];
                particles[b].acceleration[i] -= factor * d[i];
            }
        }
    }

    /// Moves the ends towards the rest length.
    #[inline]
    pub(super) fn satisfy(&self, particles: &mut [Particle]) {
        let (d, squared) = self.squared(particles);
        let length = libm::sqrtf(squared);
        self.correct(particles, d, length, self.rest, self.stiffness);
    }

    /// Shortens the link to at most `ratio` times its rest length.
    #[inline]
    pub(super) fn shorten(&self, particles: &mut [Particle], ratio: f32) {
        if !self.limited {
            return;
        }
        let (d, squared) = self.squared(particles);
        let (length, target) = (libm::sqrtf(squared), ratio * self.rest);
        if length > target {
            self.correct(particles, d, length, target, 1.0);
        }
    }

    /// Moves each end by its share of the weights.
    #[inline]
    fn correct(
        &self,
        particles: &mut [Particle],
        d: [f32; 3],
        length: f32,
        target: f32,
        stiffness: f32,
    ) {
        let [a, b] = self.ends();
        let (wa, wb) = (particles[a].weight, particles[b].weight);
        let divisor = length * (wa + wb);
        if divisor > 0.0 {
            let factor = stiffness * (length - target) / divisor;
            for i in 0..3 {
                particles[a].position[i] += factor * wa * d[i];
                particles[b].position[i] -= factor * wb * d[i];
            }
        }
    }

    /// Whether the link is longer than Provot's limit allows.
    #[inline]
    pub(super) fn is_over(&self, particles: &[Particle], ratio: f32) -> bool {
        let longest = ratio * self.rest;
        let can_move = self.ends().iter().any(|&end| particles[end].weight > 0.0);
        self.limited && can_move && self.squared(particles).1 > longest * longest
    }
}
