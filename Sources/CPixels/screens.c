#include "CPixels.h"

#include <string.h>

#include "wide.h"

// Everything is inlined, so no vector is ever handed on.
#pragma clang diagnostic ignored "-Wpsabi"

// MARK: Colours

// Pixels of a chunk; their bytes are read before the first of its own is written.
#define CHUNK 64

// 16-bit fractions that add up to 65 536, so the sum stays below 2^24 + 2^15.
INLINE void luma_of_chunk(const uint8_t *rgb, size_t count, uint8_t *luma) {
  for (size_t index = 0; index < count; index++) {
    const uint8_t *pixel = rgb + 3 * index;
    luma[index] = (uint8_t)((pixel[0] * 19595u + pixel[1] * 38470u + pixel[2] * 7471u + 32768u) >> 16);
  }
}

INLINE void luma_of(const uint8_t *rgb, size_t count, uint8_t *luma) {
  uint8_t chunk[CHUNK];
  size_t start = 0;
  for (; start + CHUNK <= count; start += CHUNK) {
    luma_of_chunk(rgb + 3 * start, CHUNK, chunk);
    memcpy(luma + start, chunk, CHUNK);
  }
  luma_of_chunk(rgb + 3 * start, count - start, chunk);
  memcpy(luma + start, chunk, count - start);
}

INLINE size_t of_colour_in_chunk(const uint8_t *rgb, size_t count, const uint8_t *colour) {
  uint8_t found = 0;
  for (size_t index = 0; index < count; index++) {
    const uint8_t *pixel = rgb + 3 * index;
    const uint8_t other = (pixel[0] ^ colour[0]) | (pixel[1] ^ colour[1]) | (pixel[2] ^ colour[2]);
    found += other < 8;
  }
  return found;
}

INLINE size_t of_colour(const uint8_t *rgb, size_t count, const uint8_t *colour) {
  size_t found = 0, start = 0;
  for (; start + CHUNK <= count; start += CHUNK) found += of_colour_in_chunk(rgb + 3 * start, CHUNK, colour);
  return found + of_colour_in_chunk(rgb + 3 * start, count - start, colour);
}

// MARK: Texture

INLINE uint8_t step_between(uint8_t one, uint8_t other) { return one > other ? one - other : other - one; }

INLINE size_t middling_in_chunk(const uint8_t *row, const uint8_t *below, size_t count) {
  uint8_t found = 0;
  for (size_t index = 0; index < count; index++) {
    const uint8_t right = step_between(row[index], row[index + 1]), down = step_between(row[index], below[index]);
    found += (uint8_t)((right > down ? right : down) - 2) < 7;
  }
  return found;
}

INLINE size_t middling(const uint8_t *row, const uint8_t *below, size_t count) {
  size_t found = 0, start = 0;
  for (; start + CHUNK <= count; start += CHUNK) found += middling_in_chunk(row + start, below + start, CHUNK);
  return found + middling_in_chunk(row + start, below + start, count - start);
}

// MARK: Text

// A row of a block.
typedef uint8_t lanes __attribute__((vector_size(PIXELS_TEXT_SIDE)));
typedef uint16_t sums __attribute__((vector_size(2 * PIXELS_TEXT_SIDE)));

INLINE int sum_of(lanes counts) { return __builtin_reduce_add(__builtin_convertvector(counts, sums)); }

INLINE lanes difference(lanes one, lanes other) {
  return __builtin_elementwise_max(one, other) - __builtin_elementwise_min(one, other);
}

// At most 16 of each lane, which a byte holds.
INLINE int is_text(const uint8_t *block, ptrdiff_t width) {
  lanes rows[PIXELS_TEXT_SIDE];
  lanes least = (lanes){0} + 255, most = {0};
  for (int y = 0; y < PIXELS_TEXT_SIDE; y++) {
    memcpy(&rows[y], block + y * width, sizeof rows[y]);
    least = __builtin_elementwise_min(least, rows[y]);
    most = __builtin_elementwise_max(most, rows[y]);
  }
  const uint8_t low = __builtin_reduce_min(least), high = __builtin_reduce_max(most), range = high - low;
  if (range <= 55) return 0;
  // The largest distance d of which 100 d < 18 range.
  const uint8_t near = (uint8_t)((range * 18 - 1) / 100);
  const lanes limit = (lanes){0} + near, steep = (lanes){0} + 28;
  lanes steps = {0}, near_low = {0}, near_high = {0};
  for (int y = 0; y < PIXELS_TEXT_SIDE; y++) {
    const lanes row = rows[y];
    // The last has no neighbour in the block: its own.
    const lanes next = __builtin_shufflevector(row, row, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15);
    steps -= (lanes)(difference(row, next) > steep);
    near_low -= (lanes)(row - low <= limit);
    near_high -= (lanes)(high - row <= limit);
  }
  const int lows = sum_of(near_low), highs = sum_of(near_high), all = PIXELS_TEXT_SIDE * PIXELS_TEXT_SIDE;
  const int larger = lows > highs ? lows : highs;
  return sum_of(steps) >= 12 && larger * 100 > all * 35 && (lows + highs) * 2 > all;
}

// The commonest of 256 pixels has at most 255 of them, since text has two grays at least.
static int has_ground(const uint8_t *block, ptrdiff_t width) {
  uint8_t counts[256] = {0}, most = 0;
  for (int y = 0; y < PIXELS_TEXT_SIDE; y++) {
    for (int x = 0; x < PIXELS_TEXT_SIDE; x++) {
      const uint8_t count = ++counts[block[y * width + x]];
      most = count > most ? count : most;
    }
  }
  return most * 10 >= PIXELS_TEXT_SIDE * PIXELS_TEXT_SIDE * 3;
}

void pixels_text(const uint8_t *row, ptrdiff_t width, size_t blocks, uint8_t *marks) {
  for (size_t index = 0; index < blocks; index++) {
    const uint8_t *block = row + index * PIXELS_TEXT_SIDE;
    marks[index] = !is_text(block, width) ? 0 : has_ground(block, width) ? 2 : 1;
  }
}

// MARK: By what the processor has

#if defined(__x86_64__)
WIDE static void luma_wide(const uint8_t *rgb, size_t count, uint8_t *target) { luma_of(rgb, count, target); }

WIDE static size_t of_colour_wide(const uint8_t *rgb, size_t count, const uint8_t *colour) {
  return of_colour(rgb, count, colour);
}

WIDE static size_t middling_wide(const uint8_t *row, const uint8_t *below, size_t count) {
  return middling(row, below, count);
}

// Every third byte in one step: without that, both take four times as long.
NARROW static void luma_narrow(const uint8_t *rgb, size_t count, uint8_t *target) { luma_of(rgb, count, target); }

NARROW static size_t of_colour_narrow(const uint8_t *rgb, size_t count, const uint8_t *colour) {
  return of_colour(rgb, count, colour);
}
#endif

void pixels_luma(const uint8_t *rgb, size_t count, uint8_t *luma) {
  WIDE_OR(luma_wide(rgb, count, luma));
  NARROW_OR(luma_narrow(rgb, count, luma));
  luma_of(rgb, count, luma);
}

size_t pixels_of_colour(const uint8_t *rgb, size_t count, const uint8_t *colour) {
  WIDE_OR(of_colour_wide(rgb, count, colour));
  NARROW_OR(of_colour_narrow(rgb, count, colour));
  return of_colour(rgb, count, colour);
}

size_t pixels_middling(const uint8_t *row, const uint8_t *below, size_t count) {
  WIDE_OR(middling_wide(row, below, count));
  return middling(row, below, count);
}
