#include "testimages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

struct output {
  uint8_t *bytes;
  size_t count, capacity, offset;
};

static tmsize_t on_read(thandle_t handle, void *target, tmsize_t count) {
  struct output *output = handle;
  size_t length = output->offset >= output->count ? 0 : output->count - output->offset;
  if (length > (size_t)count) length = (size_t)count;
  memcpy(target, output->bytes + output->offset, length);
  output->offset += length;
  return (tmsize_t)length;
}

static tmsize_t on_write(thandle_t handle, void *source, tmsize_t count) {
  struct output *output = handle;
  const size_t end = output->offset + (size_t)count;
  if (end > output->capacity) {
    uint8_t *larger = realloc(output->bytes, end * 2);
    if (!larger) return -1;
    memset(larger + output->capacity, 0, end * 2 - output->capacity);
    output->bytes = larger;
    output->capacity = end * 2;
  }
  memcpy(output->bytes + output->offset, source, (size_t)count);
  output->offset = end;
  if (end > output->count) output->count = end;
  return count;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int origin) {
  struct output *output = handle;
  const toff_t base = origin == SEEK_CUR ? output->offset : origin == SEEK_END ? output->count : 0;
  output->offset = (size_t)(base + offset);
  return output->offset;
}

static int on_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t on_size(thandle_t handle) { return ((struct output *)handle)->count; }

static void describe(TIFF *file, int32_t width, int32_t height, int32_t channels, const TestTIFFOptions *options) {
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, (uint32_t)width);
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, (uint32_t)height);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, channels);
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, options->bits);
  TIFFSetField(file, TIFFTAG_COMPRESSION, options->compression);
  TIFFSetField(file, TIFFTAG_ORIENTATION, options->orientation);
  TIFFSetField(file, TIFFTAG_PLANARCONFIG, options->is_planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  const bool is_jpeg = options->compression == COMPRESSION_JPEG;
  TIFFSetField(file, TIFFTAG_PHOTOMETRIC,
               channels == 1 ? PHOTOMETRIC_MINISBLACK : is_jpeg ? PHOTOMETRIC_YCBCR : PHOTOMETRIC_RGB);
  if (is_jpeg) TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  if (is_jpeg) TIFFSetField(file, TIFFTAG_JPEGQUALITY, 95);
  if (channels == 4) {
    uint16_t kind = options->is_premultiplied ? EXTRASAMPLE_ASSOCALPHA : EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(file, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  TIFFSetField(file, TIFFTAG_MAKE, "Scanner");
  if (options->tile_side) {
    TIFFSetField(file, TIFFTAG_TILEWIDTH, options->tile_side);
    TIFFSetField(file, TIFFTAG_TILELENGTH, options->tile_side);
  } else {
    TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, options->rows_per_strip);
  }
}

static bool write_tiles(TIFF *file, const uint8_t *pixels, int32_t width, int32_t height, size_t pixel_bytes,
                        int32_t side) {
  uint8_t *tile = malloc((size_t)side * (size_t)side * pixel_bytes);
  bool is_ok = tile != NULL;
  for (int32_t top = 0; is_ok && top < height; top += side) {
    for (int32_t left = 0; is_ok && left < width; left += side) {
      memset(tile, 0, (size_t)side * (size_t)side * pixel_bytes);
      const int32_t columns = width - left < side ? width - left : side;
      for (int32_t y = 0; y < side && top + y < height; y++)
        memcpy(tile + (size_t)y * (size_t)side * pixel_bytes,
               pixels + ((size_t)(top + y) * (size_t)width + (size_t)left) * pixel_bytes,
               (size_t)columns * pixel_bytes);
      is_ok = TIFFWriteTile(file, tile, (uint32_t)left, (uint32_t)top, 0, 0) >= 0;
    }
  }
  free(tile);
  return is_ok;
}

static bool write_rows(TIFF *file, const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                       const TestTIFFOptions *options) {
  const size_t sample_bytes = (size_t)options->bits / 8;
  const size_t row_bytes = (size_t)width * (size_t)channels * sample_bytes;
  uint8_t *row = malloc(row_bytes);
  bool is_ok = row != NULL;
  // Strips must be written in order: all of a plane, then the next.
  for (int32_t plane = 0; is_ok && plane < (options->is_planar ? channels : 1); plane++) {
    for (int32_t y = 0; is_ok && y < height; y++) {
      const uint8_t *source = pixels + (size_t)y * row_bytes;
      if (options->is_planar) {
        for (int32_t x = 0; x < width; x++)
          memcpy(row + (size_t)x * sample_bytes, source + ((size_t)x * (size_t)channels + (size_t)plane) * sample_bytes,
                 sample_bytes);
      } else {
        memcpy(row, source, row_bytes);
      }
      is_ok = TIFFWriteScanline(file, row, (uint32_t)y, (uint16_t)plane) >= 0;
    }
  }
  free(row);
  return is_ok;
}

uint8_t *testimages_tiff(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                         const TestTIFFOptions *options, size_t *count) {
  struct output output = {NULL, 0, 0, 0};
  *count = 0;
  TIFF *file = TIFFClientOpen("test", options->is_big ? "wl8m" : "wlm", &output, on_read, on_write, on_seek, on_close,
                              on_size, NULL, NULL);
  if (!file) return NULL;
  describe(file, width, height, channels, options);
  const bool is_ok = options->tile_side ? write_tiles(file, pixels, width, height,
                                                      (size_t)channels * (size_t)options->bits / 8, options->tile_side)
                                        : write_rows(file, pixels, width, height, channels, options);
  TIFFClose(file);
  if (is_ok) {
    *count = output.count;
    return output.bytes;
  }
  free(output.bytes);
  return NULL;
}
