#include "CPixels.h"

#include <string.h>

#include "wide.h"

// Everything is inlined, so no vector is ever handed on.
#pragma clang diagnostic ignored "-Wpsabi"

// One lane for each block. Without a sign, so that what does not fit is cut off and nothing worse.
typedef uint32_t lanes __attribute__((vector_size(32)));
typedef int32_t numbers __attribute__((vector_size(32)));
typedef int16_t coefficients __attribute__((vector_size(16)));
typedef uint8_t eight __attribute__((vector_size(8)));
typedef uint8_t sixteen __attribute__((vector_size(16)));

INLINE lanes shifted(lanes values, int bits) { return (lanes)((numbers)values >> bits); }

// The values of a coefficient; their magnitudes are added to `seen`, bit by bit.
INLINE lanes dequantised(const int16_t *values, int place, int32_t step, lanes *seen) {
  coefficients loaded;
  memcpy(&loaded, values + place * PIXELS_BLOCKS, sizeof loaded);
  const lanes product = (lanes)__builtin_convertvector(loaded, numbers) * (uint32_t)step;
  *seen |= product ^ shifted(product, 31);
  return product;
}

INLINE void three(lanes first, lanes second, lanes third, lanes sums[3]) {
  const lanes even = third * 5793, odd = second * 10033;
  sums[0] = first + even + odd;
  sums[1] = first - 2 * even;
  sums[2] = first + even - odd;
}

INLINE bool three_eighths(
    const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  // Along the zigzag, column by column.
  static const uint8_t places[3][3] = {{0, 2, 3}, {1, 4, 8}, {5, 7, 12}};
  lanes seen = {0}, columns[3][3];
  for (int x = 0; x < 3; x++) {
    lanes column[3];
    for (int y = 0; y < 3; y++) column[y] = dequantised(values, places[x][y], steps[8 * y + x], &seen);
    three((column[0] << 13) + (1 << 10), column[1], column[2], columns[x]);
    for (int y = 0; y < 3; y++) columns[x][y] = shifted(columns[x][y], 11);
  }
  lanes samples = {0};
  for (int y = 0; y < 3; y++) {
    lanes row[3];
    three((columns[0][y] + 16) << 13, columns[1][y], columns[2][y], row);
    eight bytes[3];
    for (int x = 0; x < 3; x++) {
      const lanes sample = shifted(row[x], 18);
      samples |= sample + 512;
      const numbers level = (numbers)(sample + 128), none = {0};
      bytes[x] = __builtin_convertvector(
          __builtin_elementwise_min(__builtin_elementwise_max(level, none), none + 255), eight);
    }
    const sixteen left = __builtin_shufflevector(bytes[0], bytes[1], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const sixteen right =
        __builtin_shufflevector(bytes[2], bytes[2], 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);
    const sixteen start =
        __builtin_shufflevector(left, right, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5);
    const sixteen rest =
        __builtin_shufflevector(left, right, 13, 21, 6, 14, 22, 7, 15, 23, -1, -1, -1, -1, -1, -1, -1, -1);
    uint8_t pixels[2 * sizeof start];
    memcpy(pixels, &start, sizeof start);
    memcpy(pixels + sizeof start, &rest, sizeof rest);
    if (count == PIXELS_BLOCKS) {
      memcpy(target + (size_t)y * stride, pixels, 3 * PIXELS_BLOCKS);
    } else {
      memcpy(target + (size_t)y * stride, pixels, 3 * count);
    }
  }
  uint32_t most = 0, sums = 0;
  for (int block = 0; block < PIXELS_BLOCKS; block++) {
    most |= seen[block];
    sums |= samples[block];
  }
  return most < PIXELS_LARGEST && sums < 1024;
}

#if defined(__x86_64__)
WIDE static bool three_eighths_wide(
    const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  return three_eighths(values, count, steps, target, stride);
}
#endif

bool pixels_three_eighths(
    const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  WIDE_OR(three_eighths_wide(values, count, steps, target, stride));
  return three_eighths(values, count, steps, target, stride);
}
