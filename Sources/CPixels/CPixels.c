#include "CPixels.h"

#include <string.h>

#include "wide.h"

// Everything is inlined, so no vector is ever handed on.
#pragma clang diagnostic ignored "-Wpsabi"

// MARK: Corners

// As wide as the widest processor reads at once; for others the compiler makes two of each.
typedef uint8_t lanes __attribute__((vector_size(PIXELS_LANES)));
typedef uint16_t sums __attribute__((vector_size(2 * PIXELS_LANES)));

INLINE lanes load(const uint8_t *position) {
  lanes loaded;
  memcpy(&loaded, position, sizeof loaded);
  return loaded;
}

INLINE int is_any_set(lanes found) {
  uint64_t halves[PIXELS_LANES / 8];
  memcpy(halves, &found, sizeof halves);
  return (halves[0] | halves[1] | halves[2] | halves[3]) != 0;
}

// Not 0 where nine in a row are not 0. Changes the ring.
INLINE lanes nine_in_a_row(lanes *ring) {
  for (int index = 0; index < 8; index++) ring[16 + index] = ring[index];
  // Two in a row, four, eight.
  for (int index = 0; index < 23; index++) ring[index] = __builtin_elementwise_min(ring[index], ring[index + 1]);
  for (int index = 0; index < 21; index++) ring[index] = __builtin_elementwise_min(ring[index], ring[index + 2]);
  for (int index = 0; index < 17; index++) ring[index] = __builtin_elementwise_min(ring[index], ring[index + 4]);
  lanes found = {0};
  for (int index = 0; index < 16; index++) {
    found = __builtin_elementwise_max(found, __builtin_elementwise_min(ring[index], ring[index + 1]));
  }
  return found;
}

// 1 and the sum of the excess where nine in a row have some, else 0. Changes the ring.
INLINE sums score_of(lanes *ring) {
  sums sum = (sums){0} + 1;
  for (int index = 0; index < 16; index++) sum += __builtin_convertvector(ring[index], sums);
  const lanes found = nine_in_a_row(ring);
  if (!is_any_set(found)) return (sums){0};
  return sum & (sums)(__builtin_convertvector(found, sums) != 0);
}

INLINE void stand_out(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint16_t *scores) {
  const lanes step = (lanes){0} + threshold;
  for (size_t start = 0; start < count; start += PIXELS_LANES) {
    const uint8_t *centre = pixels + start;
    const lanes value = load(centre);
    // Nothing is brighter than 255, nor darker than 0.
    const lanes high = __builtin_elementwise_add_sat(value, step), low = __builtin_elementwise_sub_sat(value, step);
    // Nine in a row hold one of each two points that lie opposite.
    lanes brightest = (lanes){0} + 255, darkest = (lanes){0};
    for (int index = 0; index < 8; index += 2) {
      const lanes here = load(centre + ring[index]), there = load(centre + ring[index + 8]);
      brightest = __builtin_elementwise_min(brightest, __builtin_elementwise_max(here, there));
      darkest = __builtin_elementwise_max(darkest, __builtin_elementwise_min(here, there));
    }
    sums score = {0};
    lanes excess[24];
    if (is_any_set(__builtin_elementwise_sub_sat(brightest, high))) {
      for (int index = 0; index < 16; index++) {
        excess[index] = __builtin_elementwise_sub_sat(load(centre + ring[index]), high);
      }
      score += score_of(excess);
    }
    if (is_any_set(__builtin_elementwise_sub_sat(low, darkest))) {
      for (int index = 0; index < 16; index++) {
        excess[index] = __builtin_elementwise_sub_sat(low, load(centre + ring[index]));
      }
      // Not both: eighteen of sixteen.
      score += score_of(excess);
    }
    memcpy(scores + start, &score, sizeof score);
  }
}

INLINE uint16_t larger(uint16_t left, uint16_t right) { return left > right ? left : right; }

INLINE void outdo(const uint16_t *scores, size_t count, ptrdiff_t width, uint8_t *marks) {
  const uint16_t *above = scores - width, *below = scores + width;
  for (ptrdiff_t position = 0; position < (ptrdiff_t)count; position++) {
    const uint16_t before =
        larger(larger(above[position - 1], above[position]), larger(above[position + 1], scores[position - 1]));
    const uint16_t after =
        larger(larger(below[position - 1], below[position]), larger(below[position + 1], scores[position + 1]));
    marks[position] = (scores[position] > before) & (scores[position] >= after);
  }
}

INLINE struct pixels_gradients gradients(const uint8_t *centre, ptrdiff_t width) {
  // The eighth is not counted: eight fit where seven do.
  static const int16_t counted[8] = {1, 1, 1, 1, 1, 1, 1, 0};
  int32_t across[8] = {0}, down[8] = {0}, both[8] = {0};
  for (ptrdiff_t row = -3; row <= 3; row++) {
    const uint8_t *position = centre + row * width - 3;
    for (int index = 0; index < 8; index++) {
      const int16_t x = (int16_t)((position[index + 1] - position[index - 1]) * counted[index]);
      const int16_t y = (int16_t)((position[index + width] - position[index - width]) * counted[index]);
      across[index] += x * x;
      down[index] += y * y;
      both[index] += x * y;
    }
  }
  struct pixels_gradients sums = {0, 0, 0};
  for (int index = 0; index < 8; index++) {
    sums.across += across[index];
    sums.down += down[index];
    sums.both += both[index];
  }
  return sums;
}

// MARK: Patches

INLINE int32_t nearest(float value) { return (int32_t)(value + (value < 0 ? -0.5f : 0.5f)); }

INLINE void compare(
    const uint8_t *centre, int32_t width, float cosine, float sine, const float *x, const float *y, uint64_t *bits) {
  int32_t indices[2 * PIXELS_COMPARISONS];
  for (int index = 0; index < 2 * PIXELS_COMPARISONS; index++) {
    const int32_t column = nearest(cosine * x[index] - sine * y[index]);
    const int32_t row = nearest(sine * x[index] + cosine * y[index]);
    indices[index] = row * width + column;
  }
  for (int group = 0; group < PIXELS_COMPARISONS / 64; group++) {
    uint64_t found = 0;
    for (int index = 0; index < 64; index++) {
      const int32_t *pair = indices + group * 64 + index;
      found |= (uint64_t)(centre[pair[0]] < centre[pair[PIXELS_COMPARISONS]]) << index;
    }
    bits[group] = found;
  }
}

// MARK: Smoothing

#define TOTAL (52 + 2 * (46 + 31 + 16))

INLINE void smooth_along(const uint8_t *row, size_t width, uint16_t *sums) {
  // The middle needs no clamping, so the compiler makes vectors of it.
  const size_t inside = width > 6 ? width - 3 : 3;
  for (size_t x = 3; x < inside; x++) {
    sums[x] = (uint16_t)(
        52 * row[x] + 46 * (row[x - 1] + row[x + 1]) + 31 * (row[x - 2] + row[x + 2]) + 16 * (row[x - 3] + row[x + 3]));
  }
  static const uint16_t weights[4] = {52, 46, 31, 16};
  for (size_t x = 0; x < width; x++) {
    if (x == 3 && inside > 3) x = inside;
    unsigned sum = (unsigned)weights[0] * row[x];
    for (size_t step = 1; step <= 3; step++) {
      sum += (unsigned)weights[step] * (row[x >= step ? x - step : 0] + row[x + step < width ? x + step : width - 1]);
    }
    sums[x] = (uint16_t)sum;
  }
}

INLINE void smooth(const uint8_t *pixels, size_t width, size_t height, uint16_t *rows, uint8_t *smoothed) {
  for (size_t y = 0; y < height; y++) smooth_along(pixels + y * width, width, rows + y * width);
  // One division less a pixel: multiplied by 2^32 / total². The sum stays below 2^24.
  const uint64_t inverse = ((uint64_t)1 << 32) / (TOTAL * TOTAL) + 1;
  for (size_t y = 0; y < height; y++) {
    const uint16_t *middle = rows + y * width, *above[4], *below[4];
    for (size_t step = 1; step <= 3; step++) {
      above[step] = rows + (y >= step ? y - step : 0) * width;
      below[step] = rows + (y + step < height ? y + step : height - 1) * width;
    }
    for (size_t x = 0; x < width; x++) {
      const uint32_t sum = 52u * middle[x] + 46u * ((uint32_t)above[1][x] + below[1][x])
          + 31u * ((uint32_t)above[2][x] + below[2][x]) + 16u * ((uint32_t)above[3][x] + below[3][x]);
      const uint32_t mean = (uint32_t)((sum * inverse) >> 32);
      smoothed[y * width + x] = (uint8_t)(mean < 255 ? mean : 255);
    }
  }
}

// MARK: By what the processor has

#if defined(__x86_64__)
WIDE static void stand_out_wide(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint16_t *scores) {
  stand_out(pixels, count, ring, threshold, scores);
}

WIDE static void outdo_wide(const uint16_t *scores, size_t count, ptrdiff_t width, uint8_t *marks) {
  outdo(scores, count, width, marks);
}

WIDE static struct pixels_gradients gradients_wide(const uint8_t *centre, ptrdiff_t width) {
  return gradients(centre, width);
}

WIDE static void compare_wide(
    const uint8_t *centre, int32_t width, float cosine, float sine, const float *x, const float *y, uint64_t *bits) {
  compare(centre, width, cosine, sine, x, y, bits);
}

WIDE static void smooth_wide(
    const uint8_t *pixels, size_t width, size_t height, uint16_t *rows, uint8_t *smoothed) {
  smooth(pixels, width, height, rows, smoothed);
}
#endif

void pixels_stand_out(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint16_t *scores) {
  WIDE_OR(stand_out_wide(pixels, count, ring, threshold, scores));
  stand_out(pixels, count, ring, threshold, scores);
}

void pixels_outdo(const uint16_t *scores, size_t count, ptrdiff_t width, uint8_t *marks) {
  WIDE_OR(outdo_wide(scores, count, width, marks));
  outdo(scores, count, width, marks);
}

struct pixels_gradients pixels_gradients(const uint8_t *centre, ptrdiff_t width) {
  WIDE_OR(gradients_wide(centre, width));
  return gradients(centre, width);
}

void pixels_compare(
    const uint8_t *centre, int32_t width, float cosine, float sine, const float *x, const float *y, uint64_t *bits) {
  WIDE_OR(compare_wide(centre, width, cosine, sine, x, y, bits));
  compare(centre, width, cosine, sine, x, y, bits);
}

void pixels_smooth(const uint8_t *pixels, size_t width, size_t height, uint16_t *rows, uint8_t *smoothed) {
  WIDE_OR(smooth_wide(pixels, width, height, rows, smoothed));
  smooth(pixels, width, height, rows, smoothed);
}
