/* Between the files of this board: the line to the host. */
#ifndef ATMEGA328P_SERIAL_H
#define ATMEGA328P_SERIAL_H

#include <stdint.h>

void serial_start(void);
/* Whether the main loop has bytes to take: a whole frame, or many. */
uint8_t serial_waiting(void);

#endif
