#include "records.h"

/* 128 us: sixteen bits of it compare right over 4 s, and no wait is longer than 200 ms. */
#define RECORD_DUE_TICKS 256

#define FIRST_WAIT_MS 20
#define LONGEST_WAIT_MS 200

static uint16_t seq_after(uint16_t seq)
{
    return seq == UINT16_MAX ? 1 : seq + 1; /* 0 means none */
}

static uint8_t seq_reaches(uint16_t upto, uint16_t seq)
{
    return (int16_t)(uint16_t)(upto - seq) >= 0;
}

static struct record *record_at(struct records *r, uint8_t index)
{
    return &r->slot[(uint8_t)(r->head + index) % RECORDS_MAX];
}

static void drop_oldest(struct records *r)
{
    r->head = (uint8_t)(r->head + 1) % RECORDS_MAX;
    r->count--;
    if (r->got)
        r->got--;
    r->first = seq_after(r->first);
}

void records_start(struct records *r)
{
    r->first = r->next = 1;
    r->lost = 0;
    r->head = r->count = r->got = 0;
}

void records_push(struct records *r, uint8_t type, uint8_t round, uint8_t mask, struct tick at)
{
    struct record *record;

    if (r->count == RECORDS_MAX) {
        if (!r->got && r->lost != UINT16_MAX)
            r->lost++;
        drop_oldest(r);
    }
    record = record_at(r, r->count++);
    record->at = at;
    record->type = type;
    record->round = round;
    record->mask = mask;
    record->tries = 0;
    r->next = seq_after(r->next);
}

void records_renew(struct records *r)
{
    uint8_t i;

    for (i = 0; i < r->count; i++)
        record_at(r, i)->tries = 0;
    r->got = 0;
}

void records_acknowledge(struct records *r, uint16_t got, uint16_t saved)
{
    uint16_t seq = r->first;
    uint8_t i;

    /* What is not below `next` was never numbered: no host of ours says so. */
    if (saved && seq_reaches(saved, r->next))
        return;
    if (got && seq_reaches(got, r->next))
        return;
    for (i = 0; i < r->count; i++, seq = seq_after(seq)) {
        if (!(got && seq_reaches(got, seq)) && !(saved && seq_reaches(saved, seq)))
            break;
        if (i >= r->got)
            r->got = i + 1;
    }
    while (saved && r->count && seq_reaches(saved, r->first))
        drop_oldest(r);
}

static uint16_t wait_after(uint8_t tries)
{
    uint16_t ms = tries > 4 ? LONGEST_WAIT_MS : FIRST_WAIT_MS << (tries - 1);

    return (uint16_t)(ms * TICKS_PER_MS / RECORD_DUE_TICKS);
}

const struct record *records_take_due(struct records *r, struct tick now, uint16_t *seq, uint8_t *depth)
{
    uint16_t clock = (uint16_t)(now.low / RECORD_DUE_TICKS);
    uint16_t number = r->first;
    uint8_t i;

    for (i = 0; i < r->count; i++, number = seq_after(number)) {
        struct record *record = record_at(r, i);

        if (i < r->got)
            continue;
        if (!record->tries || (int16_t)(uint16_t)(clock - record->due) >= 0) {
            if (record->tries != UINT8_MAX)
                record->tries++;
            record->due = clock + wait_after(record->tries);
            *seq = number;
            *depth = i + 1;
            return record;
        }
    }
    return 0;
}
