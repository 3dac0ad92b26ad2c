#ifndef HEX_H
#define HEX_H

#include <stdint.h>

/* Intel HEX into `flash`; bytes loaded, -1 for a file that is missing, damaged or too large. */
int hex_load(const char *path, uint8_t *flash, uint32_t size);

#endif
