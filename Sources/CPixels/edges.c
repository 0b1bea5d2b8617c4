#include "CPixels.h"

#include <math.h>
#include <string.h>

#include "marks.h"
#include "wide.h"

// Every processor rounds every product and every sum: some would leave out the first.
#pragma STDC FP_CONTRACT OFF
// Everything is inlined, so no vector is ever handed on.
#pragma clang diagnostic ignored "-Wpsabi"

// Edges are followed eight at a time: how long each goes on cannot be guessed.
#define EDGES 8
typedef float numbers __attribute__((vector_size(4 * EDGES)));
typedef int32_t indices __attribute__((vector_size(4 * EDGES)));

INLINE numbers fetched(const float *row, indices where) {
  numbers loaded;
  for (int edge = 0; edge < EDGES; edge++) loaded[edge] = row[where[edge]];
  return loaded;
}

INLINE numbers magnitudes(numbers values) { return (numbers)((indices)values & INT32_MAX); }

INLINE int is_any_set(indices found) {
  uint64_t halves[EDGES / 2];
  memcpy(halves, &found, sizeof halves);
  return (halves[0] | halves[1] | halves[2] | halves[3]) != 0;
}

// The last indices stand for those that are missing of eight.
INLINE indices eight_of(const int32_t *found, size_t number, size_t start) {
  indices loaded;
  for (size_t edge = 0; edge < EDGES; edge++) {
    loaded[edge] = found[start + edge < number ? start + edge : number - 1];
  }
  return loaded;
}

// Adds up the steps of at least `least` from `where` on in one direction, at most `most` of them.
INLINE void follow(
    const float *row, int32_t width, indices where, int32_t direction, numbers sign, numbers least, int32_t most,
    numbers *rise) {
  const indices start = direction > 0 ? where : where - 1;
  const indices low = (indices){0}, high = low + (width - 2);
  indices goes_on = low - 1;
  for (int32_t step = 0; step < most; step++) {
    indices here = start + direction * step;
    goes_on &= (here >= low) & (here <= high);
    here = __builtin_elementwise_min(__builtin_elementwise_max(here, low), high);
    const numbers height = sign * (fetched(row, here + 1) - fetched(row, here));
    goes_on &= height > least;
    if (!is_any_set(goes_on)) return;
    *rise += (numbers)((indices)height & goes_on);
  }
}

INLINE numbers sign_of(numbers slope) {
  const numbers one = (numbers){0} + 1;
  const indices is_rising = slope > 0;
  return (numbers)(((indices)one & is_rising) | ((indices)-one & ~is_rising));
}

INLINE size_t edge_spreads(
    const float *row, size_t width, float slope_floor, float contrast_floor, uint8_t *marks, int32_t *found,
    float *spreads) {
  const float *above = row - width, *below = row + width;
  const size_t count = width - 4;
  for (size_t index = 0; index < count; index++) {
    const float *sample = row + 2 + index;
    const float slope = fabsf((sample[1] - sample[-1]) / 2), across = fabsf((below[2 + index] - above[2 + index]) / 2);
    const float before = fabsf((sample[0] - sample[-2]) / 2), after = fabsf((sample[2] - sample[0]) / 2);
    marks[index] = (slope > slope_floor) & (across < slope) & (slope >= before) & (slope > after);
  }
  const size_t number = marked(marks, count, 2, found);
  size_t kept = 0;
  for (size_t start = 0; start < number; start += EDGES) {
    const indices where = eight_of(found, number, start);
    const numbers slope = (fetched(row, where + 1) - fetched(row, where - 1)) / 2;
    const numbers across = (fetched(below, where) - fetched(above, where)) / 2;
    const numbers size = magnitudes(slope), sign = sign_of(slope), least = 0.5f + 0.05f * size;
    numbers rise = {0};
    follow(row, (int32_t)width, where, 1, sign, least, PIXELS_RISE, &rise);
    follow(row, (int32_t)width, where, -1, sign, least, PIXELS_RISE, &rise);
    const numbers length = slope * slope + across * across;
    for (size_t edge = 0; edge < EDGES && start + edge < number; edge++) {
      // Written over what has been read.
      found[kept] = where[edge];
      spreads[kept] = rise[edge] / (2.5066f * size[edge]) * (size[edge] / sqrtf(length[edge]));
      kept += rise[edge] > contrast_floor;
    }
  }
  return kept;
}

// MARK: By what the processor has

#if defined(__x86_64__)
WIDE static size_t edge_spreads_wide(
    const float *row, size_t width, float slope_floor, float contrast_floor, uint8_t *marks, int32_t *found,
    float *spreads) {
  return edge_spreads(row, width, slope_floor, contrast_floor, marks, found, spreads);
}
#endif

size_t pixels_edge_spreads(
    const float *row, size_t width, float slope_floor, float contrast_floor, uint8_t *marks, int32_t *found,
    float *spreads) {
  WIDE_OR(edge_spreads_wide(row, width, slope_floor, contrast_floor, marks, found, spreads));
  return edge_spreads(row, width, slope_floor, contrast_floor, marks, found, spreads);
}
