// Small pictures of our own as JPEG. Nothing of a file reaches it but pixels.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Baseline JPEG, 4:2:0, of width * height * 3 bytes RGB, row by row; quality 1...100.
// Returns its bytes, to be freed with jpegwriter_free, and their number in *count; NULL when out of memory, or for a
// size that JPEG has not.
uint8_t *jpegwriter_rgb(const uint8_t *pixels, int32_t width, int32_t height, int32_t quality, size_t *count);

void jpegwriter_free(uint8_t *bytes);
