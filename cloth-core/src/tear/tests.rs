//! Tests of the memory.

use super::*;
use crate::extent::Const;

const W: usize = 7;
const H: usize = 6;

/// The two links along a bend link, each with the particle where it starts.
fn halves(column: usize, row: usize, link: Link) -> Option<[(usize, usize); 2]> {
    let middle = link.end(column, row).filter(|&(c, r)| c < W && r < H)?;
    link.end(middle.0, middle.1)
        .filter(|&(c, r)| c < W && r < H)?;
    Some([(column, row), middle])
}

#[test]
fn memory_is_as_documented() {
    assert_eq!(size_of::<Tearing<Const<64, 64>>>(), 64 * 64 + 64);
}

#[test]
fn a_bend_link_is_broken_with_either_half_and_no_other() {
    for cut_row in 0..H {
        for cut_column in 0..W {
            for cut in Link::ALL {
                let mut tearing = Tearing::<Const<W, H>>::BLANK;
                tearing.cut(cut_column, cut_row, cut);
                tearing.follow();
                let (end, at) = (cut.end(cut_column, cut_row), (cut_column, cut_row));
                let exists = end.is_some_and(|(c, r)| c < W && r < H);
                assert_eq!(tearing.any(), exists);
                for (column, row) in (0..H).flat_map(|r| (0..W).map(move |c| (c, r))) {
                    for link in Link::ALL {
                        let is_cut = exists && (column, row, link) == (at.0, at.1, cut);
                        assert_eq!(tearing.has(column, row, link as u8), is_cut);
                        if let Some(halves) = halves(column, row, link) {
                            let expected = exists && link == cut && halves.contains(&at);
                            let bend = (link as u8) << BEND;
                            assert_eq!(tearing.has(column, row, bend), expected);
                        }
                    }
                }
            }
        }
    }
}
