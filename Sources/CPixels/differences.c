#include "CPixels.h"

#include <string.h>

#include "wide.h"

// Every processor rounds every product and every sum: some would leave out the first.
#pragma STDC FP_CONTRACT OFF
// Everything is inlined, so no vector is ever handed on.
#pragma clang diagnostic ignored "-Wpsabi"

// Four cells of 4 × 4 pixels side by side.
#define CELLS 4
typedef float numbers __attribute__((vector_size(4 * 4 * CELLS)));

INLINE numbers load(const float *start) {
  numbers loaded;
  memcpy(&loaded, start, sizeof loaded);
  return loaded;
}

// Squares of the lengths of gradients, in levels a pixel.
INLINE numbers gradient_squares(const float *start, ptrdiff_t row) {
  const numbers across = load(start + 1) - load(start - 1), down = load(start + row) - load(start - row);
  return (across * across + down * down) * 0.25f;
}

INLINE void differences(
    const float *one, const float *other, ptrdiff_t row, ptrdiff_t plane, size_t count, float *means) {
  for (size_t first = 0; first < count; first += CELLS) {
    numbers sums[5] = {{0}, {0}, {0}, {0}, {0}};
    for (int line = 0; line < 4; line++) {
      const float *a = one + line * row + 4 * first, *b = other + line * row + 4 * first;
      for (int channel = 0; channel < 3; channel++) sums[channel] += load(a + channel * plane) - load(b + channel * plane);
      sums[3] += __builtin_elementwise_sqrt(__builtin_elementwise_max(gradient_squares(a, row), gradient_squares(b, row)));
      sums[4] += __builtin_elementwise_sqrt(__builtin_elementwise_max(
          gradient_squares(a + plane, row) + gradient_squares(a + 2 * plane, row),
          gradient_squares(b + plane, row) + gradient_squares(b + 2 * plane, row)));
    }
    for (size_t cell = first; cell < first + CELLS && cell < count; cell++) {
      for (int number = 0; number < 5; number++) {
        const float *sum = (const float *)&sums[number] + 4 * (cell - first);
        means[5 * cell + number] = (sum[0] + sum[1] + (sum[2] + sum[3])) / 16;
      }
    }
  }
}

#if defined(__x86_64__)
WIDE static void differences_wide(
    const float *one, const float *other, ptrdiff_t row, ptrdiff_t plane, size_t count, float *means) {
  differences(one, other, row, plane, count, means);
}
#endif

uint32_t pixels_levels_between(const uint8_t *one, const uint8_t *other, size_t count, uint8_t *largest) {
  uint32_t sum = 0;
  uint8_t most = 0;
  for (size_t index = 0; index < count; index++) {
    const uint8_t apart = (uint8_t)(one[index] > other[index] ? one[index] - other[index] : other[index] - one[index]);
    sum += apart;
    most = apart > most ? apart : most;
  }
  *largest = most;
  return sum;
}

void pixels_differences(
    const float *one, const float *other, ptrdiff_t row, ptrdiff_t plane, size_t count, float *means) {
  WIDE_OR(differences_wide(one, other, row, plane, count, means));
  differences(one, other, row, plane, count, means);
}

INLINE size_t chroma(const uint8_t *rgb, size_t count, float *restrict luma, float *restrict blue, float *restrict red) {
  size_t coloured = 0;
  for (size_t index = 0; index < count; index++) {
    const float r = rgb[3 * index], g = rgb[3 * index + 1], b = rgb[3 * index + 2];
    const float y = 0.299f * r + 0.587f * g + 0.114f * b;
    luma[index] = y;
    blue[index] = (b - y) * 0.564f;
    red[index] = (r - y) * 0.713f;
    coloured += blue[index] > 3 || blue[index] < -3 || red[index] > 3 || red[index] < -3;
  }
  return coloured;
}

#if defined(__x86_64__)
WIDE static size_t chroma_wide(const uint8_t *rgb, size_t count, float *restrict luma, float *restrict blue, float *restrict red) {
  return chroma(rgb, count, luma, blue, red);
}
#endif

size_t pixels_chroma(const uint8_t *rgb, size_t count, float *restrict luma, float *restrict blue, float *restrict red) {
  WIDE_OR(chroma_wide(rgb, count, luma, blue, red));
  return chroma(rgb, count, luma, blue, red);
}
