; The interrupts whose length decides how well two presses are told apart, by hand: the compiler's
; are half as long again, and what one of them takes is what the next edge waits for.
; edges.h and serial.h say what the C side makes of it.
#include <avr/io.h>

#include "edges.h"
#include "serial.h"

; r25 = the lowest 8 overflows of a time whose high byte is in r26: one more if an overflow waits for
; its interrupt and the low word has already begun anew. Read as 0xFFFF just before, it has not.
.macro OVERFLOWS_OF_R26
    lds r25, edges_overflows
    sbis _SFR_IO_ADDR(TIFR1), TOV1
    rjmp .Lnone\@
    sbrs r26, 7
    inc r25
.Lnone\@:
.endm

; Pin change: port and timer first, everything else after. Pins that are down leave the mask.
.macro PIN_CHANGE vector, port, mask, ring
.global \vector
\vector:
    push r24
    in r24, _SFR_IO_ADDR(\port)
    push r25
    lds r25, TCNT1L
    push r26
    lds r26, TCNT1H
    push r30
    in r30, _SFR_IO_ADDR(SREG)
    push r30
    com r24
    lds r30, \mask
    and r24, r30             ; fired: down, and listened to
    breq .Ldone\@
    eor r30, r24
    sts \mask, r30
    push r31
    lds r30, \ring + EDGES_HEAD
    mov r31, r30
    subi r31, -EDGES_SLOT
    andi r31, EDGES_WRAP
    sts \ring + EDGES_HEAD, r31
    ldi r31, 0
    subi r30, lo8(-(\ring))
    sbci r31, hi8(-(\ring))
    st Z+, r25
    st Z+, r26
    OVERFLOWS_OF_R26
    st Z+, r25
    st Z, r24
    ldi r24, 1
    sts edges_wake, r24
    pop r31
.Ldone\@:
    pop r30
    out _SFR_IO_ADDR(SREG), r30
    pop r30
    pop r26
    pop r25
    pop r24
    reti
.endm

.section .text.interrupts, "ax", @progbits

    PIN_CHANGE PCINT1_vect, PINC, PCMSK1, edges_buttons
    PIN_CHANGE PCINT0_vect, PINB, PCMSK0, edges_keys

; A byte from the host. Where there is no room it is dropped, and the check sum of its frame tells.
.global USART_RX_vect
USART_RX_vect:
    push r24
    in r24, _SFR_IO_ADDR(SREG)
    push r24
    push r25
    push r30
    push r31
    lds r25, UDR0
    lds r30, serial_head
    mov r24, r30
    inc r24
    andi r24, SERIAL_BYTES - 1
    lds r31, serial_tail
    cp r24, r31
    breq rx_done
    tst r25
    breq rx_zero
rx_keep:
    sts serial_head, r24
    ldi r31, 0
    subi r30, lo8(-(serial_bytes))
    sbci r31, hi8(-(serial_bytes))
    st Z, r25
rx_done:
    pop r31
    pop r30
    pop r25
    pop r24
    out _SFR_IO_ADDR(SREG), r24
    pop r24
    reti

; A zero ends a frame: it gets the time of its arrival. Its byte counts only with a stamp.
rx_zero:
    push r26
    lds r30, serial_zeros + SERIAL_ZEROS_HEAD
    mov r26, r30
    subi r26, -EDGES_SLOT
    andi r26, SERIAL_ZEROS_WRAP
    lds r31, serial_zeros + SERIAL_ZEROS_TAIL
    cp r26, r31
    breq rx_no_stamp
    sts serial_zeros + SERIAL_ZEROS_HEAD, r26
    ldi r31, 0
    subi r30, lo8(-(serial_zeros))
    sbci r31, hi8(-(serial_zeros))
    lds r25, TCNT1L
    st Z+, r25
    lds r26, TCNT1H
    st Z+, r26
    OVERFLOWS_OF_R26
    st Z, r25
    clr r25
    pop r26
    lds r30, serial_head
    rjmp rx_keep
rx_no_stamp:
    pop r26
    rjmp rx_done
