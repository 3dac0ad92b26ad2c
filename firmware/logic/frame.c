#include "frame.h"

uint16_t frame_crc(uint16_t crc, uint8_t byte)
{
    uint8_t x = (uint8_t)(crc >> 8) ^ byte;

    x ^= x >> 4;
    return (uint16_t)((crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
}

static void put(struct frame_writer *w, uint8_t byte)
{
    if (byte) {
        w->out[w->length++] = byte;
        w->out[w->code_at]++;
    } else {
        w->code_at = w->length++;
        w->out[w->code_at] = 1;
    }
}

void frame_u8(struct frame_writer *w, uint8_t value)
{
    w->crc = frame_crc(w->crc, value);
    put(w, value);
}

void frame_u16(struct frame_writer *w, uint16_t value)
{
    frame_u8(w, (uint8_t)(value >> 8));
    frame_u8(w, (uint8_t)value);
}

void frame_u32(struct frame_writer *w, uint32_t value)
{
    frame_u16(w, (uint16_t)(value >> 16));
    frame_u16(w, (uint16_t)value);
}

void frame_tick(struct frame_writer *w, struct tick value)
{
    frame_u16(w, value.high);
    frame_u32(w, value.low);
}

void frame_begin(struct frame_writer *w, uint8_t *out, uint8_t type, uint16_t seq, uint16_t boot)
{
    w->out = out;
    w->crc = 0xFFFF;
    w->code_at = 0;
    w->length = 1;
    out[0] = 1;
    frame_u8(w, type);
    frame_u16(w, seq);
    frame_u16(w, boot);
}

uint8_t frame_end(struct frame_writer *w)
{
    uint16_t crc = w->crc;

    put(w, (uint8_t)(crc >> 8));
    put(w, (uint8_t)crc);
    w->out[w->length++] = 0;
    return w->length;
}

/* Undoes COBS in place; the length of the body, 0 if the bytes are no COBS.
 * The bytes hold no zero and fewer than 254, so no run is without its zero. */
static uint8_t cobs_decode(uint8_t *bytes, uint8_t length)
{
    uint8_t from = 0, to = 0;

    while (from < length) {
        uint8_t run = bytes[from++] - 1;

        if (run > length - from)
            return 0;
        while (run--)
            bytes[to++] = bytes[from++];
        if (from < length)
            bytes[to++] = 0;
    }
    return to;
}

uint16_t frame_read_u16(const uint8_t *at)
{
    return (uint16_t)((uint16_t)at[0] << 8 | at[1]);
}

static enum frame_result finish(struct frame_reader *r, uint8_t length, struct frame *frame)
{
    uint16_t crc = 0xFFFF;
    uint8_t i, body = cobs_decode(r->bytes, length);

    if (body < FRAME_OVERHEAD || body > FRAME_OVERHEAD + FRAME_PAYLOAD_MAX)
        return FRAME_BAD;
    for (i = 0; i < body; i++)
        crc = frame_crc(crc, r->bytes[i]);
    if (crc) /* over data and its own CRC the sum is zero */
        return FRAME_BAD;
    frame->type = r->bytes[0];
    frame->seq = frame_read_u16(r->bytes + 1);
    frame->boot = frame_read_u16(r->bytes + 3);
    frame->payload = r->bytes + 5;
    frame->length = body - FRAME_OVERHEAD;
    return FRAME_WHOLE;
}

enum frame_result frame_feed(struct frame_reader *r, uint8_t byte, struct frame *frame)
{
    uint8_t length = r->length, overrun = r->overrun;

    if (byte) {
        if (length < sizeof r->bytes)
            r->bytes[r->length++] = byte;
        else
            r->overrun = 1;
        return FRAME_PENDING;
    }
    r->length = 0;
    r->overrun = 0;
    if (overrun)
        return FRAME_BAD;
    if (!length) /* zeros between frames are idle line, not damage */
        return FRAME_PENDING;
    return finish(r, length, frame);
}
