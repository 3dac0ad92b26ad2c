/* The chip's outside: levels on its pins, bytes on its line, what it drives. */
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <stdlib.h>
#include <string.h>

#include "boxsim_inside.h"

#define UCSR0A_ADDRESS 0xC0
#define UCSR0B_ADDRESS 0xC1
#define RXEN0_BIT 0x10
#define UBRR0_ADDRESS 0xC4
#define TCCR1B_ADDRESS 0x81
#define BITS 11              /* that the UART model takes for a byte, either way; it should be 10 */

void make_room(void **slot, size_t *first, size_t count, size_t *room, size_t size)
{
    if (*first + count < *room)
        return;
    if (*first > *room / 2) {
        memmove(*slot, (char *)*slot + *first * size, count * size);
        *first = 0;
        return;
    }
    *room = *room ? *room * 2 : 64;
    *slot = realloc(*slot, *room * size);
    if (!*slot)
        abort();
}

static avr_irq_t *pin_irq(struct sim *s, uint8_t port, uint8_t pin)
{
    return avr_io_getirq(s->avr, AVR_IOCTL_IOPORT_GETIRQ('B' + port), pin);
}

static void drive(struct sim *s, uint8_t port, uint8_t pin, uint8_t high)
{
    uint8_t bit = (uint8_t)(1u << pin);

    s->driven[port] |= bit;
    s->driven_high[port] = (uint8_t)((s->driven_high[port] & ~bit) | (high ? bit : 0));
    /* else the program's next write to PORTx puts the pull-up's level on a pin that is held down */
    avr_ioport_external_t external = {
        .name = (unsigned long)('B' + port), .mask = s->driven[port], .value = s->driven_high[port]};
    avr_ioctl(s->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B' + port), &external);
    avr_raise_irq(pin_irq(s, port, pin), high);
}

static uint64_t byte_cycles(const struct sim *s)
{
    const uint8_t *data = s->avr->data;
    uint64_t divisor = 1u + data[UBRR0_ADDRESS] + ((data[UBRR0_ADDRESS + 1] & 0x0Fu) << 8);

    return divisor * (data[UCSR0A_ADDRESS] & 2 ? 8 : 16) * BITS;
}

static uint64_t next_event(const struct sim *s)
{
    uint64_t at = s->levels.count ? AT(s->levels, 0).at : NOWHERE;

    if (s->to_box.count && AT(s->to_box, 0).at < at)
        at = AT(s->to_box, 0).at;
    return at;
}

static void deliver_byte(struct sim *s)
{
    struct byte b = AT(s->to_box, 0);

    if (s->held_off) {
        AT(s->to_box, 0).at = s->avr->cycle + byte_cycles(s);
        return;
    }
    DROP(s->to_box, 1);
    /* overdue after a hold: still one byte after the other */
    if (s->to_box.count && AT(s->to_box, 0).at <= s->avr->cycle)
        AT(s->to_box, 0).at = s->avr->cycle + byte_cycles(s);
    /* the model keeps what comes while the receiver is off, and never gets over it */
    if (s->avr->data[UCSR0B_ADDRESS] & RXEN0_BIT)
        avr_raise_irq(avr_io_getirq(s->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), b.value);
}

static avr_cycle_count_t on_event(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct sim *s = param;

    (void)when;
    while (s->levels.count && AT(s->levels, 0).at <= avr->cycle) {
        struct level l = AT(s->levels, 0);
        struct sim_edge done = {.wanted = l.at, .injected = avr->cycle, .id = l.id};

        DROP(s->levels, 1);
        drive(s, l.port, l.pin, l.high);
        APPEND(s->edges, done);
    }
    if (s->to_box.count && AT(s->to_box, 0).at <= avr->cycle)
        deliver_byte(s);
    uint64_t at = next_event(s);
    return at == NOWHERE ? 0 : at;
}

static void schedule(struct sim *s)
{
    uint64_t at = next_event(s), now = s->avr->cycle;

    avr_cycle_timer_cancel(s->avr, on_event, s);
    if (at != NOWHERE)
        avr_cycle_timer_register(s->avr, at > now ? at - now : 0, on_event, s);
}

uint32_t sim_pin(struct sim *s, uint64_t at, char port, uint8_t pin, uint8_t level)
{
    struct level l = {.at = at, .id = ++s->last_id, .port = (uint8_t)(port - 'B'), .pin = pin, .high = level};
    size_t i;

    APPEND(s->levels, l);
    for (i = s->levels.count - 1; i && AT(s->levels, i - 1).at > at; i--)
        AT(s->levels, i) = AT(s->levels, i - 1);
    AT(s->levels, i) = l;
    schedule(s);
    return l.id;
}

void sim_write(struct sim *s, uint64_t at, const uint8_t *bytes, size_t count)
{
    if (at < s->avr->cycle)
        at = s->avr->cycle;
    for (size_t i = 0; i < count; i++) {
        struct byte b = {.at = s->line_free > at ? s->line_free : at, .value = bytes[i]};

        s->line_free = b.at + byte_cycles(s); /* the model lets it arrive by then */
        APPEND(s->to_box, b);
    }
    schedule(s);
}

static void on_sent(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    struct byte b = {.at = s->avr->cycle, .value = (uint8_t)value};

    (void)irq;
    APPEND(s->from_box, b);
}

static void on_held_off(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    ((struct sim *)param)->held_off = value != 0;
}

static void on_timer_clock(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;

    (void)irq;
    if (value & 7)
        s->timer_started = s->avr->cycle;
}

static void note_output(struct sim *s, uint8_t port, uint32_t value)
{
    struct sim_output o = {.at = s->avr->cycle, .port = (char)('B' + port), .value = (uint8_t)value};

    if (s->port_value[port] == o.value)
        return;
    s->port_value[port] = o.value;
    APPEND(s->outputs, o);
}
static void on_port_b(avr_irq_t *irq, uint32_t value, void *s) { (void)irq; note_output(s, 0, value); }
static void on_port_d(avr_irq_t *irq, uint32_t value, void *s) { (void)irq; note_output(s, 2, value); }

void wires_start(struct sim *s)
{
    avr_t *avr = s->avr;
    uint32_t quiet = 0;

    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &quiet);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, s);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_held_off, s);
    avr_irq_register_notify(avr_iomem_getirq(avr, TCCR1B_ADDRESS, NULL, AVR_IOMEM_IRQ_ALL), on_timer_clock, s);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_REG_PORT), on_port_b, s);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_REG_PORT), on_port_d, s);
    for (uint8_t pin = 0; pin < 6; pin++) /* nobody touches anything */
        s->driven[1] |= (uint8_t)(1u << pin);
    for (uint8_t pin = 0; pin < 4; pin++)
        s->driven[0] |= (uint8_t)(1u << pin);
    s->driven_high[1] = s->driven[1];
    s->driven_high[0] = s->driven[0];
}

/* avr_reset() forgets cycle timers and pin levels but not what it last told of the pins. */
void wires_after_reset(struct sim *s)
{
    s->held_off = 0;
    s->port_value[0] = s->port_value[2] = 0;
    for (uint8_t port = 0; port < 3; port++)
        for (uint8_t pin = 0; pin < 8; pin++) {
            if (!(s->driven[port] >> pin & 1))
                continue;
            uint8_t high = s->driven_high[port] >> pin & 1;
            pin_irq(s, port, pin)->value = !high;
            drive(s, port, pin, high);
        }
    /* else a low PD2 or PD3 is looked at in every cycle */
    avr_extint_set_strict_lvl_trig(s->avr, 0, 0);
    avr_extint_set_strict_lvl_trig(s->avr, 1, 0);
    schedule(s);
}

#define TAKE(q, out, room) \
    size_t n = (q).count < (room) ? (q).count : (room); \
    if (n) \
        memcpy(out, &AT(q, 0), n * sizeof *(out)); \
    DROP(q, n); \
    return n

size_t sim_take_edges(struct sim *s, struct sim_edge *out, size_t room) { TAKE(s->edges, out, room); }
size_t sim_take_outputs(struct sim *s, struct sim_output *out, size_t room) { TAKE(s->outputs, out, room); }

size_t sim_read(struct sim *s, uint8_t *bytes, uint64_t *at, size_t room)
{
    size_t n = s->from_box.count < room ? s->from_box.count : room;

    for (size_t i = 0; i < n; i++) {
        bytes[i] = AT(s->from_box, i).value;
        if (at)
            at[i] = AT(s->from_box, i).at;
    }
    DROP(s->from_box, n);
    return n;
}

size_t sim_waiting(const struct sim *s) { return s->from_box.count; }
