#include "CPixels.h"

#include <string.h>

#include "wide.h"

// Everything is inlined, so no vector is ever handed on.
#pragma clang diagnostic ignored "-Wpsabi"

// One lane for each block. Without a sign, so that what does not fit is cut off and nothing worse.
typedef uint32_t lanes __attribute__((vector_size(32)));
typedef int32_t numbers __attribute__((vector_size(32)));
typedef int16_t coefficients __attribute__((vector_size(16)));

INLINE lanes shifted(lanes values, int bits) { return (lanes)((numbers)values >> bits); }

// The values of a coefficient; their magnitudes are added to `seen`, bit by bit.
INLINE lanes dequantised(const int16_t *values, int index, int32_t step, lanes *seen) {
  coefficients loaded;
  memcpy(&loaded, values + index * PIXELS_BLOCKS, sizeof loaded);
  const lanes product = (lanes)__builtin_convertvector(loaded, numbers) * (uint32_t)step;
  *seen |= product ^ shifted(product, 31);
  return product;
}

// What each output takes of each frequency, in 13-bit fractions (of four pixels in 14, of two in 15): the sums of the
// constants of `jidctint.c`, which rounds nothing before the shift, and of `jidctred.c` for two and four. The other
// half of the outputs mirrors these: odd frequencies change their sign.
#define MOST 8
#define HALF (MOST / 2)
static const int32_t weights[MOST][HALF][MOST] = {
    [2] = {{32768, 29692, 0, -10426, 0, 6967, 0, -5906}},
    [3] = {{8192, 10033, 5793}, {8192, 0, -11586}},
    [4] = {{16384, 20995, 15137, 7373, 0, -4926, -6270, -4176}, {16384, 8697, -15137, -17799, 0, 11893, 6270, -1730}},
    [5] = {{8192, 11019, 9372, 6810, 3580}, {8192, 6810, -3580, -11018, -9372}, {8192, 0, -11584, 0, 11584}},
    [6] = {{8192, 11190, 10033, 8192, 5793, 2998},
           {8192, 8192, 0, -8192, -11586, -8192},
           {8192, 2998, -10033, -8192, 5793, 11190}},
    [7] = {{8192, 11295, 10438, 9058, 7223, 5027, 2578},
           {8192, 9058, 2578, -5027, -10438, -11295, -7223},
           {8192, 5027, -7223, -11295, -2578, 9058, 10438},
           {8192, 0, -11585, 0, 11585, 0, -11585}},
};

// Places along the zigzag, in natural order.
static const uint8_t zigzag[64] = {
    0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30, 41, 43, 9,  11, 18, 24, 31, 40, 44, 53,
    10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};

#define EACH _Pragma("clang loop unroll(full)") for

INLINE void transformed(int side, const lanes *values, lanes rounding, int bits, lanes *outputs) {
  EACH (int y = 0; y < (side + 1) / 2; y++) {
    lanes even = rounding, odd = {0};
    EACH (int k = 0; k < MOST; k++) {
      if (!pixels_takes(side, k)) continue;
      const lanes part = values[k] * (uint32_t)weights[side][y][k];
      if (k % 2) odd += part;
      else even += part;
    }
    outputs[y] = shifted(even + odd, bits);
    if (side - 1 - y > y) outputs[side - 1 - y] = shifted(even - odd, bits);
  }
}

INLINE bool reduced(
    int side, const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  const int finer = side == 2 ? 2 : side == 4 ? 1 : 0, columnBits = 11 + finer, rowBits = 18 + finer;
  const lanes none = {0};
  lanes seen = none, between = none, samples = none, columns[MOST][MOST];
  EACH (int x = 0; x < MOST; x++) {
    if (!pixels_takes(side, x)) continue;
    lanes column[MOST];
    EACH (int y = 0; y < MOST; y++) {
      if (pixels_takes(side, y)) column[y] = dequantised(values, zigzag[8 * y + x], steps[8 * y + x], &seen);
    }
    transformed(side, column, none + (1u << (columnBits - 1)), columnBits, columns[x]);
    // Three outputs of any columns fit 32 bits.
    EACH (int y = 0; y < side && side != 3; y++) between |= columns[x][y] ^ shifted(columns[x][y], 31);
  }
  EACH (int y = 0; y < side; y++) {
    lanes row[MOST], outputs[MOST];
    EACH (int x = 0; x < MOST; x++) {
      if (pixels_takes(side, x)) row[x] = columns[x][y];
    }
    transformed(side, row, none + (1u << (rowBits - 1)), rowBits, outputs);
    lanes halves[2] = {none, none};
    EACH (int x = 0; x < side; x++) {
      samples |= outputs[x] + 512;
      const numbers level = (numbers)(outputs[x] + 128), least = {0};
      halves[x / HALF] |= (lanes)__builtin_elementwise_min(__builtin_elementwise_max(level, least), least + 255)
                          << (8 * (x % HALF));
    }
    // The pixels of a block after those of the one before, over what that wrote too much.
    uint8_t pixels[MOST * PIXELS_BLOCKS];
    EACH (int block = 0; block < PIXELS_BLOCKS; block++) {
      const uint64_t all = halves[0][block] | (uint64_t)halves[1][block] << 32;
      memcpy(pixels + block * side, &all, sizeof all);
    }
    if (count == PIXELS_BLOCKS) {
      memcpy(target + (size_t)y * stride, pixels, (size_t)side * PIXELS_BLOCKS);
    } else {
      memcpy(target + (size_t)y * stride, pixels, (size_t)side * count);
    }
  }
  return __builtin_reduce_or(seen / PIXELS_LARGEST | between >> 14 | samples >> 10) == 0;
}

INLINE bool any_reduced(
    int side, const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  switch (side) {
    case 2: return reduced(2, values, count, steps, target, stride);
    case 3: return reduced(3, values, count, steps, target, stride);
    case 4: return reduced(4, values, count, steps, target, stride);
    case 5: return reduced(5, values, count, steps, target, stride);
    case 6: return reduced(6, values, count, steps, target, stride);
    case 7: return reduced(7, values, count, steps, target, stride);
    default: return false;
  }
}

#if defined(__x86_64__)
WIDE static bool reduced_wide(
    int side, const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  return any_reduced(side, values, count, steps, target, stride);
}

// Four products at once: without them the transform takes twice as long.
NARROW static bool reduced_narrow(
    int side, const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  return any_reduced(side, values, count, steps, target, stride);
}
#endif

bool pixels_reduced(
    int side, const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride) {
  WIDE_OR(reduced_wide(side, values, count, steps, target, stride));
  NARROW_OR(reduced_narrow(side, values, count, steps, target, stride));
  return any_reduced(side, values, count, steps, target, stride);
}
