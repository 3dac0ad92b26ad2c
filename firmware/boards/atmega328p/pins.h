/* The reference wiring (docs/hardware.md): Arduino Nano or Uno, ATmega328P at 16 MHz.
 *
 *   PC0-PC5  A0-A5    buttons 1-6, to ground, pull-ups on: one port, one snapshot, one interrupt
 *   PD2-PD7  D2-D7    lamps 1-6, high is lit
 *   PB0-PB3  D8-D11   the host's keys next, right, wrong, undo, to ground
 *   PB4      D12      buzzer, high sounds
 *   PD0 PD1  RX TX    500 000 baud, 8N1
 */
#ifndef ATMEGA328P_PINS_H
#define ATMEGA328P_PINS_H

#define BUTTON_PINS 0x3F /* of port C */
#define KEY_PINS 0x0F    /* of port B */
#define LAMP_PINS 0xFC   /* of port D */
#define LAMP_SHIFT 2
#define SERIAL_PINS 0x03 /* of port D: RX pulled up, TX idle high */
#define BUZZER_PIN 0x10  /* of port B */
#define LED_PIN 0x20     /* of port B: the board's own, kept dark */

#define KEY_SHIFT 8 /* host keys are bits 8-11 of an input set */

#endif
