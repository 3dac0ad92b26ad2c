/* Between the files of this board: the line to the host. Also read by the assembler. */
#ifndef ATMEGA328P_SERIAL_H
#define ATMEGA328P_SERIAL_H

#include "edges.h"

#define SERIAL_BYTES 128 /* powers of two */
#define SERIAL_ZEROS 16
#define SERIAL_ZEROS_WRAP (SERIAL_ZEROS * EDGES_SLOT - 1)
#define SERIAL_ZEROS_HEAD (SERIAL_ZEROS * EDGES_SLOT)
#define SERIAL_ZEROS_TAIL (SERIAL_ZEROS_HEAD + 1)

#ifndef __ASSEMBLER__

#include <stdint.h>

/* The instants of the zeros among the bytes; head and tail are offsets in bytes. */
struct zero_ring {
    struct raw_edge slot[SERIAL_ZEROS];
    volatile uint8_t head;
    volatile uint8_t tail;
};

extern uint8_t serial_bytes[SERIAL_BYTES];
extern volatile uint8_t serial_head, serial_tail;
extern struct zero_ring serial_zeros;

void serial_start(void);

/* Whether the main loop has bytes to take: an ended frame, or so many that room gets short. */
uint8_t serial_waiting(void);

#endif
#endif
