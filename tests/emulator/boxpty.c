/* An emulated board at the speed of the wall clock, its UART as a pseudo terminal: for programs that
 * want a device, such as avrdude.
 *
 *   boxpty [-a IMAGE] [-b BOOTLOADER] [-e ENTRY] [-r]
 *
 * -e is where the bootloader is entered, -r resets the board each time the terminal is opened, as DTR
 * does on an Uno. It prints "PTY NAME", then "OPEN", "CLOSE" and "RESET" as they come, and takes lines on
 * stdin: "pin C 0 0" (port, pin, level), "reset", "dump FILE" (the flash; answered by "DUMPED"). It ends
 * with its stdin.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "boxsim.h"

#define SLICE (SIM_HZ / 1000) /* a millisecond at a time */
#define SLOWEST_LAG (50 * SLICE) /* a busy computer makes the board slow, it does not make it jump */

struct board {
    struct sim *sim;
    int terminal;
    int is_open, resets_on_open;
    char line[256];
    size_t filled;
};

static void say(const char *text)
{
    puts(text);
    fflush(stdout);
}

static uint64_t wall_cycles(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * SIM_HZ + (uint64_t)t.tv_nsec * (SIM_HZ / 1000000) / 1000;
}

/* The descriptor of the master side; the slave is closed again, so that a hang-up tells it is not open. */
static int make_terminal(void)
{
    struct termios raw;
    char name[128];
    int master, slave;

    if (openpty(&master, &slave, name, NULL, NULL) < 0)
        return -1;
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave);
    printf("PTY %s\n", name);
    fflush(stdout);
    return master;
}

static void obey(struct board *b, const char *line)
{
    unsigned pin, level;
    char port, path[200];

    if (sscanf(line, "pin %c %u %u", &port, &pin, &level) == 3 && port >= 'B' && port <= 'D' && pin < 8) {
        sim_pin(b->sim, sim_now(b->sim), port, (uint8_t)pin, level != 0);
    } else if (!strcmp(line, "reset")) {
        sim_reset(b->sim, 2);
        say("RESET");
    } else if (sscanf(line, "dump %199s", path) == 1) {
        FILE *file = fopen(path, "wb");

        if (file) {
            fwrite(sim_flash(b->sim), 1, sim_flash_size(b->sim), file);
            fclose(file);
        }
        say(file ? "DUMPED" : "NOT DUMPED");
    }
}

/* 0 when stdin has ended. */
static int take_commands(struct board *b)
{
    ssize_t n = read(0, b->line + b->filled, sizeof b->line - 1 - b->filled);
    char *end;

    if (n <= 0)
        return 0;
    b->filled += (size_t)n;
    b->line[b->filled] = 0;
    while ((end = strchr(b->line, '\n'))) {
        *end = 0;
        obey(b, b->line);
        b->filled -= (size_t)(end + 1 - b->line);
        memmove(b->line, end + 1, b->filled + 1);
    }
    if (b->filled == sizeof b->line - 1)
        b->filled = 0;
    return 1;
}

static void note_open(struct board *b, int is_open)
{
    if (is_open == b->is_open)
        return;
    b->is_open = is_open;
    say(is_open ? "OPEN" : "CLOSE");
    if (is_open && b->resets_on_open) {
        sim_reset(b->sim, 2);
        say("RESET");
    }
}

static void pass_to_box(struct board *b)
{
    uint8_t bytes[512];
    ssize_t n = read(b->terminal, bytes, sizeof bytes);

    if (n > 0)
        sim_write(b->sim, sim_now(b->sim), bytes, (size_t)n);
}

static void pass_to_host(struct board *b)
{
    uint8_t bytes[512];
    size_t n;

    while ((n = sim_read(b->sim, bytes, NULL, sizeof bytes)))
        for (size_t done = 0; b->is_open && done < n;) {
            ssize_t w = write(b->terminal, bytes + done, n - done);
            if (w <= 0)
                break; /* nobody takes it: lost, as on a line */
            done += (size_t)w;
        }
}

static void live(struct board *b)
{
    uint64_t lag = wall_cycles() - sim_now(b->sim);

    for (;;) {
        struct pollfd p[2] = {{.fd = b->terminal, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
        uint64_t due = wall_cycles() - lag;

        poll(p, 2, sim_now(b->sim) + SLICE > due ? 1 : 0);
        note_open(b, !(p[0].revents & POLLHUP));
        if (p[0].revents & POLLIN)
            pass_to_box(b);
        if ((p[1].revents & (POLLIN | POLLHUP)) && !take_commands(b))
            return;
        due = wall_cycles() - lag;
        if (due > sim_now(b->sim) + SLOWEST_LAG) {
            lag += due - sim_now(b->sim) - SLICE;
            due = sim_now(b->sim) + SLICE;
        }
        while (sim_now(b->sim) < due) {
            if (sim_run(b->sim, sim_now(b->sim) + SLICE / 4, 0) < 0)
                break; /* lost in erased flash: nothing moves until the next reset */
            pass_to_host(b);
        }
    }
}

int main(int argc, char **argv)
{
    const char *image = NULL, *bootloader = NULL;
    struct board b = {.sim = sim_new(1)};
    int64_t entry = 0x7E00;
    int option;

    while ((option = getopt(argc, argv, "a:b:e:r")) != -1) {
        if (option == 'a')
            image = optarg;
        else if (option == 'b')
            bootloader = optarg;
        else if (option == 'e')
            entry = strtol(optarg, NULL, 0);
        else if (option == 'r')
            b.resets_on_open = 1;
        else
            return 2;
    }
    if (!b.sim || (image && sim_load_hex(b.sim, image, -1) < 0) ||
        (bootloader && sim_load_hex(b.sim, bootloader, entry) < 0)) {
        fprintf(stderr, "boxpty: cannot load the images\n");
        return 2;
    }
    if (!image)
        sim_no_program(b.sim);
    signal(SIGPIPE, SIG_IGN);
    sim_reset(b.sim, bootloader ? 2 : 1);
    b.terminal = make_terminal();
    if (b.terminal < 0)
        return 2;
    live(&b);
    return 0;
}
