/* Lamps and buzzer as the host last told them. A fast lamp (8 Hz) is a provisional one. */
#ifndef LOGIC_LAMPS_H
#define LOGIC_LAMPS_H

#include <stdint.h>

#include "tick.h"

struct lamps {
    struct tick blink_at;  /* when the present half period began */
    struct tick buzzer_at; /* when the buzzer began */
    uint32_t buzzer_ticks; /* how long it sounds; 0: silent */
    uint8_t on;
    uint8_t fast;
    uint8_t dark; /* the fast lamps' half period without light */
};

/* `buzzer` in tens of milliseconds, 0: silent. A lamp that becomes fast lights at once. */
void lamps_set(struct lamps *l, uint8_t on, uint8_t fast, uint8_t buzzer, struct tick now);

/* Advances blink and buzzer to `now`; the lamps that are lit. */
uint8_t lamps_lit(struct lamps *l, struct tick now);

static inline uint8_t lamps_buzzing(const struct lamps *l)
{
    return l->buzzer_ticks != 0;
}

static inline uint8_t lamps_busy(const struct lamps *l)
{
    return l->fast || l->buzzer_ticks;
}

#endif
