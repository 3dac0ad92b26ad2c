/* Box time: 48 bits of half microseconds since power-up.
 *
 * Every interval the box itself works with (debounce, resend, blink) is far below 2^31 ticks
 * (17.9 minutes), so the arithmetic uses the low word and only the stamps carry all 48 bits.
 */
#ifndef LOGIC_TICK_H
#define LOGIC_TICK_H

#include <stdint.h>

#define TICK_HZ 2000000UL
#define TICKS_PER_MS 2000UL

struct tick {
    uint32_t low;
    uint16_t high;
};

/* Ticks from `since` to `now`, right over a wrap of the low word. */
static inline uint32_t tick_elapsed(struct tick now, struct tick since)
{
    return now.low - since.low;
}

/* Whether `a` is before `b`, for stamps less than 17.9 minutes apart. */
static inline uint8_t tick_before(struct tick a, struct tick b)
{
    return (int32_t)(a.low - b.low) < 0;
}

#endif
