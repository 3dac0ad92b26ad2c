/* The box: board and logic, tied together. */
#include "../boards/board.h"
#include "../logic/box.h"

/* Bytes taken in one pass: a flood on the line must not keep the contacts waiting. */
#define BYTES_A_PASS 32

static struct box box;

static void start(void)
{
    struct box_identity identity = {
        .build = BUILD,
        .kind = board_kind(),
        .cause = board_reset_cause(),
        .buttons = board_buttons(),
        .nonce = board_nonce(),
    };

    board_read_id(identity.id);
    box_start(&box, &identity, board_closed(), board_now());
    board_listen((uint16_t)~box.panel.down);
}

static void take_edges(void)
{
    struct tick at;
    uint16_t inputs;

    while ((inputs = board_take_edge(&at)))
        box_edge(&box, inputs, at);
}

static void take_bytes(void)
{
    struct tick at = {0, 0};
    uint8_t byte, n;

    for (n = 0; n < BYTES_A_PASS && board_take_byte(&byte, &at); n++)
        box_byte(&box, byte, at);
    if (box.new_id) {
        box.new_id = 0;
        board_store_id(box.identity.id);
    }
}

static void send(struct tick now)
{
    uint8_t *frame = board_frame();
    uint8_t length = frame ? box_send(&box, now, frame) : 0;

    if (length)
        board_transmit(length);
}

int main(void)
{
    board_start();
    start();
    board_go();
    for (;;) {
        struct tick now;
        uint16_t free;

        board_alive();
        take_edges(); /* before the bytes: an edge before `arm` belongs to the round before */
        take_bytes();
        now = board_now();
        free = box_sample(&box, board_closed(), now);
        if (free)
            board_listen(free);
        board_lamps(lamps_lit(&box.lamps, now), lamps_buzzing(&box.lamps));
        send(now);
        board_store_step();
        board_sleep(box_busy(&box));
    }
}
