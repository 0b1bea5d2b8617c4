#include "jpegwriter.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct escape {
  struct jpeg_error_mgr errors;
  jmp_buf place;
};

static void on_error(j_common_ptr encoder) { longjmp(((struct escape *)encoder->err)->place, 1); }

static void on_message(j_common_ptr encoder, int level) {
  (void)encoder;
  (void)level;
}

uint8_t *jpegwriter_rgb(const uint8_t *pixels, int32_t width, int32_t height, int32_t quality, size_t *count) {
  if (width < 1 || height < 1 || width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) return NULL;
  struct jpeg_compress_struct encoder;
  struct escape escape;
  // Kept in memory, because libjpeg writes them while a jump may come.
  struct { unsigned char *bytes; unsigned long count; } *out = calloc(1, sizeof *out);
  if (!out) return NULL;
  encoder.err = jpeg_std_error(&escape.errors);
  escape.errors.error_exit = on_error;
  escape.errors.emit_message = on_message;
  if (setjmp(escape.place)) {
    jpeg_destroy_compress(&encoder);
    free(out->bytes);
    free(out);
    return NULL;
  }
  jpeg_create_compress(&encoder);
  jpeg_mem_dest(&encoder, &out->bytes, &out->count);
  encoder.image_width = (JDIMENSION)width;
  encoder.image_height = (JDIMENSION)height;
  encoder.input_components = 3;
  encoder.in_color_space = JCS_RGB;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  encoder.optimize_coding = TRUE;
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < encoder.image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder.next_scanline * (size_t)width * 3);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  uint8_t *bytes = out->bytes;
  *count = out->count;
  free(out);
  return bytes;
}

void jpegwriter_free(uint8_t *bytes) { free(bytes); }
