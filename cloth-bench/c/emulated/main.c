/*
 * Runs the cloth and prints its states: the lines of ../examples/host.rs.
 * Output goes through the emulator, by semihosting.
 */
#include "cloth.h"
#include "semihosting.h"

/* Ends the program with a failure unless the call ended as it should. */
static void check(const char *what, cloth_status status, cloth_status expected) {
    if (status != expected) {
        print("{\"failed\":\"");
        print(what);
        print("\"}\n");
        leave(0);
    }
}

/* The lowest digits of a number, in hexadecimal. */
static void print_hex(uint64_t number, unsigned digits) {
    char text[17];
    text[digits] = 0;
    while (digits > 0) {
        digits--;
        text[digits] = "0123456789abcdef"[number & 15];
        number >>= 4;
    }
    print(text);
}

static void print_bits(float number) {
    union {
        float number;
        uint32_t bits;
    } same = {number};
    print_hex(same.bits, 8);
}

static void print_state(const char *step) {
    cloth_place place = cloth_position(8, 8);
    check("position", place.status, CLOTH_OK);
    print("{\"step\":");
    print(step);
    print(",\"state_hash\":\"");
    print_hex(cloth_hash(), 16);
    print("\",\"position\":\"");
    print_bits(place.position.x);
    print(" ");
    print_bits(place.position.y);
    print(" ");
    print_bits(place.position.z);
    print("\"}\n");
}

static void run(int steps) {
    for (int i = 0; i < steps; i++) {
        check("step", cloth_step(), CLOTH_OK);
    }
}

int main(void) {
    const cloth_vector velocity = {-0.5f, 0.25f, 0.0f};
    check("step before reset", cloth_step(), CLOTH_NOT_RESET);
    check("reset", cloth_reset(), CLOTH_OK);
    run(30);
    print_state("30");
    /* A hand raises a corner, then lets it go; a free particle is held. */
    check("attach", cloth_attach(CLOTH_COLUMNS - 1, CLOTH_ROWS - 1, velocity), CLOTH_OK);
    run(30);
    print_state("60");
    check("unpin", cloth_unpin(CLOTH_COLUMNS - 1, CLOTH_ROWS - 1), CLOTH_OK);
    check("pin", cloth_pin(8, 4), CLOTH_OK);
    check("pin outside", cloth_pin(CLOTH_COLUMNS, 0), CLOTH_OUTSIDE);
    check("position outside", cloth_position(0, CLOTH_ROWS).status, CLOTH_OUTSIDE);
    run(30);
    print_state("90");
    return 0;
}
