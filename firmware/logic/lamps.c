#include "lamps.h"

#define HALF_BLINK_TICKS (TICK_HZ / 16)
#define BUZZER_UNIT_TICKS (10 * TICKS_PER_MS)

void lamps_set(struct lamps *l, uint8_t on, uint8_t fast, uint8_t buzzer, struct tick now)
{
    if (fast & ~l->fast) {
        l->dark = 0;
        l->blink_at = now;
    }
    l->on = on;
    l->fast = fast;
    l->buzzer_at = now;
    l->buzzer_ticks = buzzer * BUZZER_UNIT_TICKS;
}

uint8_t lamps_lit(struct lamps *l, struct tick now)
{
    if (l->buzzer_ticks && tick_elapsed(now, l->buzzer_at) >= l->buzzer_ticks)
        l->buzzer_ticks = 0;
    if (l->fast && tick_elapsed(now, l->blink_at) >= HALF_BLINK_TICKS) {
        l->dark = !l->dark;
        l->blink_at.low += HALF_BLINK_TICKS; /* from the beat, not from now: no drift */
    }
    return (l->on & ~l->fast) | (l->dark ? 0 : l->fast);
}
