/* Between the files of this board: time and edges. */
#ifndef ATMEGA328P_EDGES_H
#define ATMEGA328P_EDGES_H

#include <avr/io.h>
#include <stdint.h>

#include "../board.h"

/* A stamp as an interrupt can afford to keep it. */
struct raw_time {
    uint16_t timer;
    uint8_t overflows;
};

/* Set by an interrupt that leaves work to the main loop. */
extern volatile uint8_t edges_wake;

void edges_start(void);
uint8_t edges_waiting(void);

/* The upper 32 of the 48 bits, as far as the overflow interrupt has counted. */
extern volatile uint32_t edges_overflows;

/* What an interrupt needs of the time when `timer` was read: the lowest 8 bits of the overflows,
 * one more if `timer` belongs to an overflow whose interrupt still waits. Interrupts must be off.
 * Inline, because a call would make the interrupt save every register. */
static inline __attribute__((always_inline)) uint8_t edges_overflows_of(uint16_t timer)
{
    uint8_t high = *(const volatile uint8_t *)&edges_overflows;

    if ((TIFR1 & _BV(TOV1)) && !(timer & 0x8000))
        high++;
    return high;
}
/* All 48 bits of a stamp that is less than 8 s old. */
struct tick edges_complete(struct raw_time raw);

#endif
