/* Start, watchdog, sleep, lamps and the stored id of the ATmega328P board. */
#include "../board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/power.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>
#include <util/crc16.h>
#include <util/delay.h>

#include "edges.h"
#include "pins.h"
#include "serial.h"

#define WATCHDOG_MARK 0xB17E
#define ID_LENGTH 8

/* Not touched by the start-up code: what was before the start is read from here. */
static uint16_t watchdog_mark __attribute__((section(".noinit")));
static uint16_t nonce __attribute__((section(".noinit")));
static uint8_t cause __attribute__((section(".noinit")));

volatile uint8_t edges_wake;

static uint8_t stored_id[ID_LENGTH];
static uint8_t stored_next = ID_LENGTH; /* bytes before it are in the EEPROM */

/* Before .data and .bss are set: the watchdog may still be running from before a reset, and the
 * memory still holds what differs from boot to boot. */
void before_data(void) __attribute__((naked, used, section(".init3")));
void before_data(void)
{
    const uint8_t *at = (const uint8_t *)RAMSTART;
    uint16_t sum = 0xFFFF;
    uint8_t flags = MCUSR;

    MCUSR = 0;
    wdt_disable();
    for (; at <= (const uint8_t *)RAMEND; at++)
        sum = _crc_xmodem_update(sum, *at);
    nonce = sum;
    flags &= _BV(PORF) | _BV(EXTRF) | _BV(BORF) | _BV(WDRF);
    if (!flags && watchdog_mark == WATCHDOG_MARK)
        flags = _BV(WDRF);
    cause = flags;
    watchdog_mark = 0;
}

/* The main loop has hung. No reset: a bootloader may loop for ever after one, or hide the cause. */
ISR(WDT_vect, ISR_NAKED)
{
    watchdog_mark = WATCHDOG_MARK;
    __asm__ volatile("jmp 0");
}

static void watchdog_start(void)
{
    wdt_reset();
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = _BV(WDIE) | _BV(WDP2); /* interrupt only, 250 ms */
}

static void pins_start(void)
{
    DDRB = BUZZER_PIN | LED_PIN;
    PORTB = KEY_PINS;
    DDRC = 0;
    PORTC = BUTTON_PINS;
    DDRD = LAMP_PINS | 0x02;
    PORTD = SERIAL_PINS;
    DIDR0 = DIDR1 = 0;
    MCUCR = 0; /* pull-ups on, vectors in the application */
    _delay_ms(2); /* until the pull-ups have charged the cables */
}

static void unused_off(void)
{
    EIMSK = 0;
    ADCSRA = 0;
    ACSR = _BV(ACD);
    SPCR = 0;
    TWCR = 0;
    TIMSK2 = TCCR2A = TCCR2B = 0;
    EECR = 0;
    PRR = _BV(PRTWI) | _BV(PRTIM2) | _BV(PRSPI) | _BV(PRADC);
}

/* Timer0 beats each half millisecond, but only while something is to be watched. */
static void beat_start(void)
{
    TCCR0B = 0;
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / 2000 - 1;
    TCNT0 = 0;
    TIFR0 = 0xFF;
    TIMSK0 = _BV(OCIE0A);
}

ISR(TIMER0_COMPA_vect)
{
    edges_wake = 1;
}

void board_start(void)
{
    cli();
    unused_off();
    pins_start();
    beat_start();
    edges_start();
    serial_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    watchdog_start();
}

void board_go(void)
{
    sei();
}

uint8_t board_reset_cause(void)
{
    return cause;
}

uint16_t board_nonce(void)
{
    return nonce;
}

uint8_t board_kind(void)
{
    return 1;
}

uint8_t board_buttons(void)
{
    return 6;
}

void board_lamps(uint8_t lit, uint8_t buzzing)
{
    uint8_t lamps = (uint8_t)(lit << LAMP_SHIFT) | SERIAL_PINS;
    uint8_t keys = buzzing ? BUZZER_PIN | KEY_PINS : KEY_PINS;

    if (PORTD != lamps)
        PORTD = lamps;
    if (PORTB != keys)
        PORTB = keys;
}

void board_read_id(uint8_t *id)
{
    static const uint8_t nothing[ID_LENGTH] = "BOX-0000";
    uint8_t i, first = eeprom_read_byte(0);

    for (i = 0; i < ID_LENGTH; i++)
        id[i] = first == 0xFF || first == 0 ? nothing[i] : eeprom_read_byte((const uint8_t *)(uint16_t)i);
}

void board_store_id(const uint8_t *id)
{
    uint8_t i;

    for (i = 0; i < ID_LENGTH; i++)
        stored_id[i] = id[i];
    stored_next = 0;
}

/* A byte takes 3.4 ms to be written: never waited for, and written only where it differs. */
void board_store_step(void)
{
    if (stored_next == ID_LENGTH || !eeprom_is_ready())
        return;
    eeprom_update_byte((uint8_t *)(uint16_t)stored_next, stored_id[stored_next]);
    stored_next++;
}

void board_alive(void)
{
    wdt_reset();
}

static void set_beat(uint8_t on)
{
    uint8_t clock = on ? _BV(CS01) | _BV(CS00) : 0;

    if (TCCR0B == clock)
        return;
    TCNT0 = 0;
    TCCR0B = clock;
}

void board_sleep(uint8_t busy)
{
    set_beat(busy || stored_next != ID_LENGTH);
    for (;;) {
        cli();
        if (edges_wake || serial_waiting())
            break;
        sleep_enable();
        sei(); /* takes effect after the next instruction: no interrupt is slept through */
        sleep_cpu();
        sleep_disable();
    }
    edges_wake = 0;
    sei();
}
