// Encoders for pictures that tests make: JPEG and PNG in the many forms that photos come in.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t quality;                                 // 1...100
  int32_t horizontal_sampling, vertical_sampling;  // of the first component, 1...4; the others have 1
  bool is_progressive, is_arithmetic;
  bool is_stored_as_rgb;   // three components without the transform to YCbCr
  bool is_stored_as_ycck;  // four components with the transform
  bool has_adobe_marker;   // only read for four components
  int32_t restart_interval;  // blocks between restart markers, 0: none
} TestJPEGOptions;

// Encodes packed rows of 1 (gray), 3 (RGB) or 4 (CMYK, stored as given) bytes a pixel. app1 is the whole content of
// an APP1 segment, or NULL. Returns malloc'd bytes (testimages_free), NULL where libjpeg refuses.
uint8_t *testimages_jpeg(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                         const TestJPEGOptions *options, const uint8_t *app1, size_t app1_count, size_t *count);

typedef struct {
  int32_t bit_depth;   // 1, 2, 4, 8, 16
  int32_t color_type;  // as in IHDR: 0 gray, 2 RGB, 3 palette, 4 gray + alpha, 6 RGB + alpha
  bool is_interlaced;
  const uint8_t *palette;  // RGB triples
  int32_t palette_count;
  const uint8_t *palette_alpha;  // NULL: none
  int32_t palette_alpha_count;
  const uint8_t *exif;  // from the byte order mark on, NULL: none
  size_t exif_count;
} TestPNGOptions;

// Encodes rows that already have the layout PNG wants (16 bits: big-endian), row_bytes each. Returns malloc'd bytes
// (testimages_free), NULL where libpng refuses.
uint8_t *testimages_png(const uint8_t *pixels, int32_t width, int32_t height, size_t row_bytes,
                        const TestPNGOptions *options, size_t *count);

void testimages_free(uint8_t *bytes);
