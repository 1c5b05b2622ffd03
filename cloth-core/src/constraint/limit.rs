//! Provot's limit on the length of links, and how its passes are shared out.

use super::family::{Family, TooLong};
use super::links::Links;
use super::walk::{free_rows, walk};
use crate::cloth::Cloth;
use crate::extent::{Blank, Extent};
use crate::scalar::Scalar;
use crate::scratch::Scratch;
use crate::tear::Tear;
use core::f64::consts::SQRT_2;

/// Provot's limit: no structural or shear link longer than `ratio` of its rest
/// length. Bend links need no test of their own: two structural links of at
/// most 110 % are at most 110 % of twice the rest spacing apart.
///
/// Source: S2-10 (Provot 1995), S4-1. One pass guarantees nothing: a substep makes as many as the
/// cloth needs, a step no more than `passes`. Where a cloth is pulled so hard that they are of no use
/// it gives way: then a substep makes few.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrainLimit<T: Scalar> {
    /// The largest strain, what links are shortened to, and a quarter of the way from there.
    strain: T,
    target: T,
    easy: T,
    structural: TooLong<T>,
    shear: TooLong<T>,
    passes: u32,
}

/// Most passes from one look at the contacts to the next, which costs as much as a pass.
const MOST_WITHOUT_CONTACTS: u32 = 4;

impl<T: Scalar> StrainLimit<T> {
    /// No link longer than `ratio` times its rest length; at most `passes` passes a step. A link
    /// that is too long is shortened to a fifth less of its strain, so that its neighbours'
    /// corrections do not put it back over the limit.
    #[must_use]
    pub fn new(ratio: f64, passes: u32) -> Self {
        let strain = ratio - 1.0;
        let target = 0.8 * strain;
        Self {
            strain: T::from_f64(strain),
            target: T::from_f64(target),
            easy: T::from_f64(0.85 * strain),
            structural: TooLong::new(1.0 + target),
            shear: TooLong::new((1.0 + target) * SQRT_2),
            passes,
        }
    }

    /// Whether another pass is to be made after so many in a substep, given the strain before the
    /// first or after the last of its share.
    pub(crate) fn wants(&self, strain: T, made: u32, [share, most, few]: [u32; 3]) -> bool {
        match made {
            0 => strain > self.target,
            _ if made >= few && strain > self.futile() => false,
            _ => made < share || (made < most && strain > self.strain),
        }
    }

    /// The strain, half as large again as allowed or larger by 5 %, that no number of passes would bring
    /// down.
    fn futile(&self) -> T {
        self.strain + (T::constant(0.5) * self.strain).most(T::constant(0.05))
    }

    /// Passes until contacts are to hold again, after so many: few at first, for a cloth that needs
    /// few is to be right after each. They hold where the strain is measured.
    pub(crate) fn round(&self, made: u32, [share, _, few]: [u32; 3]) -> u32 {
        let first = few.min(share);
        let measured = match made {
            _ if made < first => first,
            _ if made < share => share,
            _ => made + 1,
        };
        (measured - made).min(made.clamp(1, MOST_WITHOUT_CONTACTS))
    }

    /// Whether the strain is to be measured after so many passes.
    pub(crate) fn measures(&self, made: u32, [share, _, few]: [u32; 3]) -> bool {
        made >= share || made == few
    }

    /// Shortens every structural and shear link that is too long, once on the
    /// way down the rows and once on the way up. With one direction alone, or
    /// with both in turn from one substep to the next, a loaded cloth never
    /// comes to rest: each direction has an equilibrium of its own.
    #[inline(never)]
    pub(crate) fn pass<G: Extent>(
        &self,
        cloth: &mut Cloth<T, G>,
        tear: &impl Tear<G>,
        scratch: &mut Scratch<T, G>,
    ) {
        let extent = cloth.extent();
        let mut parts = scratch.parts(extent);
        let mut local = Blank::BLANK;
        let free = free_rows(cloth, &mut local, &mut parts);
        let place = cloth.rounding.next();
        let families = [&self.structural, &self.shear].map(|family| Some(family.rounded(place)));
        let links = Links::<_, 2>(&families);
        walk(&links, cloth, (free, tear), &mut parts, true);
        walk(&links, cloth, (free, tear), &mut parts, false);
    }
}

/// How many passes the limit makes.
///
/// What hangs at the limit must get as many in every substep: if it got none before it is over
/// the limit, and then as many as bring it back, it would be drawn out and snatched back in turn,
/// and never rest. So each substep has a share, made as soon as a link is longer than what it
/// would be shortened to. A cloth that is over the limit after that gets more of the step's
/// passes at once, and a larger share from then on; one that is left well within it a smaller
/// share in the next step. At rest the strain above the target goes as one over the share, so
/// that what lets the share be halved is half of what would raise it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LimitWork<T> {
    /// Passes a substep; zero before the first.
    share: u32,
    /// Passes of this step.
    passes: u32,
    /// The largest strain that a substep of this step was left with.
    strain: T,
    /// Whether the next substep need not be looked at.
    rests: bool,
}

impl<T: Scalar> LimitWork<T> {
    /// Nothing done yet.
    pub(crate) const NONE: Self = Self {
        share: 0,
        passes: 0,
        strain: T::ZERO,
        rests: false,
    };

    /// Passes in the last step.
    pub(crate) const fn passes(&self) -> u32 {
        self.passes
    }

    /// The largest strain that a substep of the last step was left with, 0 where nothing is
    /// stretched.
    pub(crate) const fn strain(&self) -> T {
        self.strain
    }

    /// Begins a step.
    pub(crate) fn begin(&mut self, limit: &StrainLimit<T>) {
        if self.strain < limit.easy {
            self.share /= 2;
        }
        self.share = self.share.max(1);
        self.passes = 0;
        self.strain = T::ZERO;
    }

    /// Whether the cloth is to be measured in a substep that so many follow: in every second one
    /// while it is less than half as stretched as it may be, but always in the last of a step.
    pub(crate) fn looks(&mut self, following: u32) -> bool {
        let looks = !self.rests || following == 0;
        self.rests = false;
        looks
    }

    /// The substep's share of passes, and the most while the cloth is over the limit: what the
    /// step has left, less the shares of the substeps that follow. None gets less than one, so
    /// that a step has no more than the scene's passes, or than substeps. Third, those of one whose strain
    /// cannot be brought down.
    pub(crate) fn passes_of(&self, limit: &StrainLimit<T>, following: u32, few: u32) -> [u32; 3] {
        let left = limit.passes.saturating_sub(self.passes);
        let share = left.saturating_sub(following).clamp(1, self.share.max(1));
        let reserved = share.saturating_mul(following);
        [share, left.saturating_sub(reserved).max(share), few]
    }

    /// Ends a substep with so many passes made, which left the cloth with a strain.
    pub(crate) fn end(
        &mut self,
        limit: &StrainLimit<T>,
        [made, substeps, few]: [u32; 3],
        strain: T,
    ) {
        self.passes += made;
        self.rests = strain + strain < limit.strain;
        self.strain = self.strain.most(strain);
        if made > self.share || strain > limit.strain {
            // As many for each.
            let most = (limit.passes / substeps.max(1)).max(1);
            self.share = (self.share + 1).min(most);
        }
        if strain > limit.futile() {
            self.share = self.share.min(few);
        }
    }
}
