#include "CPixels.h"

void pixels_gather_across(
    const uint8_t *row, size_t channels, const uint32_t *starts, const float *weights, size_t taps, size_t count,
    uint8_t *target) {
  for (size_t x = 0; x < count; x++) {
    const uint8_t *first = row + starts[x] * channels;
    const float *weight = weights + x * taps;
    for (size_t channel = 0; channel < channels; channel++) {
      float sum = 0.5f;
      for (size_t tap = 0; tap < taps; tap++) sum += weight[tap] * first[tap * channels + channel];
      *target++ = sum <= 0 ? 0 : sum >= 255 ? 255 : (uint8_t)sum;
    }
  }
}

// Wang, Bovik, Sheikh and Simoncelli 2004: K1 = 0.01, K2 = 0.03, of 64 values each.
static double window_similarity(const uint8_t *one, const uint8_t *other, size_t width) {
  uint32_t sum_one = 0, sum_other = 0, squares_one = 0, squares_other = 0, products = 0;
  for (int y = 0; y < 8; y++, one += width, other += width) {
    for (int x = 0; x < 8; x++) {
      uint32_t a = one[x], b = other[x];
      sum_one += a;
      sum_other += b;
      squares_one += a * a;
      squares_other += b * b;
      products += a * b;
    }
  }
  const double count = 64, luminance = 6.5025, contrast = 58.5225;
  double mean_one = sum_one / count, mean_other = sum_other / count;
  double variance_one = squares_one / count - mean_one * mean_one;
  double variance_other = squares_other / count - mean_other * mean_other;
  double covariance = products / count - mean_one * mean_other;
  return (2 * mean_one * mean_other + luminance) * (2 * covariance + contrast) /
         ((mean_one * mean_one + mean_other * mean_other + luminance) * (variance_one + variance_other + contrast));
}

double pixels_similarity(const uint8_t *one, const uint8_t *other, size_t width, size_t height) {
  double sum = 0;
  size_t windows = 0;
  for (size_t y = 0; y + 8 <= height; y += 4) {
    for (size_t x = 0; x + 8 <= width; x += 4, windows++)
      sum += window_similarity(one + y * width + x, other + y * width + x, width);
  }
  return windows ? sum / (double)windows : 0;
}
