/* The UART: 500 000 baud, exact at 16 MHz. Bytes in through a ring, each closing zero with the
 * instant of its arrival (a ping is answered with it); one frame at a time out. */
#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "edges.h"

#define BYTES 128 /* powers of two */
#define ZEROS 16
#define MANY 64 /* bytes without a zero that wake the main loop all the same */

static uint8_t bytes[BYTES];
static volatile uint8_t bytes_head;
static volatile uint8_t bytes_tail;
static struct raw_time zeros[ZEROS];
static volatile uint8_t zeros_head;
static volatile uint8_t zeros_tail;

static uint8_t frame[64];
static volatile uint8_t frame_next;
static volatile uint8_t frame_length;

void serial_start(void)
{
    UCSR0B = 0;
    UCSR0A = _BV(U2X0);
    UBRR0 = 3; /* 16 MHz / 8 / 500 000 - 1 */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    bytes_head = bytes_tail = zeros_head = zeros_tail = 0;
    frame_next = frame_length = 0;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* Where there is no room the byte is dropped; the check sum of its frame tells. */
ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t head = bytes_head;
    uint8_t after = (head + 1) & (BYTES - 1);

    if (after == bytes_tail)
        return;
    if (!byte) {
        uint8_t zero = zeros_head;
        uint8_t zero_after = (zero + 1) & (ZEROS - 1);

        if (zero_after == zeros_tail)
            return;
        zeros[zero].timer = TCNT1;
        zeros[zero].overflows = edges_overflows_of(zeros[zero].timer);
        zeros_head = zero_after;
        edges_wake = 1;
    }
    bytes[head] = byte;
    bytes_head = after;
}

uint8_t board_take_byte(uint8_t *byte, struct tick *at)
{
    uint8_t tail = bytes_tail;

    if (tail == bytes_head)
        return 0;
    *byte = bytes[tail];
    if (!*byte) {
        uint8_t zero = zeros_tail;

        *at = edges_complete(zeros[zero]);
        zeros_tail = (zero + 1) & (ZEROS - 1);
    }
    bytes_tail = (tail + 1) & (BYTES - 1);
    return 1;
}

uint8_t serial_waiting(void)
{
    return zeros_head != zeros_tail || (uint8_t)((bytes_head - bytes_tail) & (BYTES - 1)) >= MANY;
}

ISR(USART_UDRE_vect)
{
    uint8_t next = frame_next;

    UDR0 = frame[next++];
    frame_next = next;
    if (next == frame_length) {
        UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
        edges_wake = 1;
    }
}

uint8_t *board_frame(void)
{
    return UCSR0B & _BV(UDRIE0) ? 0 : frame;
}

void board_transmit(uint8_t length)
{
    frame_next = 0;
    frame_length = length;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0) | _BV(UDRIE0);
}
