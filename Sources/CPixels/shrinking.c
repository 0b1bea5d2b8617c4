#include "CPixels.h"

#include <string.h>

#include "wide.h"

INLINE void weigh(const uint32_t *values, size_t count, uint32_t weight, bool is_first, uint32_t *sums) {
  if (is_first) {
    for (size_t index = 0; index < count; index++) sums[index] = values[index] * weight;
  } else {
    for (size_t index = 0; index < count; index++) sums[index] += values[index] * weight;
  }
}

// A weight of 16 bits makes vectors of the product where processors have none for 32.
INLINE void weigh_bytes(const uint8_t *values, size_t count, uint16_t weight, bool is_first, uint32_t *sums) {
  if (is_first) {
    for (size_t index = 0; index < count; index++) sums[index] = (uint32_t)values[index] * weight;
  } else {
    for (size_t index = 0; index < count; index++) sums[index] += (uint32_t)values[index] * weight;
  }
}

INLINE void divide(
    const uint32_t *sums, size_t count, uint32_t half, uint32_t factor, int shift, uint8_t *quotients) {
  for (size_t index = 0; index < count; index++) {
    quotients[index] = (uint8_t)((uint64_t)(sums[index] + half) * factor >> shift);
  }
}

// Sums stay in registers for so many pixels.
#define SUMS 32

INLINE void blend_block(
    const uint8_t *const *rows, const float *weights, size_t taps, size_t first, size_t count, uint8_t *blended) {
  float sums[SUMS] = {0};
  for (size_t tap = 0; tap < taps; tap++) {
    const uint8_t *row = rows[tap] + first;
    const float weight = weights[tap];
    for (size_t index = 0; index < count; index++) sums[index] += weight * row[index];
  }
  for (size_t index = 0; index < count; index++) {
    const float rounded = sums[index] + 0.5f, above = rounded > 0 ? rounded : 0;
    blended[first + index] = (uint8_t)(int)(above < 255 ? above : 255);
  }
}

INLINE void blend(
    const uint8_t *const *rows, const float *weights, size_t taps, size_t count, uint8_t *blended) {
  size_t first = 0;
  for (; first + SUMS <= count; first += SUMS) blend_block(rows, weights, taps, first, SUMS, blended);
  if (first < count) blend_block(rows, weights, taps, first, count - first, blended);
}

#if defined(__x86_64__)
#include <immintrin.h>

WIDE static void gather_wide(const uint8_t *row, struct pixels_columns columns, uint32_t *sums) {
  const uint8_t *taken = columns.taken;
  const int16_t *weights = columns.weights;
  for (size_t column = 0; column < columns.count; column += 8) {
    const int32_t *indices = columns.indices + column / 4;
    const __m256i bytes = _mm256_set_m128i(
        _mm_loadu_si128((const __m128i *)(row + indices[1])), _mm_loadu_si128((const __m128i *)(row + indices[0])));
    __m256i sum = _mm256_setzero_si256();
    for (size_t step = 0; step < columns.steps; step++, taken += 32, weights += 16) {
      const __m256i pairs = _mm256_shuffle_epi8(bytes, _mm256_loadu_si256((const __m256i *)taken));
      sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_loadu_si256((const __m256i *)weights)));
    }
    _mm256_storeu_si256((__m256i *)(sums + column), sum);
  }
}

WIDE static void weigh_wide(const uint32_t *values, size_t count, uint32_t weight, bool is_first, uint32_t *sums) {
  weigh(values, count, weight, is_first, sums);
}

WIDE static void weigh_bytes_wide(
    const uint8_t *values, size_t count, uint16_t weight, bool is_first, uint32_t *sums) {
  weigh_bytes(values, count, weight, is_first, sums);
}

WIDE static void divide_wide(
    const uint32_t *sums, size_t count, uint32_t half, uint32_t factor, int shift, uint8_t *quotients) {
  divide(sums, count, half, factor, shift, quotients);
}

WIDE static void blend_wide(
    const uint8_t *const *rows, const float *weights, size_t taps, size_t count, uint8_t *blended) {
  blend(rows, weights, taps, count, blended);
}

bool pixels_can_gather(void) { return processor_has(PROCESSOR_AVX2); }

void pixels_gather(const uint8_t *row, struct pixels_columns columns, uint32_t *sums) {
  gather_wide(row, columns, sums);
}
#else
bool pixels_can_gather(void) { return false; }

void pixels_gather(const uint8_t *row, struct pixels_columns columns, uint32_t *sums) {
  (void)row;
  memset(sums, 0, columns.count * sizeof *sums);
}
#endif

void pixels_weigh(const uint32_t *values, size_t count, uint32_t weight, bool is_first, uint32_t *sums) {
  WIDE_OR(weigh_wide(values, count, weight, is_first, sums));
  weigh(values, count, weight, is_first, sums);
}

void pixels_weigh_bytes(const uint8_t *values, size_t count, uint16_t weight, bool is_first, uint32_t *sums) {
  WIDE_OR(weigh_bytes_wide(values, count, weight, is_first, sums));
  weigh_bytes(values, count, weight, is_first, sums);
}

void pixels_divide(const uint32_t *sums, size_t count, uint32_t half, uint32_t factor, int shift, uint8_t *quotients) {
  WIDE_OR(divide_wide(sums, count, half, factor, shift, quotients));
  divide(sums, count, half, factor, shift, quotients);
}

void pixels_blend(const uint8_t *const *rows, const float *weights, size_t taps, size_t count, uint8_t *blended) {
  WIDE_OR(blend_wide(rows, weights, taps, count, blended));
  blend(rows, weights, taps, count, blended);
}

void pixels_transpose(const uint8_t *pixels, size_t width, size_t height, uint8_t *columns) {
  // Of one tile all lines of the cache stay in it.
  const size_t tile = 32;
  for (size_t top = 0; top < height; top += tile) {
    const size_t bottom = top + tile < height ? top + tile : height;
    for (size_t left = 0; left < width; left += tile) {
      const size_t right = left + tile < width ? left + tile : width;
      for (size_t x = left; x < right; x++) {
        for (size_t y = top; y < bottom; y++) columns[x * height + y] = pixels[y * width + x];
      }
    }
  }
}
