/* An ATmega328P under libsimavr in virtual time: its pins, its line and its faults.
 *
 * All times are processor cycles since the chip was made. Nothing here reads a clock of this
 * computer: the same calls give the same run.
 */
#ifndef BOXSIM_H
#define BOXSIM_H

#include <stddef.h>
#include <stdint.h>

#define SIM_HZ 16000000u

struct sim;

struct sim_edge {      /* a level put on a pin, as it was done */
    uint64_t wanted;   /* the cycle asked for */
    uint64_t injected; /* the cycle it came: the end of the instruction under way */
    uint32_t id;
};

struct sim_output { /* a write to PORTx that changed it */
    uint64_t at;
    char port;
    uint8_t value;
};

/* `seed` fills the memory as a power-up leaves it. Null if libsimavr does not know the chip. */
struct sim *sim_new(uint32_t seed);
void sim_free(struct sim *s);

/* Loads Intel HEX; bytes loaded or -1. `entry` >= 0 is where the chip starts (BOOTRST). */
int sim_load_hex(struct sim *s, const char *path, int64_t entry);
/* Without a program the flash would fall through into the bootloader: makes it stay at 0. */
void sim_no_program(struct sim *s);

/* Reset with this cause in MCUSR: power-on 1, external 2, brown-out 4, watchdog 8. */
void sim_reset(struct sim *s, uint8_t cause);
/* The program hangs where it is, interrupts on, until the watchdog or a reset. 1 if it could be done. */
int sim_hang(struct sim *s);

uint64_t sim_now(const struct sim *s);
/* Runs to a cycle, or with `until_sent` until a byte has left the box. 0, or -1 after a crash. */
int sim_run(struct sim *s, uint64_t cycle, int until_sent);

/* Schedules a level on a pin; returns the id it is reported under. Level 0 is a button that is down. */
uint32_t sim_pin(struct sim *s, uint64_t at, char port, uint8_t pin, uint8_t level);
size_t sim_take_edges(struct sim *s, struct sim_edge *out, size_t room);
size_t sim_take_outputs(struct sim *s, struct sim_output *out, size_t room);

/* Bytes to the box: on the line from cycle `at`, one after the other at the box's baud rate. */
void sim_write(struct sim *s, uint64_t at, const uint8_t *bytes, size_t count);
/* Bytes from the box, each with the cycle it was written to the UART; `at` may be null. */
size_t sim_read(struct sim *s, uint8_t *bytes, uint64_t *at, size_t room);
size_t sim_waiting(const struct sim *s);

/* One instruction a step, to see the interrupt flag: slow, and forgets what was measured before. */
void sim_measure_interrupts_off(struct sim *s, int on);
/* The longest stretch with interrupts off that began with them on, in cycles; entry not included. */
uint32_t sim_interrupts_off(const struct sim *s);
uint32_t sim_interrupts_off_at(const struct sim *s); /* where it ended, as an address in flash */

uint64_t sim_timer_started(const struct sim *s); /* the cycle Timer1 last got its clock */
uint8_t *sim_memory(struct sim *s);              /* registers, I/O and RAM */
const uint8_t *sim_flash(const struct sim *s);
uint32_t sim_flash_size(const struct sim *s);

#endif
