/* See boxsim.h. What simavr 1.6 does otherwise than the chip is said where it is put right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boxsim_inside.h"
#include "hex.h"

#define FREE_RUN 100000      /* cycles in one go; events bound it */
#define MCUSR_ADDRESS 0x54
#define HANG_AT 0x77FE       /* just below the largest bootloader; no image of ours is so long */

static void on_core_reset(avr_t *avr)
{
    struct sim *s = avr->custom.data;

    s->was_reset = 1; /* also by the chip's own watchdog */
    if (s->core_reset)
        s->core_reset(avr);
}

static void after_reset(struct sim *s)
{
    s->was_reset = 0;
    s->avr->run_cycle_limit = s->measuring ? 1 : FREE_RUN;
    s->off_since = NOWHERE;
    s->seen_on = 0;
    wires_after_reset(s);
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
    uint32_t noise = seed * 2654435761u + 1;

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
    wires_start(s);
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

uint64_t sim_now(const struct sim *s) { return s->avr->cycle; }
uint32_t sim_interrupts_off(const struct sim *s) { return s->off_longest; }
uint32_t sim_interrupts_off_at(const struct sim *s) { return s->off_where; }
uint64_t sim_timer_started(const struct sim *s) { return s->timer_started; }
uint8_t *sim_memory(struct sim *s) { return s->avr->data; }
const uint8_t *sim_flash(const struct sim *s) { return s->avr->flash; }
uint32_t sim_flash_size(const struct sim *s) { return s->avr->flashend + 1; }
