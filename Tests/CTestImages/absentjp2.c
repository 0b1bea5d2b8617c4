// OpenJPEG is not built in (Package.swift).
#include "testimages.h"

uint8_t *testimages_jp2(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                        const TestJP2Options *options, size_t *count) {
  (void)pixels, (void)width, (void)height, (void)channels, (void)options;
  *count = 0;
  return NULL;
}
