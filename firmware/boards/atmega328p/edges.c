/* Edges and time: Timer1, the two pin-change interrupts, and what they leave for the main loop.
 *
 * Timer1 runs free at 0.5 us a tick; its overflow interrupt counts the rest of the 48 bits. A value
 * read while an overflow waits for its interrupt counts it only if the low word has already begun
 * anew: read as 0xFFFF just before the wrap, it belongs to the old count.
 *
 * A pin-change interrupt saves port and timer before anything else (the naked stubs), then takes
 * every pin that is down out of its mask: one shot a pin, so no contact can keep the processor
 * busy and a ring longer than the number of pins cannot overflow.
 */
#include "edges.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "pins.h"

#define RING 8 /* a power of two above the number of pins of a port */

struct raw_edge {
    uint16_t timer;
    uint8_t overflows; /* the lowest 8 bits: 8.4 s, the main loop is never so late */
    uint8_t pins;
};

struct ring {
    struct raw_edge slot[RING];
    volatile uint8_t head;
    uint8_t tail;
};

static struct ring buttons, keys;
volatile uint32_t edges_overflows;

void edges_start(void)
{
    PCICR = 0;
    PCMSK0 = PCMSK1 = PCMSK2 = 0;
    PCIFR = _BV(PCIF0) | _BV(PCIF1) | _BV(PCIF2);
    TCCR1A = 0;
    TCCR1B = 0;
    TCNT1 = 0;
    edges_overflows = 0;
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

static struct tick compose(uint32_t high, uint16_t low)
{
    struct tick t = {.low = (high << 16) | low, .high = (uint16_t)(high >> 16)};

    return t;
}

static uint32_t overflows_now(uint16_t *timer)
{
    uint32_t high;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        *timer = TCNT1;
        high = edges_overflows;
        if ((TIFR1 & _BV(TOV1)) && !(*timer & 0x8000))
            high++;
    }
    return high;
}

struct tick board_now(void)
{
    uint16_t timer;
    uint32_t high = overflows_now(&timer);

    return compose(high, timer);
}

struct tick edges_complete(struct raw_time raw)
{
    uint16_t timer;
    uint32_t now = overflows_now(&timer);

    return compose(now - (uint8_t)((uint8_t)now - raw.overflows), raw.timer);
}

static inline __attribute__((always_inline)) void push(struct ring *ring, uint8_t pins, uint16_t timer)
{
    uint8_t head = ring->head;
    struct raw_edge *edge = &ring->slot[head];

    edge->timer = timer;
    edge->overflows = edges_overflows_of(timer);
    edge->pins = pins;
    ring->head = (head + 1) & (RING - 1);
    edges_wake = 1;
}

/* The stubs keep their three bytes in the general purpose I/O registers, which nothing else uses;
 * interrupts are off from here to the end of the body. */
#define SNAPSHOT_STUB(vector, pin_register, body)              \
    ISR(vector, ISR_NAKED)                                     \
    {                                                          \
        __asm__ volatile("push r24\n\t"                        \
                         "in r24, %[pins]\n\t"                 \
                         "out %[g0], r24\n\t"                  \
                         "lds r24, %[low]\n\t"                 \
                         "out %[g1], r24\n\t"                  \
                         "lds r24, %[high]\n\t"                \
                         "out %[g2], r24\n\t"                  \
                         "pop r24\n\t"                         \
                         "rjmp " #body "\n\t"                  \
                         :                                     \
                         : [pins] "I"(_SFR_IO_ADDR(pin_register)), \
                           [g0] "I"(_SFR_IO_ADDR(GPIOR0)),     \
                           [g1] "I"(_SFR_IO_ADDR(GPIOR1)),     \
                           [g2] "I"(_SFR_IO_ADDR(GPIOR2)),     \
                           [low] "n"(_SFR_MEM_ADDR(TCNT1L)),   \
                           [high] "n"(_SFR_MEM_ADDR(TCNT1H))); \
    }

#define SNAPSHOT_BODY(body, mask_register, ring)                              \
    void body(void) __attribute__((signal, used));                            \
    void body(void)                                                           \
    {                                                                         \
        uint8_t mask = mask_register;                                         \
        uint8_t fired = (uint8_t)~GPIOR0 & mask;                              \
                                                                              \
        if (fired) {                                                          \
            mask_register = mask & (uint8_t)~fired;                           \
            push(&ring, fired, (uint16_t)((uint16_t)GPIOR2 << 8 | GPIOR1));   \
        }                                                                     \
    }

SNAPSHOT_STUB(PCINT1_vect, PINC, __vector_of_buttons)
SNAPSHOT_BODY(__vector_of_buttons, PCMSK1, buttons)
SNAPSHOT_STUB(PCINT0_vect, PINB, __vector_of_keys)
SNAPSHOT_BODY(__vector_of_keys, PCMSK0, keys)

uint16_t board_closed(void)
{
    return (uint16_t)((uint16_t)(~PINB & KEY_PINS) << KEY_SHIFT) | (~PINC & BUTTON_PINS);
}

static uint8_t take(struct ring *ring, struct tick *at)
{
    const struct raw_edge *edge = &ring->slot[ring->tail];
    struct raw_time raw = {.timer = edge->timer, .overflows = edge->overflows};

    if (ring->tail == ring->head)
        return 0;
    *at = edges_complete(raw);
    ring->tail = (ring->tail + 1) & (RING - 1);
    return edge->pins;
}

uint16_t board_take_edge(struct tick *at)
{
    uint8_t pins = take(&buttons, at);

    if (pins)
        return pins;
    return (uint16_t)((uint16_t)take(&keys, at) << KEY_SHIFT);
}

uint8_t edges_waiting(void)
{
    return buttons.head != buttons.tail || keys.head != keys.tail;
}

/* A pin that went down while it was masked has set no flag: its edge is now. */
static void listen(volatile uint8_t *mask_register, volatile uint8_t *pin_register, struct ring *ring,
                   uint8_t pins)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        uint8_t mask = *mask_register | pins;
        uint8_t fired = (uint8_t)~*pin_register & pins;

        *mask_register = mask & (uint8_t)~fired;
        if (fired)
            push(ring, fired, TCNT1);
    }
}

void board_listen(uint16_t inputs)
{
    uint8_t pins = inputs & BUTTON_PINS;

    if (pins)
        listen(&PCMSK1, &PINC, &buttons, pins);
    pins = (uint8_t)(inputs >> KEY_SHIFT) & KEY_PINS;
    if (pins)
        listen(&PCMSK0, &PINB, &keys, pins);
}
