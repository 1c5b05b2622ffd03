//! Colours as numbers, `0x00RRGGBB`.

use glam::Vec3;

/// A colour with channels from 0 to 255 as `0x00RRGGBB`; anything beyond is limited.
pub(super) fn pack(color: Vec3) -> u32 {
    let byte = |channel: f32| u32::from((channel + 0.5) as u8);
    byte(color.x) << 16 | byte(color.y) << 8 | byte(color.z)
}

/// The whole number nearest to a value from 0 to 2²², for inner loops.
///
/// Adding 2²³ leaves no room for a fraction in an `f32`, so the number stands in its low bits. The
/// plain conversion also checks for NaN and for the range, one pixel at a time, and that took more
/// time than all the rest of drawing a floor.
#[inline(always)]
pub(super) fn whole(value: f32) -> u32 {
    (value + 8_388_608.0).to_bits() & 0x003f_ffff
}

/// Packs channels that are known to be from 0 to 255.
#[inline(always)]
pub(super) fn pack_quick(red: f32, green: f32, blue: f32) -> u32 {
    whole(red) << 16 | whole(green) << 8 | whole(blue)
}

/// The channels of `0x00RRGGBB`, from 0 to 255.
pub(super) fn unpack(color: u32) -> Vec3 {
    let [_, red, green, blue] = color.to_be_bytes();
    Vec3::new(red.into(), green.into(), blue.into())
}

/// The smaller of two numbers: one instruction for several at once, where `min` must ask whether one of
/// them is none.
#[inline(always)]
pub(super) fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers.
#[inline(always)]
pub(super) fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
