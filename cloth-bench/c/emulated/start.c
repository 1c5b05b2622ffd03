/* The least that starts a program in C on a Cortex-M: vectors and memory. */
#include "semihosting.h"

/* Of link.ld. */
extern uint32_t stack_end, data_start, data_end, data_stored, bss_start, bss_end;

int main(void);

static void fault(void) {
    print("{\"fault\":true}\n");
    leave(0);
}

void start(void) {
#ifdef __ARM_FP
    /* CPACR: the floating-point unit is off at reset. */
    *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20;
    __asm__ volatile("dsb\nisb" ::: "memory");
#endif
    const uint32_t *from = &data_stored;
    for (volatile uint32_t *to = &data_start; to < &data_end; to++) {
        *to = *from++;
    }
    for (volatile uint32_t *to = &bss_start; to < &bss_end; to++) {
        *to = 0;
    }
    leave(main() == 0);
}

typedef union {
    uint32_t *end;
    void (*handler)(void);
} vector;

/* The stack's end, reset, and whatever faults; interrupts stay off. */
__attribute__((section(".vectors"), used)) static const vector vectors[16] = {
    {.end = &stack_end},  {.handler = start}, {.handler = fault}, {.handler = fault},
    {.handler = fault}, {.handler = fault}, {.handler = fault},
};
