#include "panel.h"

static uint8_t count_bits(uint16_t set)
{
    uint8_t n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

static void add_saturating(uint16_t *counter, uint8_t n)
{
    *counter = *counter > UINT16_MAX - n ? UINT16_MAX : *counter + n;
}

void panel_start(struct panel *p, uint16_t closed)
{
    p->count = 0;
    p->down = p->stuck = closed;
    p->up = p->released = 0;
    p->spikes = p->noise = 0;
}

void panel_edge(struct panel *p, uint16_t inputs, struct tick at, uint8_t round)
{
    uint8_t i;

    if (p->count == PANEL_INPUTS) /* cannot be: an input that fired is deaf until decided */
        return;
    /* Buttons and keys come from two interrupts; between them the order is made here. */
    for (i = p->count++; i && tick_before(at, p->waiting[i - 1].press.at); i--)
        p->waiting[i] = p->waiting[i - 1];
    p->waiting[i].press.at = at;
    p->waiting[i].press.inputs = 0;
    p->waiting[i].press.round = round;
    p->waiting[i].fired = p->waiting[i].open = inputs;
    p->waiting[i].checks = 0;
}

/* Nothing seen closed at any check: count, and let the inputs fire again. */
static uint16_t give_up(struct panel *p, struct candidate *c)
{
    uint16_t spikes = c->open;
    uint8_t n = count_bits(spikes);

    c->open = 0;
    if (!c->press.inputs && n >= PANEL_NOISE_INPUTS)
        add_saturating(&p->noise, 1);
    else
        add_saturating(&p->spikes, n);
    return spikes;
}

static uint16_t check(struct panel *p, struct candidate *c, uint16_t closed, struct tick now)
{
    uint32_t elapsed = tick_elapsed(now, c->press.at);
    uint16_t seen;

    if (!c->open || elapsed < (c->checks + 1) * TICKS_PER_MS)
        return 0;
    while (c->checks < PANEL_CHECKS && elapsed >= (c->checks + 1) * TICKS_PER_MS)
        c->checks++;
    seen = c->open & closed;
    c->open &= ~seen;
    c->press.inputs |= seen;
    p->down |= seen;
    p->up &= ~seen;
    return c->checks == PANEL_CHECKS ? give_up(p, c) : 0;
}

static uint16_t watch_releases(struct panel *p, uint16_t closed, struct tick now)
{
    uint16_t freed = 0, bit = 1;
    uint8_t i;

    p->up &= ~closed;
    for (i = 0; i < PANEL_INPUTS; i++, bit <<= 1) {
        if (!(p->down & bit) || (closed & bit))
            continue;
        if (!(p->up & bit)) {
            p->up |= bit;
            p->rise[i] = now;
        } else if (tick_elapsed(now, p->rise[i]) >= PANEL_RELEASE_TICKS) {
            freed |= bit;
        }
    }
    p->down &= ~freed;
    p->up &= ~freed;
    p->stuck &= ~freed;
    p->released |= freed;
    return freed;
}

uint16_t panel_sample(struct panel *p, uint16_t closed, struct tick now)
{
    uint16_t free = 0;
    uint8_t i;

    for (i = 0; i < p->count; i++)
        free |= check(p, &p->waiting[i], closed, now);
    if (p->down)
        free |= watch_releases(p, closed, now);
    return free;
}

uint8_t panel_take_press(struct panel *p, struct press *press)
{
    while (p->count && !p->waiting[0].open) {
        uint8_t i;

        *press = p->waiting[0].press;
        p->count--;
        for (i = 0; i < p->count; i++)
            p->waiting[i] = p->waiting[i + 1];
        if (press->inputs)
            return 1;
    }
    return 0;
}

uint16_t panel_take_release(struct panel *p, struct tick *at)
{
    uint16_t bit = 1;
    uint8_t i;

    for (i = 0; i < PANEL_INPUTS; i++, bit <<= 1) {
        if (p->released & bit) {
            p->released &= ~bit;
            *at = p->rise[i];
            return bit;
        }
    }
    return 0;
}

void panel_arm(struct panel *p, uint16_t closed)
{
    uint8_t i;

    p->stuck |= p->down & closed;
    for (i = 0; i < p->count; i++)
        p->stuck |= p->waiting[i].fired & closed;
}
