// The rows of a PNG as they are stored: no pixel is changed or widened.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t width, height;
  int32_t bit_depth, color_type;  // as in IHDR
  bool is_interlaced;
  size_t row_bytes;  // pixels of less than a byte are packed
} PNGRowsHeader;

typedef enum {
  PNGROWS_OK = 0,
  PNGROWS_DAMAGED,        // libpng warned, or gave up
  PNGROWS_OUT_OF_MEMORY,
} PNGRowsStatus;

// The header of a PNG by libpng. Neither side may exceed max_side. Chunks that the pixels do not need are passed over.
PNGRowsStatus pngrows_header(const uint8_t *bytes, size_t count, int32_t max_side, PNGRowsHeader *header);

// All rows, one behind the other, `row_bytes` each, with the interlacing undone; the bits behind the last pixel of a row
// are 0. `rows` holds height * row_bytes bytes, as the header says.
PNGRowsStatus pngrows_read(const uint8_t *bytes, size_t count, int32_t max_side, uint8_t *rows);

// The filters of PNG (RFC 2083, 6), and choices among them for each row.
enum pngrows_filter {
  pngrows_none, pngrows_sub, pngrows_up, pngrows_average, pngrows_paeth,
  pngrows_least_sum,     // the smallest sum of absolute differences, as signed bytes
  pngrows_least_pairs,   // the fewest different pairs of neighbouring bytes
  pngrows_least_entropy, // the smallest entropy of the bytes
  pngrows_filters,
};

// Filters rows[0..<height]: each becomes a byte that names its filter, and `row_bytes` bytes. `stride`: bytes from a
// pixel to the one before it, at least 1. `filtered` holds height * (row_bytes + 1) bytes. The row above the first is
// `above`, or NULL where there is none. False where there is no memory.
bool pngrows_apply(enum pngrows_filter filter, const uint8_t *rows, const uint8_t *above, size_t height,
                   size_t row_bytes, size_t stride, uint8_t *filtered);

// A zlib stream of `count` bytes by libdeflate, at a level of 1 to 12. Its size; 0 where more than `capacity` bytes would
// be needed, or there is no memory.
size_t pngrows_deflate(const uint8_t *bytes, size_t count, int level, uint8_t *target, size_t capacity);
