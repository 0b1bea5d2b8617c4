#include "CPixels.h"

#include <math.h>
#include <string.h>

#include "wide.h"

// Every processor rounds every product and every sum: some would leave out the first.
#pragma STDC FP_CONTRACT OFF

// MARK: Noise

// Bins are made many at a time and counted one by one.
#define PIECE 256

INLINE void roughness(const float *pixels, size_t width, size_t height, uint32_t *histogram) {
  int32_t bins[PIECE];
  for (size_t y = 1; y + 1 < height; y++) {
    for (size_t start = 1; start + 1 < width; start += PIECE) {
      const size_t count = width - 1 - start < PIECE ? width - 1 - start : PIECE;
      const float *row = pixels + y * width + start, *above = row - width, *below = row + width;
      for (size_t x = 0; x < count; x++) {
        const float corners = above[(ptrdiff_t)x - 1] + above[x + 1] + below[(ptrdiff_t)x - 1] + below[x + 1];
        const float sides = above[x] + below[x] + row[(ptrdiff_t)x - 1] + row[x + 1];
        const int32_t bin = (int32_t)(fabsf(corners - 2 * sides + 4 * row[x]) * 4);
        bins[x] = bin < PIXELS_ROUGHNESS ? bin : PIXELS_ROUGHNESS - 1;
      }
      for (size_t x = 0; x < count; x++) histogram[bins[x]]++;
    }
  }
}

// MARK: Wavelets

INLINE void haar(
    const float *values, size_t width, size_t height, size_t stride, float *approximation, float *energies,
    uint32_t *histogram) {
  int32_t bins[PIECE];
  for (size_t y = 0; y < height / 2; y++) {
    for (size_t start = 0; start < width / 2; start += PIECE) {
      const size_t count = width / 2 - start < PIECE ? width / 2 - start : PIECE;
      const float *upper = values + 2 * y * stride + 2 * start, *lower = upper + stride;
      float *mean = approximation + y * (width / 2) + start, *energy = energies + y * (width / 2) + start;
      for (size_t x = 0; x < count; x++) {
        const float a = upper[2 * x], b = upper[2 * x + 1], c = lower[2 * x], d = lower[2 * x + 1];
        const float across = (a - b + c - d) / 2, down = (a + b - c - d) / 2, diagonal = (a - b - c + d) / 2;
        mean[x] = (a + b + c + d) / 2;
        energy[x] = across * across + down * down + diagonal * diagonal;
        const int32_t bin = (int32_t)(fabsf(diagonal) * 2);
        bins[x] = bin < PIXELS_DIAGONALS ? bin : PIXELS_DIAGONALS - 1;
      }
      for (size_t x = 0; x < count; x++) histogram[bins[x]]++;
    }
  }
}

INLINE void block_maxima(const float *values, size_t width, size_t height, size_t side, float *maxima) {
  float row[PIECE];
  for (size_t y = 0; y < height / side; y++) {
    // As many whole blocks as fit.
    for (size_t start = 0; start + side <= width; start += PIECE / side * side) {
      const size_t left = (width - start) / side, blocks = left < PIECE / side ? left : PIECE / side;
      const float *first = values + y * side * width + start;
      memcpy(row, first, blocks * side * sizeof *row);
      for (size_t below = 1; below < side; below++) {
        for (size_t x = 0; x < blocks * side; x++) {
          const float value = first[below * width + x];
          row[x] = row[x] > value ? row[x] : value;
        }
      }
      float *target = maxima + y * (width / side) + start / side;
      for (size_t block = 0; block < blocks; block++) {
        float most = row[block * side];
        for (size_t x = 1; x < side; x++) most = row[block * side + x] > most ? row[block * side + x] : most;
        target[block] = most;
      }
    }
  }
}

// MARK: Fourier transform

typedef float column_lanes __attribute__((vector_size(4 * PIXELS_COLUMNS)));

struct complex_lanes {
  column_lanes real, imaginary;
};

INLINE void butterfly(struct complex_lanes *upper, struct complex_lanes *lower, float cosine, float sine) {
  const column_lanes real = lower->real * cosine - lower->imaginary * sine;
  const column_lanes imaginary = lower->real * sine + lower->imaginary * cosine;
  lower->real = upper->real - real;
  lower->imaginary = upper->imaginary - imaginary;
  upper->real += real;
  upper->imaginary += imaginary;
}

// Steps of `half` and of twice as much, so that every row is fetched once for both.
INLINE void two_steps(struct complex_lanes *rows, size_t count, size_t half, const float *cosines, const float *sines) {
  for (size_t start = 0; start < count; start += 4 * half) {
    for (size_t offset = 0; offset < half; offset++) {
      struct complex_lanes *quarter = rows + start + offset;
      struct complex_lanes a = quarter[0], b = quarter[half], c = quarter[2 * half], d = quarter[3 * half];
      const size_t first = half + offset, second = 2 * half + offset;
      butterfly(&a, &b, cosines[first], sines[first]);
      butterfly(&c, &d, cosines[first], sines[first]);
      butterfly(&a, &c, cosines[second], sines[second]);
      butterfly(&b, &d, cosines[second + half], sines[second + half]);
      quarter[0] = a, quarter[half] = b, quarter[2 * half] = c, quarter[3 * half] = d;
    }
  }
}

INLINE void fourier(
    float *real, float *imaginary, size_t rows, size_t columns, const float *cosines, const float *sines, void *buffer) {
  struct complex_lanes *lanes = buffer;
  for (size_t left = 0; left < columns; left += PIXELS_COLUMNS) {
    size_t reversed = 0;
    for (size_t row = 0; row < rows; row++) {
      memcpy(&lanes[reversed].real, real + row * columns + left, sizeof(column_lanes));
      memcpy(&lanes[reversed].imaginary, imaginary + row * columns + left, sizeof(column_lanes));
      // One more, from the uppermost bit on.
      size_t bit = rows / 2;
      while (bit > 0 && reversed & bit) reversed ^= bit, bit /= 2;
      reversed |= bit;
    }
    size_t half = 1;
    for (; 2 * half < rows; half *= 4) two_steps(lanes, rows, half, cosines, sines);
    if (half < rows) {
      for (size_t offset = 0; offset < half; offset++) {
        butterfly(lanes + offset, lanes + half + offset, cosines[half + offset], sines[half + offset]);
      }
    }
    for (size_t row = 0; row < rows; row++) {
      memcpy(real + row * columns + left, &lanes[row].real, sizeof(column_lanes));
      memcpy(imaginary + row * columns + left, &lanes[row].imaginary, sizeof(column_lanes));
    }
  }
}

// MARK: Points between pixels

// What is not a number becomes 0, so that every place lies inside.
INLINE double clamped(double value, double last) {
  const double above = value >= 0 ? value : 0;
  return above < last ? above : last;
}

INLINE void between(struct pixels_plane plane, const double *x, const double *y, size_t count, double *values) {
  double right_shares[PIECE], lower_shares[PIECE];
  int32_t lefts[PIECE], tops[PIECE];
  uint8_t corners[4][PIECE];
  for (size_t start = 0; start < count; start += PIECE) {
    const size_t piece = count - start < PIECE ? count - start : PIECE;
    for (size_t index = 0; index < piece; index++) {
      const double across = clamped(x[start + index] * plane.width / plane.across - 0.5, plane.width - 1);
      const double down = clamped(y[start + index] * plane.height / plane.down - 0.5, plane.height - 1);
      lefts[index] = (int32_t)across;
      tops[index] = (int32_t)down;
      right_shares[index] = across - lefts[index];
      lower_shares[index] = down - tops[index];
    }
    for (size_t index = 0; index < piece; index++) {
      const uint8_t *corner = plane.pixels + (ptrdiff_t)tops[index] * plane.width + lefts[index];
      const ptrdiff_t right = lefts[index] + 1 < plane.width, below = tops[index] + 1 < plane.height ? plane.width : 0;
      corners[0][index] = corner[0];
      corners[1][index] = corner[right];
      corners[2][index] = corner[below];
      corners[3][index] = corner[below + right];
    }
    for (size_t index = 0; index < piece; index++) {
      const double right = right_shares[index], lower = lower_shares[index];
      const double above = corners[0][index] * (1 - right) + corners[1][index] * right;
      const double below = corners[2][index] * (1 - right) + corners[3][index] * right;
      values[start + index] = above * (1 - lower) + below * lower;
    }
  }
}

// MARK: By what the processor has

#if defined(__x86_64__)
WIDE static void roughness_wide(const float *pixels, size_t width, size_t height, uint32_t *histogram) {
  roughness(pixels, width, height, histogram);
}

WIDE static void haar_wide(
    const float *values, size_t width, size_t height, size_t stride, float *approximation, float *energies,
    uint32_t *histogram) {
  haar(values, width, height, stride, approximation, energies, histogram);
}

WIDE static void block_maxima_wide(const float *values, size_t width, size_t height, size_t side, float *maxima) {
  block_maxima(values, width, height, side, maxima);
}

WIDE static void fourier_wide(
    float *real, float *imaginary, size_t rows, size_t columns, const float *cosines, const float *sines, void *buffer) {
  fourier(real, imaginary, rows, columns, cosines, sines, buffer);
}

WIDE static void between_wide(
    struct pixels_plane plane, const double *x, const double *y, size_t count, double *values) {
  between(plane, x, y, count, values);
}
#endif

void pixels_roughness(const float *pixels, size_t width, size_t height, uint32_t *histogram) {
  WIDE_OR(roughness_wide(pixels, width, height, histogram));
  roughness(pixels, width, height, histogram);
}

void pixels_haar(
    const float *values, size_t width, size_t height, size_t stride, float *approximation, float *energies,
    uint32_t *histogram) {
  WIDE_OR(haar_wide(values, width, height, stride, approximation, energies, histogram));
  haar(values, width, height, stride, approximation, energies, histogram);
}

void pixels_block_maxima(const float *values, size_t width, size_t height, size_t side, float *maxima) {
  WIDE_OR(block_maxima_wide(values, width, height, side, maxima));
  block_maxima(values, width, height, side, maxima);
}

void pixels_fourier(
    float *real, float *imaginary, size_t rows, size_t columns, const float *cosines, const float *sines, void *buffer) {
  WIDE_OR(fourier_wide(real, imaginary, rows, columns, cosines, sines, buffer));
  fourier(real, imaginary, rows, columns, cosines, sines, buffer);
}

void pixels_between(struct pixels_plane plane, const double *x, const double *y, size_t count, double *values) {
  WIDE_OR(between_wide(plane, x, y, count, values));
  between(plane, x, y, count, values);
}
