/* What an application needs of a board. Each boards/<name>/ has one implementation of this and is
 * the only code that touches hardware. Inputs are the sets of logic/panel.h. */
#ifndef BOARDS_BOARD_H
#define BOARDS_BOARD_H

#include <stdint.h>

#include "../logic/tick.h"

/* Sets every register, whatever ran before: power-up, a bootloader, or this program until the
 * watchdog bit. Interrupts stay off until board_go(). */
void board_start(void);
void board_go(void);

uint8_t board_reset_cause(void); /* power-on 1, external 2, brown-out 4, watchdog 8, unknown 0 */
uint16_t board_nonce(void);      /* a sum over what the memory held before the start */
uint8_t board_kind(void);        /* as in `hello` */
uint8_t board_buttons(void);     /* how many players' buttons there are */

struct tick board_now(void);
uint16_t board_closed(void); /* the inputs that are down now */

/* The oldest first edge not taken yet; 0 if there is none. The inputs of an edge are deaf until
 * board_listen(). */
uint16_t board_take_edge(struct tick *at);

/* These inputs may fire again. One that is down already fires at once. */
void board_listen(uint16_t inputs);

/* The oldest byte from the host; 0 if there is none. `at` is set for a zero: its arrival. */
uint8_t board_take_byte(uint8_t *byte, struct tick *at);

/* The buffer for the next frame, or null while one is under way; board_transmit() sends it. */
uint8_t *board_frame(void);
void board_transmit(uint8_t length);

void board_lamps(uint8_t lit, uint8_t buzzing);

/* The board's id, 8 bytes padded with 0, as stored; the default where nothing is. */
void board_read_id(uint8_t *id);
/* Starts to store an id. board_store_step() goes on with it and never waits. */
void board_store_id(const uint8_t *id);
void board_store_step(void);

/* Feeds the watchdog. Only the main loop may call it. */
void board_alive(void);

/* Sleeps until there is an edge, a frame, a free transmitter, or time has passed: half a
 * millisecond if `busy`, else at most 33 ms. */
void board_sleep(uint8_t busy);

#endif
