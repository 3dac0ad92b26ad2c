/* Inside the harness: what boxsim.c (life, running) and boxsim_wires.c (pins, line) share. */
#ifndef BOXSIM_INSIDE_H
#define BOXSIM_INSIDE_H

#include <simavr/sim_avr.h>

#include "boxsim.h"

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

/* Grows an array if it is full, or moves what is left of it to its front. */
void make_room(void **slot, size_t *first, size_t count, size_t *room, size_t size);

/* Registers what the wires want to hear of the chip; nobody touches anything yet. */
void wires_start(struct sim *s);
/* Puts the levels back on the pins after a reset, and what is to come back on the schedule. */
void wires_after_reset(struct sim *s);

#endif
