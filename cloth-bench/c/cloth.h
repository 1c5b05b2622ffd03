/*
 * A cloth of 16 x 16 particles in float: libcloth.a.
 *
 * Four corners are pinned, and the cloth (2 m x 2 m, 0.2 kg/m2) falls over a
 * ball. Metres, seconds, y upwards. Columns and rows count from 0; column 0,
 * row 0 is the corner at the left and back.
 *
 * The state has the same bits on every processor: compare cloth_hash().
 *
 * The library holds one cloth, in its own static memory, and allocates
 * nothing. Call it from one core. A call from an interrupt that comes while
 * another call works is refused (CLOTH_BUSY) and changes nothing.
 */
#ifndef CLOTH_H
#define CLOTH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Size of the grid in particles. */
#define CLOTH_COLUMNS 16
#define CLOTH_ROWS 16

/** Steps in a second of simulated time. */
#define CLOTH_STEPS_PER_SECOND 60

/** How a call ended: one of the constants below, as an int32_t whatever size
 *  the compiler gives to enums. After all but CLOTH_OK the cloth is as before. */
typedef int32_t cloth_status;

enum {
    /** It is done. */
    CLOTH_OK = 0,
    /** cloth_reset() comes first. */
    CLOTH_NOT_RESET = 1,
    /** The grid has no such particle. */
    CLOTH_OUTSIDE = 2,
    /** This call interrupts another one. */
    CLOTH_BUSY = 3,
    /** A velocity is infinite or no number. */
    CLOTH_VALUE = 4,
    /** Eight particles are attached already. */
    CLOTH_FULL = 5,
    /** The scene that the library was built with is out of float's range. */
    CLOTH_REFUSED = 6
};

/** A position in m or a velocity in m/s; y is upwards. */
typedef struct {
    float x, y, z;
} cloth_vector;

/** What cloth_position() returns. */
typedef struct {
    /** Whether there is a position. */
    cloth_status status;
    /** In m; zeros where there is none. */
    cloth_vector position;
} cloth_place;

/** Begins the scene, or begins it anew: pins and hands are the scene's again.
 *  CLOTH_BUSY, CLOTH_REFUSED. */
cloth_status cloth_reset(void);

/** Advances by 1/60 s of simulated time. CLOTH_NOT_RESET, CLOTH_BUSY. */
cloth_status cloth_step(void);

/** The hash over the bits of the state; 0 before cloth_reset() and where
 *  another call would be refused with CLOTH_BUSY. */
uint64_t cloth_hash(void);

/** Where a particle is. CLOTH_NOT_RESET, CLOTH_OUTSIDE, CLOTH_BUSY. */
cloth_place cloth_position(uint32_t column, uint32_t row);

/** Holds a particle where it is. CLOTH_NOT_RESET, CLOTH_OUTSIDE, CLOTH_BUSY. */
cloth_status cloth_pin(uint32_t column, uint32_t row);

/** Lets a pinned or attached particle go, without a kick; a free one stays as
 *  it is. CLOTH_NOT_RESET, CLOTH_OUTSIDE, CLOTH_BUSY. */
cloth_status cloth_unpin(uint32_t column, uint32_t row);

/** Pins a particle to a hand that moves with a velocity (m/s) from now on, or
 *  changes its hand's velocity. At most eight at a time; cloth_unpin() lets go.
 *  CLOTH_NOT_RESET, CLOTH_OUTSIDE, CLOTH_BUSY, CLOTH_VALUE, CLOTH_FULL. */
cloth_status cloth_attach(uint32_t column, uint32_t row, cloth_vector velocity);

#ifdef __cplusplus
}
#endif

#endif
