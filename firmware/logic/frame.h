/* Frames of the box protocol: COBS(type, seq, boot, payload, CRC-16) and a closing zero.
 * docs/protocol.md is the source; tests/vectors/frames.json is read by this code and by Python.
 */
#ifndef LOGIC_FRAME_H
#define LOGIC_FRAME_H

#include <stdint.h>

#include "tick.h"

#define FRAME_WIRE_MAX 64    /* with COBS overhead and the closing zero */
#define FRAME_PAYLOAD_MAX 53
#define FRAME_OVERHEAD 7     /* type, seq, boot, crc */

/* CRC-16/CCITT, polynomial 0x1021, no reflection; start from 0xFFFF. */
uint16_t frame_crc(uint16_t crc, uint8_t byte);

/* --- writing: begin, append the payload, end --- */

struct frame_writer {
    uint8_t *out;
    uint16_t crc;
    uint8_t length;
    uint8_t code_at; /* where the open COBS run keeps its length */
};

/* `out` has room for FRAME_WIRE_MAX bytes; the caller appends at most FRAME_PAYLOAD_MAX. */
void frame_begin(struct frame_writer *w, uint8_t *out, uint8_t type, uint16_t seq, uint16_t boot);
void frame_u8(struct frame_writer *w, uint8_t value);
void frame_u16(struct frame_writer *w, uint16_t value);
void frame_u32(struct frame_writer *w, uint32_t value);
void frame_tick(struct frame_writer *w, struct tick value);
/* Appends CRC and closing zero; the number of bytes on the wire. */
uint8_t frame_end(struct frame_writer *w);

/* --- reading: feed bytes --- */

struct frame_reader {
    uint8_t bytes[FRAME_WIRE_MAX - 1];
    uint8_t length;
    uint8_t overrun; /* too long already: drop up to the next zero */
};

struct frame {
    const uint8_t *payload; /* inside the reader, valid until the next byte is fed */
    uint16_t seq;
    uint16_t boot;
    uint8_t type;
    uint8_t length; /* of the payload */
};

enum frame_result { FRAME_PENDING, FRAME_WHOLE, FRAME_BAD };

enum frame_result frame_feed(struct frame_reader *r, uint8_t byte, struct frame *frame);

uint16_t frame_read_u16(const uint8_t *at);

#endif
