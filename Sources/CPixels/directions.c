#include "CPixels.h"

#include "wide.h"

// Every processor rounds every product and every sum: some would leave out the first.
#pragma STDC FP_CONTRACT OFF

// Of the arc tangent over its argument, in powers of the square of that: Abramowitz and Stegun, 4.4.49; within 2e-8 up
// to 1.
static const float series[] = {1,            -0.3333314528f, 0.1999355085f, -0.1420889944f, 0.1065626393f,
                               -0.0752896400f, 0.0429096138f, -0.0161657367f, 0.0028662257f};
#define TERMS (sizeof series / sizeof *series)
// 8 / pi
#define EIGHTHS 2.5464790895f

// Pixels have neighbours on all sides.
INLINE void directions_of(
    const float *above, const float *row, const float *below, size_t count, float *magnitudes, float *directions) {
  for (size_t x = 0; x < count; x++) {
    const ptrdiff_t left = (ptrdiff_t)x - 1, right = (ptrdiff_t)x + 1;
    const float across =
        (above[right] - above[left]) + 2 * (row[right] - row[left]) + (below[right] - below[left]);
    const float down = (below[left] - above[left]) + 2 * (below[x] - above[x]) + (below[right] - above[right]);
    const float width = __builtin_elementwise_abs(across), height = __builtin_elementwise_abs(down);
    const float larger = width > height ? width : height, smaller = width > height ? height : width;
    // Where there is no slope the direction is any number below 9, and counts for nothing.
    const float ratio = smaller / (larger > 0 ? larger : 1), square = ratio * ratio;
    float share = series[TERMS - 1];
    for (size_t term = TERMS - 1; term-- > 0;) share = share * square + series[term];
    const float near = share * ratio * EIGHTHS, first = width > height ? near : 4 - near;
    magnitudes[x] = __builtin_elementwise_sqrt(across * across + down * down);
    directions[x] = (across < 0) != (down < 0) ? 8 - first : first;
  }
}

INLINE void directions_with_ends(
    const float *above, const float *row, const float *below, size_t width, float *magnitudes, float *directions) {
  if (width > 2) directions_of(above + 1, row + 1, below + 1, width - 2, magnitudes + 1, directions + 1);
  const float *rows[3] = {above, row, below};
  for (size_t end = 0; end < 2; end++) {
    const size_t x = end ? width - 1 : 0, left = x ? x - 1 : 0, right = x + 1 < width ? x + 1 : x;
    float around[3][3];
    for (size_t y = 0; y < 3; y++) {
      around[y][0] = rows[y][left];
      around[y][1] = rows[y][x];
      around[y][2] = rows[y][right];
    }
    directions_of(around[0] + 1, around[1] + 1, around[2] + 1, 1, magnitudes + x, directions + x);
  }
}

#if defined(__x86_64__)
WIDE static void directions_wide(
    const float *above, const float *row, const float *below, size_t width, float *magnitudes, float *directions) {
  directions_with_ends(above, row, below, width, magnitudes, directions);
}
#endif

void pixels_directions(
    const float *above, const float *row, const float *below, size_t width, float *magnitudes, float *directions) {
  WIDE_OR(directions_wide(above, row, below, width, magnitudes, directions));
  directions_with_ends(above, row, below, width, magnitudes, directions);
}
