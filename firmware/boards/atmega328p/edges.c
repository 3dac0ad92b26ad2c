/* Edges and time: Timer1, and what the pin-change interrupts (interrupts.S) leave for the main loop.
 *
 * Timer1 runs free at 0.5 us a tick; its overflow interrupt counts the rest of the 48 bits. A value
 * read while an overflow waits for its interrupt counts it only if the low word has already begun
 * anew: read as 0xFFFF just before the wrap, it belongs to the old count.
 *
 * A pin-change interrupt saves port and timer before anything else, then takes every pin that is
 * down out of its mask: one shot a pin, so no contact can keep the processor busy and a ring with
 * more slots than the port has pins cannot overflow.
 */
#include "edges.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <stddef.h>
#include <util/atomic.h>

#include "pins.h"

_Static_assert(sizeof(struct raw_edge) == EDGES_SLOT, "as interrupts.S has it");
_Static_assert(offsetof(struct edge_ring, head) == EDGES_HEAD, "as interrupts.S has it");

struct edge_ring edges_buttons, edges_keys;
volatile uint32_t edges_overflows;

void edges_start(void)
{
    PCICR = 0;
    PCMSK0 = PCMSK1 = PCMSK2 = 0;
    PCIFR = _BV(PCIF0) | _BV(PCIF1) | _BV(PCIF2);
    TCCR1A = 0;
    TCCR1B = 0;
    TCNT1 = 0;
    TIFR1 = 0xFF;
    TIMSK1 = _BV(TOIE1);
    TCCR1B = _BV(CS11); /* 16 MHz / 8 */
    PCICR = _BV(PCIE0) | _BV(PCIE1);
}

ISR(TIMER1_OVF_vect)
{
    edges_overflows++;
    edges_wake = 1;
}

/* Interrupts must be off. */
static uint32_t overflows_of(uint16_t timer)
{
    uint32_t overflows = edges_overflows;

    if ((TIFR1 & _BV(TOV1)) && !(timer & 0x8000))
        overflows++;
    return overflows;
}

static struct tick compose(uint32_t overflows, uint16_t timer)
{
    struct tick t = {.low = (overflows << 16) | timer, .high = (uint16_t)(overflows >> 16)};

    return t;
}

static uint32_t read_time(uint16_t *timer)
{
    uint32_t overflows;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        *timer = TCNT1;
        overflows = overflows_of(*timer);
    }
    return overflows;
}

struct tick board_now(void)
{
    uint16_t timer;
    uint32_t overflows = read_time(&timer);

    return compose(overflows, timer);
}

struct tick edges_complete(const struct raw_edge *raw)
{
    uint16_t timer;
    uint32_t now = read_time(&timer);

    return compose(now - (uint8_t)((uint8_t)now - raw->overflows), raw->timer);
}

uint16_t board_closed(void)
{
    return (uint16_t)((uint16_t)(~PINB & KEY_PINS) << KEY_SHIFT) | (~PINC & BUTTON_PINS);
}

static uint8_t take(struct edge_ring *ring, struct tick *at)
{
    const struct raw_edge *edge = (const struct raw_edge *)((const uint8_t *)ring->slot + ring->tail);
    uint8_t pins;

    if (ring->tail == ring->head)
        return 0;
    *at = edges_complete(edge);
    pins = edge->pins;
    ring->tail = (ring->tail + EDGES_SLOT) & EDGES_WRAP;
    return pins;
}

uint16_t board_take_edge(struct tick *at)
{
    uint8_t pins = take(&edges_buttons, at);

    if (pins)
        return pins;
    return (uint16_t)((uint16_t)take(&edges_keys, at) << KEY_SHIFT);
}

/* As the interrupt does it. */
static void push(struct edge_ring *ring, uint8_t pins)
{
    struct raw_edge *edge = (struct raw_edge *)((uint8_t *)ring->slot + ring->head);
    uint16_t timer = TCNT1;

    edge->timer = timer;
    edge->overflows = (uint8_t)overflows_of(timer);
    edge->pins = pins;
    ring->head = (ring->head + EDGES_SLOT) & EDGES_WRAP;
    edges_wake = 1;
}

/* A pin that went down while it was masked has set no flag: its edge is now. */
static void listen(volatile uint8_t *mask_register, volatile uint8_t *pin_register, struct edge_ring *ring,
                   uint8_t pins)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        uint8_t fired = (uint8_t)~*pin_register & pins;

        *mask_register = (*mask_register | pins) & (uint8_t)~fired;
        if (fired)
            push(ring, fired);
    }
}

void board_listen(uint16_t inputs)
{
    uint8_t pins = inputs & BUTTON_PINS;

    if (pins)
        listen(&PCMSK1, &PINC, &edges_buttons, pins);
    pins = (uint8_t)(inputs >> KEY_SHIFT) & KEY_PINS;
    if (pins)
        listen(&PCMSK0, &PINB, &edges_keys, pins);
}
