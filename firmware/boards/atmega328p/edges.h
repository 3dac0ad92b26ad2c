/* Between the files of this board: time and edges. Also read by the assembler. */
#ifndef ATMEGA328P_EDGES_H
#define ATMEGA328P_EDGES_H

#define EDGES_SLOT 4                     /* bytes of a struct raw_edge */
#define EDGES_RING 8                     /* slots: a power of two above the number of pins of a port */
#define EDGES_HEAD (EDGES_RING * EDGES_SLOT) /* where a struct edge_ring keeps its head */
#define EDGES_WRAP (EDGES_RING * EDGES_SLOT - 1)

#ifndef __ASSEMBLER__

#include <stdint.h>

#include "../board.h"

/* A stamp as an interrupt can afford to keep it: of the 32 bits of overflows the lowest 8, which is
 * 8.4 s, and the main loop is never so late. */
struct raw_edge {
    uint16_t timer;
    uint8_t overflows;
    uint8_t pins;
};

/* Filled by an interrupt. Head and tail are offsets in bytes, so that the interrupt need not multiply. */
struct edge_ring {
    struct raw_edge slot[EDGES_RING];
    volatile uint8_t head;
    uint8_t tail;
};

extern struct edge_ring edges_buttons, edges_keys;

/* Set by an interrupt that leaves work to the main loop. */
extern volatile uint8_t edges_wake;

/* The upper 32 of the 48 bits, as far as the overflow interrupt has counted. */
extern volatile uint32_t edges_overflows;

void edges_start(void);

/* All 48 bits of a stamp that is less than 8 s old. */
struct tick edges_complete(const struct raw_edge *raw);

#endif
#endif
