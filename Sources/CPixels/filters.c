#include "CPixels.h"

#include <string.h>

#include "wide.h"

// Everything is inlined, so no vector is ever handed on.
#pragma clang diagnostic ignored "-Wpsabi"

// What a pixel is made from is the pixel before it, so pixels come one after the other. Two of them lie side by side in
// a vector: where two rows are alike, one of each.
typedef uint8_t lanes __attribute__((vector_size(8)));
typedef int16_t numbers __attribute__((vector_size(16)));

// The bytes of a pixel of each row, in four lanes each; nothing is read behind them.
INLINE numbers pixels_at(const uint8_t *first, const uint8_t *second, size_t stride) {
  lanes bytes = {0};
  memcpy(&bytes, first, stride);
  if (second) memcpy((uint8_t *)&bytes + 4, second, stride);
  return __builtin_convertvector(bytes, numbers);
}

INLINE void write_pixels(numbers values, uint8_t *first, uint8_t *second, size_t stride) {
  const lanes bytes = __builtin_convertvector(values, lanes);
  memcpy(first, &bytes, stride);
  if (second) memcpy(second, (const uint8_t *)&bytes + 4, stride);
}

INLINE numbers where(numbers condition, numbers yes, numbers no) { return (condition & yes) | (~condition & no); }

// Paeth: whichever of left, above and corner (above left) comes nearest to left + above - corner; the first of equals.
// That is the larger of left and above where 3 corner - left - above is no larger than the smaller one, the smaller one
// where it is no smaller than the larger one, and else the corner.
INLINE numbers nearest(numbers left, numbers above, numbers corner) {
  const numbers low = __builtin_elementwise_min(left, above), high = __builtin_elementwise_max(left, above);
  const numbers turn = corner * 3 - above - left;
  return where(turn <= low, high, where(turn >= high, low, corner));
}

INLINE void add_left(uint8_t *row, size_t count, size_t stride) {
  numbers left = {0};
  for (size_t offset = 0; offset < count; offset += stride) {
    left = (pixels_at(row + offset, NULL, stride) + left) & 255;
    write_pixels(left, row + offset, NULL, stride);
  }
}

INLINE void add_above(uint8_t *row, const uint8_t *above, size_t count) {
  for (size_t offset = 0; offset < count; offset++) row[offset] += above[offset];
}

// Above the first row there is nothing.
INLINE void add_mean(uint8_t *row, const uint8_t *above, size_t count, size_t stride) {
  numbers left = {0};
  for (size_t offset = 0; offset < count; offset += stride) {
    const numbers up = above ? pixels_at(above + offset, NULL, stride) : (numbers){0};
    left = (pixels_at(row + offset, NULL, stride) + ((left + up) >> 1)) & 255;
    write_pixels(left, row + offset, NULL, stride);
  }
}

INLINE void add_nearest(uint8_t *row, const uint8_t *above, size_t count, size_t stride) {
  numbers left = {0}, corner = {0};
  for (size_t offset = 0; offset < count; offset += stride) {
    const numbers up = pixels_at(above + offset, NULL, stride);
    left = (pixels_at(row + offset, NULL, stride) + nearest(left, up, corner)) & 255;
    corner = up;
    write_pixels(left, row + offset, NULL, stride);
  }
}

// The same of a row and the one below it, which is a pixel behind: what is above it was made a step before.
INLINE void add_nearest_twice(uint8_t *row, uint8_t *below, const uint8_t *above, size_t count, size_t stride) {
  numbers corner = pixels_at(above, NULL, stride);
  // What lies in the other half is 0, as what is left of the row below.
  numbers left = (pixels_at(row, NULL, stride) + corner) & 255;
  write_pixels(left, row, NULL, stride);
  for (size_t offset = stride; offset < count; offset += stride) {
    uint8_t *behind = below + offset - stride;
    const numbers up = __builtin_shufflevector(pixels_at(above + offset, NULL, stride), left, 0, 1, 2, 3, 8, 9, 10, 11);
    left = (pixels_at(row + offset, behind, stride) + nearest(left, up, corner)) & 255;
    corner = up;
    write_pixels(left, row + offset, behind, stride);
  }
  const numbers up = __builtin_shufflevector(left, left, 0, 1, 2, 3, 0, 1, 2, 3);
  uint8_t *last = below + count - stride, nobody[4];
  write_pixels((pixels_at(last, last, stride) + nearest(left, up, corner)) & 255, nobody, last, stride);
}

INLINE bool unfilter(uint8_t *bytes, size_t rows, size_t count, size_t stride) {
  for (size_t index = 0; index < rows; index++) {
    uint8_t *row = bytes + index * (count + 1) + 1;
    const uint8_t *above = index > 0 ? row - (count + 1) : NULL;
    uint8_t *below = index + 1 < rows ? row + count + 1 : NULL;
    switch (row[-1]) {
      case 0: break;
      case 1: add_left(row, count, stride); break;
      case 2: if (above) add_above(row, above, count); break;
      case 3: add_mean(row, above, count, stride); break;
      case 4:
        if (!above) {
          add_left(row, count, stride);
        } else if (below && below[-1] == 4) {
          add_nearest_twice(row, below, above, count, stride);
          index++;
        } else {
          add_nearest(row, above, count, stride);
        }
        break;
      default: return false;
    }
  }
  return true;
}

bool pixels_unfilter(uint8_t *bytes, size_t rows, size_t count, int stride) {
  // A distance that is known when the loops are compiled.
  switch (stride) {
    case 1: return unfilter(bytes, rows, count, 1);
    case 2: return unfilter(bytes, rows, count, 2);
    case 3: return unfilter(bytes, rows, count, 3);
    default: return unfilter(bytes, rows, count, 4);
  }
}
