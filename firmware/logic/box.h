/* The whole box as a value: edges and bytes in, frames and lamps out. Knows no hardware. */
#ifndef LOGIC_BOX_H
#define LOGIC_BOX_H

#include <stdint.h>

#include "frame.h"
#include "lamps.h"
#include "panel.h"
#include "records.h"

#define BOX_PROTOCOL 1
#define BOX_ID_LENGTH 8
#define BOX_PONGS 4 /* replies kept; pings beyond them go unanswered, the host asks again */

struct box_identity {
    uint32_t build;
    uint8_t id[BOX_ID_LENGTH];
    uint8_t kind;
    uint8_t cause; /* of the last reset: power-on 1, external 2, brown-out 4, watchdog 8, unknown 0 */
    uint8_t buttons;
    uint16_t nonce; /* differs from boot to boot as well as the board can */
};

struct pong {
    struct tick at;
    uint8_t nonce[4];
};

struct box {
    struct box_identity identity;
    struct panel panel;
    struct records records;
    struct lamps lamps;
    struct frame_reader reader;
    struct pong pongs[BOX_PONGS];
    uint8_t pong_head, pong_count;
    struct tick beat; /* when the next hello or state of the 200 ms rhythm is due */
    uint16_t boot;    /* given by the host; 0 until then */
    uint16_t bad;
    uint8_t round;
    uint8_t armed;
    uint8_t closed; /* buttons as last sampled */
    uint8_t owes;   /* BOX_OWES_... */
    uint8_t new_id; /* the identity's id is to be stored */
};

#define BOX_OWES_HELLO 1
#define BOX_OWES_STATE 2

/* `closed`: inputs that are down at start. */
void box_start(struct box *b, const struct box_identity *identity, uint16_t closed, struct tick now);

/* First edges, several in one instant. Wants to be told before the bytes that came after them. */
void box_edge(struct box *b, uint16_t inputs, struct tick at);

/* A byte from the host; `at` is the instant of its arrival (only that of a zero is used). */
void box_byte(struct box *b, uint8_t byte, struct tick at);

/* The contacts as they are now. Returns the inputs that may fire again. */
uint16_t box_sample(struct box *b, uint16_t closed, struct tick now);

/* Writes the most urgent frame to `out` (FRAME_WIRE_MAX bytes); its length, 0 if nothing is due.
 * Presses and keys first, replies to pings last. */
uint8_t box_send(struct box *b, struct tick now, uint8_t *out);

/* Whether something wants to be looked at each half millisecond. */
uint8_t box_busy(const struct box *b);

#endif
