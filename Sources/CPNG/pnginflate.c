#include "pnginflate.h"

#include <libdeflate.h>

bool pnginflate_whole(const uint8_t *bytes, size_t count, uint8_t *target, size_t size) {
  struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
  if (!inflater) return false;
  size_t read = 0, written = 0;
  enum libdeflate_result result =
      libdeflate_zlib_decompress_ex(inflater, bytes, count, target, size, &read, &written);
  libdeflate_free_decompressor(inflater);
  return result == LIBDEFLATE_SUCCESS && read == count && written == size;
}

size_t pnginflate_some(const uint8_t *bytes, size_t count, uint8_t *target, size_t size) {
  struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
  if (!inflater) return 0;
  size_t written = 0;
  enum libdeflate_result result = libdeflate_zlib_decompress(inflater, bytes, count, target, size, &written);
  libdeflate_free_decompressor(inflater);
  return result == LIBDEFLATE_SUCCESS ? written : 0;
}

uint32_t pnginflate_crc(const uint8_t *bytes, size_t count) { return libdeflate_crc32(0, bytes, count); }
