/* See boxsim.h. What simavr 1.6 does otherwise than the chip is said where it is put right. */
#include "boxsim.h"

#include "hex.h"

#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FREE_RUN 100000      /* cycles in one go; events bound it */
#define MCUSR_ADDRESS 0x54
#define UCSR0A_ADDRESS 0xC0
#define UCSR0B_ADDRESS 0xC1
#define RXEN0_BIT 0x10
#define UBRR0_ADDRESS 0xC4
#define TCCR1B_ADDRESS 0x81
#define HANG_AT 0x7DFE       /* just below the bootloader; no image of ours is so long */
#define BITS 11              /* that the UART model takes for a byte, either way; it should be 10 */
#define NOWHERE UINT64_MAX

struct level {
    uint64_t at;
    uint32_t id;
    uint8_t port, pin, high; /* port 0, 1, 2 for B, C, D */
};

struct byte {
    uint64_t at;
    uint8_t value;
};

/* A growing array read from the front. */
#define QUEUE(type) struct { type *slot; size_t first, count, room; }
#define AT(q, i) ((q).slot[(q).first + (i)])
#define APPEND(q, v) (make_room((void **)&(q).slot, &(q).first, (q).count, &(q).room, sizeof *(q).slot), \
                      (q).slot[(q).first + (q).count++] = (v))
#define DROP(q, n) ((q).count -= (n), (q).first = (q).count ? (q).first + (n) : 0)

struct sim {
    avr_t *avr;
    QUEUE(struct level) levels;      /* by time, then by id */
    QUEUE(struct byte) to_box;
    QUEUE(struct byte) from_box;
    QUEUE(struct sim_edge) edges;
    QUEUE(struct sim_output) outputs;
    uint8_t driven[3], driven_high[3]; /* what the outside holds, by port */
    uint8_t port_value[3];
    uint64_t line_free;  /* when the line to the box is free again */
    uint32_t last_id;
    uint8_t held_off;    /* the UART model's own buffer is full */
    uint8_t was_reset, crashed, measuring;
    uint8_t seen_on;     /* interrupts were on since the measuring or the last reset began */
    uint64_t timer_started;
    uint64_t off_since;
    uint32_t off_longest, off_where;
    void (*core_reset)(avr_t *);
};

static void make_room(void **slot, size_t *first, size_t count, size_t *room, size_t size)
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

/* --- pins and line --- */

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

/* --- life and reset --- */

static void on_core_reset(avr_t *avr)
{
    struct sim *s = avr->custom.data;

    s->was_reset = 1; /* also by the chip's own watchdog */
    if (s->core_reset)
        s->core_reset(avr);
}

/* avr_reset() forgets cycle timers and pin levels but not what it last told of the pins. */
static void after_reset(struct sim *s)
{
    s->was_reset = s->held_off = 0;
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
    s->avr->run_cycle_limit = s->measuring ? 1 : FREE_RUN;
    s->off_since = NOWHERE;
    s->seen_on = 0;
    schedule(s);
}

static void never_wait(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

static void log_errors(avr_t *avr, const int level, const char *format, va_list list)
{
    (void)avr;
    if (level == LOG_ERROR)
        vfprintf(stderr, format, list);
}

struct sim *sim_new(uint32_t seed)
{
    struct sim *s = calloc(1, sizeof *s);
    avr_t *avr = s ? avr_make_mcu_by_name("atmega328p") : NULL;
    uint32_t quiet = 0, noise = seed * 2654435761u + 1;

    if (!avr) {
        free(s);
        return NULL;
    }
    avr_global_logger_set(log_errors);
    s->avr = avr;
    avr->custom.data = s;
    avr_init(avr);
    avr->frequency = SIM_HZ;
    avr->sleep = never_wait;
    s->core_reset = avr->reset;
    avr->reset = on_core_reset;
    for (uint32_t i = avr->ioend + 1u; i <= avr->ramend; i++) {
        noise ^= noise << 13, noise ^= noise >> 17, noise ^= noise << 5;
        avr->data[i] = (uint8_t)noise;
    }
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
    return s;
}

void sim_free(struct sim *s)
{
    avr_terminate(s->avr);
    free(s->avr);
    free(s->levels.slot);
    free(s->to_box.slot);
    free(s->from_box.slot);
    free(s->edges.slot);
    free(s->outputs.slot);
    free(s);
}

void sim_reset(struct sim *s, uint8_t cause)
{
    uint64_t now = s->avr->cycle;

    avr_reset(s->avr);
    s->avr->cycle = now; /* time goes on whatever the library thinks */
    s->avr->data[MCUSR_ADDRESS] = cause;
    s->crashed = 0;
    after_reset(s);
}

void sim_no_program(struct sim *s)
{
    s->avr->flash[0] = 0xFF; /* rjmp . */
    s->avr->flash[1] = 0xCF;
}

int sim_hang(struct sim *s)
{
    if (!s->avr->sreg[7]) /* inside an interrupt: not there */
        return 0;
    s->avr->flash[HANG_AT] = 0xFF;
    s->avr->flash[HANG_AT + 1] = 0xCF;
    s->avr->pc = HANG_AT;
    s->avr->state = cpu_Running;
    return 1;
}

int sim_load_hex(struct sim *s, const char *path, int64_t entry)
{
    int loaded = hex_load(path, s->avr->flash, s->avr->flashend + 1);

    if (entry >= 0)
        s->avr->reset_pc = s->avr->pc = (uint32_t)entry;
    s->avr->codeend = s->avr->flashend;
    return loaded;
}

/* --- running --- */

static avr_cycle_count_t on_stop(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)when;
    (void)param;
    return 0;
}

static void look_at_interrupt_flag(struct sim *s, uint32_t pc)
{
    uint64_t now = s->avr->cycle;

    if (!s->avr->sreg[7]) {
        if (s->seen_on && s->off_since == NOWHERE)
            s->off_since = now;
        return;
    }
    if (s->off_since != NOWHERE && now - s->off_since > s->off_longest) {
        s->off_longest = (uint32_t)(now - s->off_since);
        s->off_where = pc;
    }
    s->off_since = NOWHERE;
    s->seen_on = 1;
}

int sim_run(struct sim *s, uint64_t cycle, int until_sent)
{
    if (s->crashed)
        return -1;
    /* a timer there bounds both sleep and free running */
    if (s->avr->cycle < cycle)
        avr_cycle_timer_register(s->avr, cycle - s->avr->cycle, on_stop, s);
    while (s->avr->cycle < cycle && !(until_sent && s->from_box.count)) {
        uint32_t pc = s->avr->pc;
        int state = avr_run(s->avr);

        if (s->measuring)
            look_at_interrupt_flag(s, pc);
        if (s->was_reset) {
            after_reset(s);
            if (s->avr->cycle < cycle)
                avr_cycle_timer_register(s->avr, cycle - s->avr->cycle, on_stop, s);
        }
        if (state == cpu_Done || state == cpu_Crashed) {
            s->crashed = 1;
            return -1;
        }
    }
    return 0;
}

void sim_measure_interrupts_off(struct sim *s, int on)
{
    s->measuring = on != 0;
    s->avr->run_cycle_limit = on ? 1 : FREE_RUN;
    s->off_since = NOWHERE;
    s->seen_on = 0;
    s->off_longest = s->off_where = 0;
}

/* --- reading --- */

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
uint64_t sim_now(const struct sim *s) { return s->avr->cycle; }
uint32_t sim_interrupts_off(const struct sim *s) { return s->off_longest; }
uint32_t sim_interrupts_off_at(const struct sim *s) { return s->off_where; }
uint64_t sim_timer_started(const struct sim *s) { return s->timer_started; }
uint8_t *sim_memory(struct sim *s) { return s->avr->data; }
const uint8_t *sim_flash(const struct sim *s) { return s->avr->flash; }
uint32_t sim_flash_size(const struct sim *s) { return s->avr->flashend + 1; }
