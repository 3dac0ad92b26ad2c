/* The UART: 500 000 baud, exact at 16 MHz. Bytes in through a ring (interrupts.S), each closing zero
 * with the instant of its arrival, for a ping is answered with it; one frame at a time out. */
#include "serial.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <stddef.h>

#include "edges.h"

#define MANY (SERIAL_BYTES / 2)
#define RECEIVE (_BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0))

_Static_assert(offsetof(struct zero_ring, head) == SERIAL_ZEROS_HEAD, "as interrupts.S has it");
_Static_assert(offsetof(struct zero_ring, tail) == SERIAL_ZEROS_TAIL, "as interrupts.S has it");

uint8_t serial_bytes[SERIAL_BYTES];
volatile uint8_t serial_head, serial_tail;
struct zero_ring serial_zeros;

static uint8_t frame[64];
static volatile uint8_t frame_next;
static volatile uint8_t frame_length;

void serial_start(void)
{
    UCSR0B = 0;
    UCSR0A = _BV(U2X0);
    UBRR0 = 3; /* 16 MHz / 8 / 500 000 - 1 */
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = RECEIVE;
}

uint8_t board_take_byte(uint8_t *byte, struct tick *at)
{
    uint8_t tail = serial_tail;

    if (tail == serial_head)
        return 0;
    *byte = serial_bytes[tail];
    if (!*byte) {
        uint8_t zero = serial_zeros.tail;

        *at = edges_complete((const struct raw_edge *)((const uint8_t *)serial_zeros.slot + zero));
        serial_zeros.tail = (zero + EDGES_SLOT) & SERIAL_ZEROS_WRAP;
    }
    serial_tail = (tail + 1) & (SERIAL_BYTES - 1);
    return 1;
}

uint8_t serial_waiting(void)
{
    return serial_zeros.head != serial_zeros.tail ||
           (uint8_t)((serial_head - serial_tail) & (SERIAL_BYTES - 1)) >= MANY;
}

ISR(USART_UDRE_vect)
{
    uint8_t next = frame_next;

    UDR0 = frame[next++];
    frame_next = next;
    if (next == frame_length) {
        UCSR0B = RECEIVE;
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
    UCSR0B = RECEIVE | _BV(UDRIE0);
}
