//! 32 × 32 particles in fixed point.

#![no_std]
#![no_main]

cloth_stm32f411::image!(cloth_stm32f411::Fixed, 32);
