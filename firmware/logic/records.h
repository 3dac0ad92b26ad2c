/* Presses and host keys that the host must get: kept until saved, sent again until got.
 *
 * Both acknowledgements are cumulative, so the records that were got are always the oldest ones
 * and the queue loses records at its head only, whatever the reason.
 */
#ifndef LOGIC_RECORDS_H
#define LOGIC_RECORDS_H

#include <stdint.h>

#include "tick.h"

#define RECORDS_MAX 64

struct record {
    struct tick at;
    uint16_t due; /* in RECORD_DUE_TICKS; means nothing before the first try */
    uint8_t type; /* of the frame */
    uint8_t round;
    uint8_t mask;
    uint8_t tries; /* 0: not sent yet under this boot id */
};

struct records {
    struct record slot[RECORDS_MAX];
    uint16_t first; /* sequence number of the oldest record, if there is one */
    uint16_t next;  /* sequence number the next record will have */
    uint16_t lost;  /* forgotten though the host never got them; stays up */
    uint8_t head;
    uint8_t count;
    uint8_t got; /* how many of the oldest the host has got */
};

void records_start(struct records *r);

void records_push(struct records *r, uint8_t type, uint8_t round, uint8_t mask, struct tick at);

/* A new boot id: everything not saved is sent again. */
void records_renew(struct records *r);

/* Up to `got` received, up to `saved` on disk; 0 means none; what was never sent is ignored. */
void records_acknowledge(struct records *r, uint16_t got, uint16_t saved);

/* The next record to send now, or 0. Sets its number and how many records the box holds up to and
 * with it: seq - depth + 1 is the oldest there is, so a host knows from any record where the sequence
 * begins and what can never come any more. It counts as sent: the next time for it is 20, 40, 80,
 * 160, 200, 200 ... ms later. */
const struct record *records_take_due(struct records *r, struct tick now, uint16_t *seq, uint8_t *depth);

/* Whether any record waits for its `got`. */
static inline uint8_t records_waiting(const struct records *r)
{
    return r->count != r->got;
}

#endif
