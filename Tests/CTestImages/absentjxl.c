// libjxl is not built in (Package.swift).
#include "testimages.h"

uint8_t *testimages_jxl(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                        const TestJXLOptions *options, const uint8_t *exif, size_t exif_count, size_t *count) {
  (void)pixels, (void)width, (void)height, (void)channels, (void)options, (void)exif, (void)exif_count;
  *count = 0;
  return NULL;
}

uint8_t *testimages_jxl_of_jpeg(const uint8_t *jpeg, size_t jpeg_count, size_t *count) {
  (void)jpeg, (void)jpeg_count;
  *count = 0;
  return NULL;
}
