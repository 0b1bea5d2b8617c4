#include "testimages.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct escape {
  struct jpeg_error_mgr errors;
  jmp_buf target;
};

static void on_error(j_common_ptr encoder) { longjmp(((struct escape *)encoder->err)->target, 1); }

static void on_output(j_common_ptr encoder) { (void)encoder; }

uint8_t *testimages_jpeg(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                         const TestJPEGOptions *options, const uint8_t *app1, size_t app1_count, size_t *count) {
  struct jpeg_compress_struct encoder;
  struct escape escape;
  unsigned long length = 0;
  unsigned char *buffer = NULL;
  encoder.err = jpeg_std_error(&escape.errors);
  escape.errors.error_exit = on_error;
  escape.errors.output_message = on_output;
  *count = 0;
  jpeg_create_compress(&encoder);
  if (setjmp(escape.target)) {
    jpeg_destroy_compress(&encoder);
    return NULL;
  }
  jpeg_mem_dest(&encoder, &buffer, &length);
  encoder.image_width = (JDIMENSION)width;
  encoder.image_height = (JDIMENSION)height;
  encoder.input_components = channels;
  encoder.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&encoder);
  if (channels == 3 && options->is_stored_as_rgb) jpeg_set_colorspace(&encoder, JCS_RGB);
  if (channels == 4) {
    jpeg_set_colorspace(&encoder, options->is_stored_as_ycck ? JCS_YCCK : JCS_CMYK);
    encoder.write_Adobe_marker = options->has_adobe_marker;
  }
  jpeg_set_quality(&encoder, options->quality, TRUE);
  for (int index = 0; index < encoder.num_components; index++) {
    bool is_first = index == 0 || index == 3;
    encoder.comp_info[index].h_samp_factor = is_first ? options->horizontal_sampling : 1;
    encoder.comp_info[index].v_samp_factor = is_first ? options->vertical_sampling : 1;
  }
  encoder.arith_code = options->is_arithmetic;
  encoder.optimize_coding = !options->is_arithmetic && !options->has_standard_tables;
  encoder.restart_interval = (unsigned)options->restart_interval;
  if (options->is_progressive) jpeg_simple_progression(&encoder);
  jpeg_start_compress(&encoder, TRUE);
  if (app1) jpeg_write_marker(&encoder, JPEG_APP0 + 1, app1, (unsigned)app1_count);
  while (encoder.next_scanline < encoder.image_height) {
    JSAMPROW row = (JSAMPROW)pixels + (size_t)encoder.next_scanline * (size_t)width * (size_t)channels;
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  *count = length;
  return buffer;
}

void testimages_free(uint8_t *bytes) { free(bytes); }
