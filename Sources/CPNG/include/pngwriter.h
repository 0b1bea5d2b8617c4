#pragma once
#include <stddef.h>
#include <stdint.h>

// PNG files by libpng, for terminals: quick rather than small.

// Writes an RGB picture (3 bytes a pixel, row-major, no padding). level: of zlib, 1 to 9.
// *bytes is from malloc and the caller's, to be given to pngwriter_free().
// Returns 0, or -1 when a size is out of range or memory is short; then nothing is to be freed.
int pngwriter_encode(const uint8_t *rgb, int width, int height, int level, uint8_t **bytes, size_t *count);

void pngwriter_free(uint8_t *bytes);
