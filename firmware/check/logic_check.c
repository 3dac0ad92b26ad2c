/* The logic on the host, run under the sanitizers (make check) and by tests/firmware.
 *
 *   logic_check self             round trips, and every single-bit error refused
 *   logic_check encode           lines "type seq boot payload" -> wire     (numbers decimal, bytes hex,
 *   logic_check decode           lines "wire" -> "type seq boot payload" or "bad"    "-" for no bytes)
 *   logic_check box              a script for a whole box, see run_script()
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../logic/box.h"

static unsigned read_hex(const char *text, uint8_t *out, unsigned room)
{
    unsigned n = 0, value;

    if (*text == '-')
        return 0;
    for (; n < room && sscanf(text + 2 * n, "%2x", &value) == 1; n++)
        out[n] = (uint8_t)value;
    return n;
}

static void print_hex(const uint8_t *bytes, unsigned n)
{
    if (!n)
        putchar('-');
    for (unsigned i = 0; i < n; i++)
        printf("%02x", bytes[i]);
}

static uint8_t encode(uint8_t *wire, uint8_t type, uint16_t seq, uint16_t boot, const uint8_t *payload, unsigned n)
{
    struct frame_writer w;

    frame_begin(&w, wire, type, seq, boot);
    for (unsigned i = 0; i < n; i++)
        frame_u8(&w, payload[i]);
    return frame_end(&w);
}

static void do_encode(void)
{
    char text[300];
    unsigned type, seq, boot;

    while (scanf("%u %u %u %299s", &type, &seq, &boot, text) == 4) {
        uint8_t payload[FRAME_PAYLOAD_MAX], wire[FRAME_WIRE_MAX];
        unsigned n = read_hex(text, payload, sizeof payload);

        print_hex(wire, encode(wire, (uint8_t)type, (uint16_t)seq, (uint16_t)boot, payload, n));
        putchar('\n');
    }
}

/* The last result of the bytes: what they amount to, ended by their zero or not. */
static enum frame_result decode(struct frame_reader *r, const uint8_t *wire, unsigned n, struct frame *frame)
{
    enum frame_result result = FRAME_PENDING;

    for (unsigned i = 0; i < n; i++)
        result = frame_feed(r, wire[i], frame);
    return result;
}

static void do_decode(void)
{
    char text[2100];

    while (scanf("%2099s", text) == 1) {
        struct frame_reader reader = {.length = 0};
        struct frame frame;
        uint8_t wire[1024];
        unsigned n = read_hex(text, wire, sizeof wire);

        if (decode(&reader, wire, n, &frame) == FRAME_WHOLE) {
            printf("%u %u %u ", frame.type, frame.seq, frame.boot);
            print_hex(frame.payload, frame.length);
            putchar('\n');
        } else {
            puts("bad");
        }
    }
}

static void require(int true_, const char *what, unsigned n)
{
    if (true_)
        return;
    fprintf(stderr, "logic_check: %s, payload of %u bytes\n", what, n);
    exit(1);
}

static void self(void)
{
    unsigned damaged = 0, taken = 0;

    for (unsigned n = 0; n <= FRAME_PAYLOAD_MAX; n++) {
        struct frame_reader reader = {.length = 0};
        struct frame frame;
        uint8_t payload[FRAME_PAYLOAD_MAX], wire[FRAME_WIRE_MAX];

        for (unsigned i = 0; i < n; i++)
            payload[i] = (uint8_t)(i % 3 ? rand() : 0);
        uint8_t length = encode(wire, (uint8_t)n, (uint16_t)(n * 257), (uint16_t)n, payload, n);
        require(decode(&reader, wire, length, &frame) == FRAME_WHOLE, "not read back", n);
        require(frame.type == n && frame.length == n && !memcmp(frame.payload, payload, n), "read wrong", n);
        for (unsigned bit = 0; bit < 8u * (length - 1); bit++, damaged++) {
            wire[bit / 8] ^= (uint8_t)(1u << bit % 8);
            taken += decode(&reader, wire, length, &frame) == FRAME_WHOLE;
            wire[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
    require(!taken, "a damaged frame was taken", 0);
    printf("%u payload lengths read back, %u single-bit errors refused\n", FRAME_PAYLOAD_MAX + 1, damaged);
}

/* Lines: "down MASK", "up MASK" (levels from now on, hex), "edge MASK" (a first edge now, hex),
 * "run TICKS" (in steps of half a millisecond, printing every frame), "bytes HEX" (arriving now).
 * Prints "frame TICK HEX", "free MASK" and "lamps TICK LIT BUZZING" as they come. */
static void run_script(void)
{
    static const struct box_identity identity = {.build = 0x01020304, .id = "BOX-TEST", .kind = 3,
                                                 .cause = 1, .buttons = 6, .nonce = 0x5AA5};
    struct tick now = {.low = 0, .high = 0};
    struct box *box = malloc(sizeof *box);
    char word[16], text[2100];
    unsigned closed = 0, lamps = 0;

    if (!box)
        exit(1);
    box_start(box, &identity, 0, now);
    while (scanf("%15s %2099s", word, text) == 2) {
        if (!strcmp(word, "down"))
            closed |= (unsigned)strtoul(text, 0, 16);
        else if (!strcmp(word, "up"))
            closed &= ~(unsigned)strtoul(text, 0, 16);
        else if (!strcmp(word, "edge"))
            box_edge(box, (uint16_t)strtoul(text, 0, 16), now);
        else if (!strcmp(word, "clock"))
            now.low = (uint32_t)strtoul(text, 0, 10), box->beat = now;
        else if (!strcmp(word, "bytes")) {
            uint8_t bytes[1024];
            unsigned n = read_hex(text, bytes, sizeof bytes);

            for (unsigned i = 0; i < n; i++)
                box_byte(box, bytes[i], now);
        }
        uint32_t left = strcmp(word, "run") ? 0 : (uint32_t)strtoul(text, 0, 10);
        for (;;) {
            uint8_t wire[FRAME_WIRE_MAX], n;
            uint16_t free_ = box_sample(box, (uint16_t)closed, now);
            unsigned lit = lamps_lit(&box->lamps, now) | (lamps_buzzing(&box->lamps) ? 0x100u : 0);

            if (free_)
                printf("free %x\n", (unsigned)free_);
            if (lit != lamps)
                printf("lamps %lu %x %u\n", (unsigned long)now.low, lit & 0xFF, lit >> 8);
            lamps = lit;
            if (strcmp(word, "run"))
                break;
            while ((n = box_send(box, now, wire))) {
                printf("frame %lu ", (unsigned long)now.low);
                print_hex(wire, n);
                putchar('\n');
            }
            if (!left)
                break;
            uint32_t step = left < 1000 ? left : 1000;
            left -= step;
            if (now.low + step < now.low)
                now.high++;
            now.low += step;
        }
    }
    free(box);
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "self"))
        self();
    else if (argc == 2 && !strcmp(argv[1], "encode"))
        do_encode();
    else if (argc == 2 && !strcmp(argv[1], "decode"))
        do_decode();
    else if (argc == 2 && !strcmp(argv[1], "box"))
        run_script();
    else
        return 2;
    return 0;
}
