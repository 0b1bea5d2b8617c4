#include "CPixels.h"

#include "marks.h"
#include "wide.h"

// Every processor rounds every product and every sum: some would leave out the first.
#pragma STDC FP_CONTRACT OFF

// Matches are marked many at a time and collected one by one.
#define PIECE 256

INLINE size_t near(const double *matches, size_t count, const double *transform, double most) {
  const double *x = matches, *y = x + count, *to_x = y + count, *to_y = to_x + count;
  const double a = transform[0], b = transform[1];
  uint64_t found = 0;
  for (size_t at = 0; at < count; at++) {
    const double across = a * x[at] - b * y[at] + transform[2] - to_x[at];
    const double down = b * x[at] + a * y[at] + transform[3] - to_y[at];
    found += across * across + down * down <= most;
  }
  return found;
}

// `square` is that of the scale.
INLINE int agrees(
    double cosine, double sine, double growth, double a, double b, double square, struct pixels_match_limits limits) {
  const double along = cosine * a + sine * b;
  return (square < growth * limits.growth) & (square * limits.growth > growth) & (along > 0)
      & (along * along > limits.cosine * square);
}

INLINE size_t agreeing(
    const double *matches, size_t count, const double *transform, double most, struct pixels_match_limits limits,
    int32_t *found) {
  const double *x = matches, *y = x + count, *to_x = y + count, *to_y = to_x + count;
  const double *cosine = to_y + count, *sine = cosine + count, *growth = sine + count;
  const double a = transform[0], b = transform[1], square = a * a + b * b;
  uint8_t marks[PIECE];
  size_t number = 0;
  for (size_t start = 0; start < count; start += PIECE) {
    const size_t piece = count - start < PIECE ? count - start : PIECE;
    for (size_t index = 0; index < piece; index++) {
      const size_t at = start + index;
      const double across = a * x[at] - b * y[at] + transform[2] - to_x[at];
      const double down = b * x[at] + a * y[at] + transform[3] - to_y[at];
      marks[index] = (across * across + down * down <= most)
          & agrees(cosine[at], sine[at], growth[at], a, b, square, limits);
    }
    number += marked(marks, piece, (int32_t)start, found + number);
  }
  return number;
}

INLINE size_t partners(
    const double *matches, size_t count, size_t later, size_t tried, struct pixels_match_limits limits,
    int32_t *found) {
  const double *x = matches, *y = x + count, *to_x = y + count, *to_y = to_x + count;
  const double *cosine = to_y + count, *sine = cosine + count, *growth = sine + count;
  uint8_t marks[PIECE];
  size_t number = 0;
  for (size_t start = 0; start < tried; start += PIECE) {
    const size_t piece = tried - start < PIECE ? tried - start : PIECE;
    for (size_t index = 0; index < piece; index++) {
      const size_t at = start + index;
      const double from_x = x[later] - x[at], from_y = y[later] - y[at];
      const double along_x = to_x[later] - to_x[at], along_y = to_y[later] - to_y[at];
      const double distance = from_x * from_x + from_y * from_y;
      // Points that fall together make no number here, and are not far enough apart.
      const double a = (from_x * along_x + from_y * along_y) / distance;
      const double b = (from_x * along_y - from_y * along_x) / distance;
      const double square = a * a + b * b;
      marks[index] = (distance > limits.apart) & (along_x * along_x + along_y * along_y > limits.apart)
          & (square >= limits.smallest) & (square <= limits.largest)
          & agrees(cosine[at], sine[at], growth[at], a, b, square, limits)
          & agrees(cosine[later], sine[later], growth[later], a, b, square, limits);
    }
    number += marked(marks, piece, (int32_t)start, found + number);
  }
  return number;
}

// MARK: By what the processor has

#if defined(__x86_64__)
WIDE static size_t near_wide(const double *matches, size_t count, const double *transform, double most) {
  return near(matches, count, transform, most);
}

WIDE static size_t agreeing_wide(
    const double *matches, size_t count, const double *transform, double most, struct pixels_match_limits limits,
    int32_t *found) {
  return agreeing(matches, count, transform, most, limits, found);
}

WIDE static size_t partners_wide(
    const double *matches, size_t count, size_t later, size_t tried, struct pixels_match_limits limits,
    int32_t *found) {
  return partners(matches, count, later, tried, limits, found);
}
#endif

size_t pixels_near(const double *matches, size_t count, const double *transform, double most) {
  WIDE_OR(near_wide(matches, count, transform, most));
  return near(matches, count, transform, most);
}

size_t pixels_agreeing(
    const double *matches, size_t count, const double *transform, double most, struct pixels_match_limits limits,
    int32_t *found) {
  WIDE_OR(agreeing_wide(matches, count, transform, most, limits, found));
  return agreeing(matches, count, transform, most, limits, found);
}

size_t pixels_partners(
    const double *matches, size_t count, size_t later, size_t tried, struct pixels_match_limits limits,
    int32_t *found) {
  WIDE_OR(partners_wide(matches, count, later, tried, limits, found));
  return partners(matches, count, later, tried, limits, found);
}
