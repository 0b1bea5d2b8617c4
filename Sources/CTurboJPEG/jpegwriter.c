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

static void set_form(j_compress_ptr encoder, const JPEGWriterForm *form) {
  encoder->image_width = (JDIMENSION)form->width;
  encoder->image_height = (JDIMENSION)form->height;
  encoder->input_components = form->channels;
  encoder->in_color_space = form->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(encoder);
  jpeg_set_quality(encoder, form->quality, TRUE);
  encoder->optimize_coding = TRUE;
  encoder->write_JFIF_header = !form->is_bare;
  if (form->has_full_chroma) encoder->comp_info[0].h_samp_factor = encoder->comp_info[0].v_samp_factor = 1;
  if (form->is_progressive) jpeg_simple_progression(encoder);
}

uint8_t *jpegwriter_picture(const uint8_t *pixels, const JPEGWriterForm *form, size_t *count) {
  if (form->width < 1 || form->height < 1 || form->width > JPEG_MAX_DIMENSION || form->height > JPEG_MAX_DIMENSION)
    return NULL;
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
  set_form(&encoder, form);
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < encoder.image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)encoder.next_scanline * (size_t)form->width * (size_t)form->channels);
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
