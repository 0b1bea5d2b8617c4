#include "testimages.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct output {
  uint8_t *bytes;
  size_t count, capacity;
};

static void on_write(png_structp encoder, png_bytep bytes, size_t length) {
  struct output *output = png_get_io_ptr(encoder);
  if (output->capacity - output->count < length) {
    size_t capacity = (output->count + length) * 2;
    uint8_t *larger = realloc(output->bytes, capacity);
    if (!larger) png_error(encoder, "no memory");
    output->bytes = larger;
    output->capacity = capacity;
  }
  memcpy(output->bytes + output->count, bytes, length);
  output->count += length;
}

static void on_flush(png_structp encoder) { (void)encoder; }

static void on_error(png_structp encoder, png_const_charp message) {
  (void)message;
  png_longjmp(encoder, 1);
}

static void on_warning(png_structp encoder, png_const_charp message) {
  (void)encoder;
  (void)message;
}

uint8_t *testimages_png(const uint8_t *pixels, int32_t width, int32_t height, size_t row_bytes,
                        const TestPNGOptions *options, size_t *count) {
  struct output output = {NULL, 0, 0};
  *count = 0;
  png_structp encoder = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  if (!encoder) return NULL;
  png_infop info = png_create_info_struct(encoder);
  png_bytepp rows = malloc(sizeof *rows * (size_t)height);
  if (!info || !rows || setjmp(png_jmpbuf(encoder))) {
    png_destroy_write_struct(&encoder, &info);
    free(rows);
    free(output.bytes);
    return NULL;
  }
  png_set_write_fn(encoder, &output, on_write, on_flush);
  png_set_IHDR(encoder, info, (png_uint_32)width, (png_uint_32)height, options->bit_depth, options->color_type,
               options->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (options->palette) {
    png_color colors[256] = {{0}};
    for (int index = 0; index < options->palette_count && index < 256; index++)
      memcpy(&colors[index], options->palette + index * 3, 3);
    png_set_PLTE(encoder, info, colors, options->palette_count);
  }
  if (options->palette_alpha) png_set_tRNS(encoder, info, options->palette_alpha, options->palette_alpha_count, NULL);
  if (options->exif) png_set_eXIf_1(encoder, info, (png_uint_32)options->exif_count, (png_bytep)options->exif);
  png_write_info(encoder, info);
  for (int32_t row = 0; row < height; row++) rows[row] = (png_bytep)pixels + (size_t)row * row_bytes;
  png_write_image(encoder, rows);
  png_write_end(encoder, info);
  png_destroy_write_struct(&encoder, &info);
  free(rows);
  *count = output.count;
  return output.bytes;
}
