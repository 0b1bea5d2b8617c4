#include "pngwriter.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

struct output {
  uint8_t *bytes;
  size_t count, capacity;
};

static void append(png_structp png, png_bytep bytes, size_t count) {
  struct output *output = png_get_io_ptr(png);
  if (output->count + count > output->capacity) {
    size_t capacity = 2 * (output->count + count);
    uint8_t *larger = realloc(output->bytes, capacity);
    if (!larger) png_error(png, "out of memory");
    output->bytes = larger;
    output->capacity = capacity;
  }
  memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
}

static void flush(png_structp png) { (void)png; }

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

// What has to be let go after a longjmp is held here, made before setjmp and not assigned after it.
struct writer {
  png_structp png;
  png_infop info;
  struct output output;
};

static int write_picture(struct writer *writer, const uint8_t *rgb, int width, int height, int level) {
  if (setjmp(png_jmpbuf(writer->png))) return -1;
  png_set_write_fn(writer->png, &writer->output, append, flush);
  png_set_IHDR(
    writer->png, writer->info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(writer->png, level);
  // Of the single filters the one that does most for photos at the least cost.
  png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_write_info(writer->png, writer->info);
  for (int row = 0; row < height; row++) png_write_row(writer->png, rgb + (size_t)row * (size_t)width * 3);
  png_write_end(writer->png, NULL);
  return 0;
}

int pngwriter_encode(const uint8_t *rgb, int width, int height, int level, uint8_t **bytes, size_t *count) {
  if (width <= 0 || height <= 0 || width > 65535 || height > 65535) return -1;
  struct writer *writer = calloc(1, sizeof *writer);
  if (!writer) return -1;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
  writer->info = writer->png ? png_create_info_struct(writer->png) : NULL;
  int status = writer->info ? write_picture(writer, rgb, width, height, level) : -1;
  if (writer->png) png_destroy_write_struct(&writer->png, writer->info ? &writer->info : NULL);
  if (status == 0) {
    *bytes = writer->output.bytes;
    *count = writer->output.count;
  } else {
    free(writer->output.bytes);
  }
  free(writer);
  return status;
}

void pngwriter_free(uint8_t *bytes) { free(bytes); }
