/* A reader of Intel HEX. libsimavr's own one stops at the record types 03 and 05, which images of
 * bootloaders have. */
#include "hex.h"

#include <stdio.h>

struct record {
    uint8_t bytes[5 + 255]; /* length, address, type, data, sum */
    uint8_t length;
    uint8_t type;
    uint16_t address;
};

static int read_record(const char *line, struct record *r)
{
    unsigned value, sum = 0, count = 5;

    for (unsigned i = 0; i < count; i++) {
        if (sscanf(line + 1 + 2 * i, "%2x", &value) != 1)
            return -1;
        r->bytes[i] = (uint8_t)value;
        sum += value;
        if (i == 0)
            count = value + 5;
    }
    r->length = r->bytes[0];
    r->address = (uint16_t)(r->bytes[1] << 8 | r->bytes[2]);
    r->type = r->bytes[3];
    return sum & 0xFF ? -1 : 0;
}

static int load_lines(FILE *file, uint8_t *flash, uint32_t size)
{
    char line[600];
    uint32_t base = 0;
    int loaded = 0;

    while (fgets(line, sizeof line, file)) {
        struct record r;

        if (line[0] != ':')
            continue;
        if (read_record(line, &r) < 0)
            return -1;
        if (r.type == 2 || r.type == 4)
            base = (uint32_t)(r.bytes[4] << 8 | r.bytes[5]) << (r.type == 2 ? 4 : 16);
        if (r.type != 0)
            continue;
        if (base + r.address + r.length > size)
            return -1;
        for (unsigned i = 0; i < r.length; i++)
            flash[base + r.address + i] = r.bytes[4 + i];
        loaded += r.length;
    }
    return loaded;
}

int hex_load(const char *path, uint8_t *flash, uint32_t size)
{
    FILE *file = fopen(path, "r");

    if (!file)
        return -1;
    int loaded = load_lines(file, flash, size);
    fclose(file);
    return loaded;
}
