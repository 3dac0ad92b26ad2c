/* Contacts: from edges to presses, spikes, noise and releases.
 *
 * An input is a bit of a 16-bit set: bits 0-5 the players' buttons, bits 8-11 the host's keys.
 * An input that has fired stays deaf (the board masks its interrupt) until this module gives it
 * back, so one bad contact costs its neighbours nothing.
 *
 * The stamp of a press is that of its first edge and debouncing never moves it. An edge becomes a
 * press when the contact is seen closed at 1, 2 ... 8 ms after it, a spike when it never is. What
 * belongs to one instant is told whole, and presses are told in the order of their stamps: a later
 * one waits until an earlier one has been decided (8 ms at most).
 */
#ifndef LOGIC_PANEL_H
#define LOGIC_PANEL_H

#include <stdint.h>

#include "tick.h"

#define PANEL_INPUTS 12 /* bits 6 and 7 stay unused */
#define PANEL_BUTTONS 0x003F
#define PANEL_KEYS 0x0F00

#define PANEL_CHECKS 8                          /* one a millisecond */
#define PANEL_RELEASE_TICKS (25 * TICKS_PER_MS) /* steady for so long is a release */
#define PANEL_NOISE_INPUTS 4 /* so many spikes in one instant are interference, not fingers */

struct press {
    struct tick at;
    uint16_t inputs;
    uint8_t round; /* the round the box knew at the edge */
};

struct candidate {
    struct press press; /* its inputs: those seen closed so far */
    uint16_t fired;
    uint16_t open; /* fired, not decided yet */
    uint8_t checks;
};

struct panel {
    struct candidate waiting[PANEL_INPUTS]; /* oldest first; an input is in one at most */
    uint8_t count;
    uint16_t down;     /* closed, waiting for their release */
    uint16_t up;       /* of those: seen open, the 25 ms running */
    uint16_t stuck;    /* closed at start or at arming */
    uint16_t released; /* not told yet */
    struct tick rise[PANEL_INPUTS];
    uint16_t spikes;
    uint16_t noise;
};

/* `closed`: inputs that are down at start. They are stuck and deaf until released. */
void panel_start(struct panel *p, uint16_t closed);

/* First edges of `inputs`, in one instant. */
void panel_edge(struct panel *p, uint16_t inputs, struct tick at, uint8_t round);

/* What the contacts are now. Returns the inputs that may fire again. Wanted each half millisecond
 * while panel_busy(). */
uint16_t panel_sample(struct panel *p, uint16_t closed, struct tick now);

/* The next press that is decided; 0 if there is none. */
uint8_t panel_take_press(struct panel *p, struct press *press);

/* One input that was released, with the tick of its last rising edge as sampled; 0 if none. */
uint16_t panel_take_release(struct panel *p, struct tick *at);

/* A round is armed: what is down now is no press of this round. */
void panel_arm(struct panel *p, uint16_t closed);

static inline uint8_t panel_busy(const struct panel *p)
{
    return p->count || p->down;
}

#endif
