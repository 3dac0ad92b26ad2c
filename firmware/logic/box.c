#include "box.h"

#include <string.h>

#define BEAT_TICKS (200 * TICKS_PER_MS)
/* A sleeping board looks up each 33 ms: a beat half of that early keeps five a second. */
#define BEAT_EARLY_TICKS (16 * TICKS_PER_MS)

enum {
    HELLO = 0x01, PRESS = 0x02, KEY = 0x03, RELEASE = 0x04, STATE = 0x05, PONG = 0x06,
    WHO = 0x41, WELCOME = 0x42, ARM = 0x43, DISARM = 0x44, LAMPS = 0x45, PING = 0x46, ACK = 0x47,
    BOARD = 0x48
};

void box_start(struct box *b, const struct box_identity *identity, uint16_t closed, struct tick now)
{
    memset(b, 0, sizeof *b);
    b->identity = *identity;
    b->closed = (uint8_t)(closed & PANEL_BUTTONS);
    b->beat = now;
    b->owes = BOX_OWES_HELLO;
    panel_start(&b->panel, closed);
    records_start(&b->records);
}

void box_edge(struct box *b, uint16_t inputs, struct tick at)
{
    panel_edge(&b->panel, inputs, at, b->round);
}

/* --- what the host says --- */

static void welcome(struct box *b, uint16_t boot)
{
    if (boot != b->boot) {
        b->boot = boot;
        b->round = b->armed = 0;
        b->pong_count = 0;
        records_renew(&b->records);
    }
    b->owes |= BOX_OWES_STATE;
}

static void keep_pong(struct box *b, const uint8_t *nonce, struct tick at)
{
    struct pong *pong = &b->pongs[(uint8_t)(b->pong_head + b->pong_count) % BOX_PONGS];

    if (b->pong_count == BOX_PONGS)
        return;
    memcpy(pong->nonce, nonce, sizeof pong->nonce);
    pong->at = at;
    b->pong_count++;
}

static void rename(struct box *b, const uint8_t *id)
{
    memcpy(b->identity.id, id, BOX_ID_LENGTH);
    b->new_id = 1;
    b->owes |= BOX_OWES_HELLO | BOX_OWES_STATE;
}

/* Length of the payload of a type from the host; 0xFF for a type we do not know. */
static uint8_t length_of(uint8_t type)
{
    switch (type) {
    case WHO:
    case DISARM:
        return 0;
    case ARM:
        return 2;
    case LAMPS:
        return 3;
    case WELCOME:
    case PING:
    case ACK:
        return 4;
    case BOARD:
        return BOX_ID_LENGTH;
    default:
        return 0xFF;
    }
}

static void obey(struct box *b, uint8_t type, const uint8_t *p, struct tick at)
{
    switch (type) {
    case ARM:
        b->round = p[0];
        b->armed = p[1];
        panel_arm(&b->panel, b->closed);
        b->owes |= BOX_OWES_STATE;
        break;
    case DISARM:
        b->round = b->armed = 0;
        b->owes |= BOX_OWES_STATE;
        break;
    case LAMPS:
        lamps_set(&b->lamps, p[0], p[1], p[2], at);
        b->owes |= BOX_OWES_STATE;
        break;
    case ACK:
        records_acknowledge(&b->records, frame_read_u16(p), frame_read_u16(p + 2));
        break;
    case BOARD:
        rename(b, p);
        break;
    }
}

static void count_bad(struct box *b)
{
    if (b->bad != UINT16_MAX)
        b->bad++;
}

static void receive(struct box *b, const struct frame *f, struct tick at)
{
    uint8_t length = length_of(f->type);

    if (length == 0xFF) /* a newer host: not for us, and no damage */
        return;
    if (f->length != length || (f->type == ARM && !f->payload[0]) ||
        (f->type == WELCOME && (!f->boot || f->boot != frame_read_u16(f->payload)))) {
        count_bad(b); /* whole, but it cannot be what its type says */
    } else if (f->type == WHO) {
        b->owes |= BOX_OWES_HELLO;
    } else if (f->type == WELCOME) {
        if (frame_read_u16(f->payload + 2) == b->identity.nonce)
            welcome(b, f->boot);
    } else if (f->boot == b->boot) { /* else meant for a boot that is over */
        if (f->type == PING)
            keep_pong(b, f->payload, at);
        else if (b->boot)
            obey(b, f->type, f->payload, at);
    }
}

void box_byte(struct box *b, uint8_t byte, struct tick at)
{
    struct frame frame;

    switch (frame_feed(&b->reader, byte, &frame)) {
    case FRAME_WHOLE:
        receive(b, &frame, at);
        break;
    case FRAME_BAD:
        count_bad(b);
        break;
    case FRAME_PENDING:
        break;
    }
}

uint16_t box_sample(struct box *b, uint16_t closed, struct tick now)
{
    struct press press;
    uint16_t free;

    b->closed = (uint8_t)(closed & PANEL_BUTTONS);
    free = panel_sample(&b->panel, closed, now);
    while (panel_take_press(&b->panel, &press)) {
        uint8_t key = (uint8_t)(press.inputs >> 8), buttons = (uint8_t)press.inputs;

        if (buttons)
            records_push(&b->records, PRESS, press.round, buttons, press.at);
        if (key)
            records_push(&b->records, KEY, 0, key, press.at);
    }
    return free;
}

/* --- what the box says --- */

static uint8_t write_hello(struct box *b, uint8_t *out)
{
    const struct box_identity *id = &b->identity;
    struct frame_writer w;
    uint8_t i;

    frame_begin(&w, out, HELLO, 0, b->boot);
    frame_u8(&w, BOX_PROTOCOL);
    frame_u32(&w, id->build);
    for (i = 0; i < BOX_ID_LENGTH; i++)
        frame_u8(&w, id->id[i]);
    frame_u8(&w, id->kind);
    frame_u8(&w, id->cause);
    frame_u32(&w, TICK_HZ);
    frame_u8(&w, id->buttons);
    frame_u8(&w, (uint8_t)(b->panel.down & PANEL_BUTTONS));
    frame_u16(&w, id->nonce);
    return frame_end(&w);
}

static uint8_t write_state(struct box *b, struct tick now, uint8_t *out)
{
    struct frame_writer w;

    frame_begin(&w, out, STATE, 0, b->boot);
    frame_tick(&w, now);
    frame_u8(&w, b->round);
    frame_u8(&w, b->armed);
    frame_u8(&w, (uint8_t)(b->panel.down & PANEL_BUTTONS));
    frame_u8(&w, (uint8_t)(b->panel.stuck & PANEL_BUTTONS));
    frame_u8(&w, b->records.count);
    frame_u16(&w, b->panel.spikes);
    frame_u16(&w, b->records.lost);
    frame_u16(&w, b->bad);
    frame_u16(&w, b->panel.noise);
    return frame_end(&w);
}

static uint8_t write_record(struct box *b, const struct record *r, uint16_t seq, uint8_t depth,
                            uint8_t *out)
{
    struct frame_writer w;

    frame_begin(&w, out, r->type, seq, b->boot);
    if (r->type == PRESS)
        frame_u8(&w, r->round);
    frame_u8(&w, r->mask);
    frame_tick(&w, r->at);
    frame_u8(&w, depth);
    return frame_end(&w);
}

static uint8_t write_release(struct box *b, uint8_t *out)
{
    struct frame_writer w;
    struct tick at;
    uint16_t input;

    do /* the host's keys have no release */
        input = panel_take_release(&b->panel, &at);
    while (input & PANEL_KEYS);
    if (!input || !b->boot)
        return 0;
    frame_begin(&w, out, RELEASE, 0, b->boot);
    frame_u8(&w, (uint8_t)input);
    frame_tick(&w, at);
    return frame_end(&w);
}

static uint8_t write_pong(struct box *b, uint8_t *out)
{
    const struct pong *pong = &b->pongs[b->pong_head];
    struct frame_writer w;
    uint8_t i;

    frame_begin(&w, out, PONG, 0, b->boot);
    for (i = 0; i < sizeof pong->nonce; i++)
        frame_u8(&w, pong->nonce[i]);
    frame_tick(&w, pong->at);
    b->pong_head = (uint8_t)(b->pong_head + 1) % BOX_PONGS;
    b->pong_count--;
    return frame_end(&w);
}

uint8_t box_send(struct box *b, struct tick now, uint8_t *out)
{
    const struct record *record = 0;
    uint16_t seq;
    uint8_t length, depth;

    if (b->boot && records_waiting(&b->records))
        record = records_take_due(&b->records, now, &seq, &depth);
    if (record)
        return write_record(b, record, seq, depth, out);
    if ((int32_t)(now.low + BEAT_EARLY_TICKS - b->beat.low) >= 0) {
        b->beat.low += BEAT_TICKS;
        b->owes |= b->boot ? BOX_OWES_STATE : BOX_OWES_HELLO;
    }
    length = write_release(b, out);
    if (length)
        return length;
    if (b->owes & BOX_OWES_STATE) {
        b->owes &= ~BOX_OWES_STATE;
        return write_state(b, now, out);
    }
    if (b->owes & BOX_OWES_HELLO) {
        b->owes &= ~BOX_OWES_HELLO;
        return write_hello(b, out);
    }
    return b->pong_count ? write_pong(b, out) : 0;
}

uint8_t box_busy(const struct box *b)
{
    return panel_busy(&b->panel) || lamps_busy(&b->lamps) || (b->boot && records_waiting(&b->records));
}
