#include "pngreader.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct PNGReader {
  png_structp decoder;
  png_infop info;
  const uint8_t *bytes;
  size_t count, offset;
  png_uint_32 width, height, next_row;
  bool is_interlaced;
  int stored_channels;   // 1 gray, 2 gray + alpha, 3 RGB, 4 RGB + alpha, after expansion
  size_t stored_row_bytes;
  png_bytep stored;      // one row, or the whole picture where interlaced
  png_bytepp rows;       // pointers into `stored`, interlaced only
  uint8_t ground;        // 255 white, 0 black
  bool uses_alpha;       // some pixel shows the ground
  int32_t warnings;
  bool is_out_of_memory;
  char message[200];
};

static void on_read(png_structp decoder, png_bytep target, size_t length) {
  PNGReader *reader = png_get_io_ptr(decoder);
  if (length > reader->count - reader->offset) png_error(decoder, "the file ends too early");
  memcpy(target, reader->bytes + reader->offset, length);
  reader->offset += length;
}

static void on_error(png_structp decoder, png_const_charp message) {
  PNGReader *reader = png_get_error_ptr(decoder);
  snprintf(reader->message, sizeof reader->message, "%s", message ? message : "");
  png_longjmp(decoder, 1);
}

static void on_warning(png_structp decoder, png_const_charp message) {
  (void)message;
  PNGReader *reader = png_get_error_ptr(decoder);
  if (reader->warnings < INT32_MAX) reader->warnings++;
}

static png_voidp on_allocate(png_structp decoder, png_alloc_size_t size) {
  PNGReader *reader = png_get_mem_ptr(decoder);
  png_voidp memory = malloc(size);
  if (!memory) reader->is_out_of_memory = true;
  return memory;
}

static void on_free(png_structp decoder, png_voidp memory) {
  (void)decoder;
  free(memory);
}

static PNGReaderStatus failure(const PNGReader *reader) {
  return reader->is_out_of_memory ? PNGREADER_OUT_OF_MEMORY : PNGREADER_CORRUPT;
}

PNGReader *pngreader_open(const uint8_t *bytes, size_t count) {
  PNGReader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->ground = 255;
  reader->decoder = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning, reader,
                                             on_allocate, on_free);
  if (reader->decoder) reader->info = png_create_info_struct(reader->decoder);
  if (reader->info) return reader;
  pngreader_close(reader);
  return NULL;
}

PNGReaderStatus pngreader_header(PNGReader *reader, int32_t max_side, PNGReaderHeader *header) {
  png_structp decoder = reader->decoder;
  memset(header, 0, sizeof *header);
  if (setjmp(png_jmpbuf(decoder))) return failure(reader);
  png_set_read_fn(decoder, reader, on_read);
  png_set_user_limits(decoder, (png_uint_32)max_side, (png_uint_32)max_side);
  // A text or profile chunk that claims gigabytes makes libpng 1.6 fill as many with zeros before it looks for the
  // data, whatever png_set_chunk_malloc_max says. Nothing but the pixels is wanted here, so all of them are skipped
  // (-1: every chunk that is not needed for the pixels; tRNS is).
  png_set_keep_unknown_chunks(decoder, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(decoder, reader->info);
  reader->width = png_get_image_width(decoder, reader->info);
  reader->height = png_get_image_height(decoder, reader->info);
  reader->is_interlaced = png_get_interlace_type(decoder, reader->info) != PNG_INTERLACE_NONE;

  png_set_expand(decoder);
  png_set_scale_16(decoder);
  if (reader->is_interlaced) png_set_interlace_handling(decoder);
  png_read_update_info(decoder, reader->info);
  reader->stored_channels = png_get_channels(decoder, reader->info);
  reader->stored_row_bytes = png_get_rowbytes(decoder, reader->info);
  if (reader->stored_row_bytes != (size_t)reader->width * (size_t)reader->stored_channels)
    png_error(decoder, "rows of another depth than expected");

  header->width = (int32_t)reader->width;
  header->height = (int32_t)reader->height;
  header->is_interlaced = reader->is_interlaced;
  header->channels = reader->stored_channels < 3 ? 1 : 3;
  header->has_alpha = reader->stored_channels % 2 == 0;
  return PNGREADER_OK;
}

PNGReaderStatus pngreader_start(PNGReader *reader) {
  png_structp decoder = reader->decoder;
  if (setjmp(png_jmpbuf(decoder))) return failure(reader);
  // At most 65500 × 65500 × 4: far from the end of 64 bits.
  size_t kept_row_count = reader->is_interlaced ? reader->height : 1;
  reader->stored = calloc(kept_row_count, reader->stored_row_bytes);
  if (reader->is_interlaced) reader->rows = malloc(kept_row_count * sizeof *reader->rows);
  if (!reader->stored || (reader->is_interlaced && !reader->rows)) {
    reader->is_out_of_memory = true;
    snprintf(reader->message, sizeof reader->message, "no memory for the pixels");
    return PNGREADER_OUT_OF_MEMORY;
  }
  if (!reader->is_interlaced) return PNGREADER_OK;
  for (size_t row = 0; row < kept_row_count; row++) reader->rows[row] = reader->stored + row * reader->stored_row_bytes;
  png_read_image(decoder, reader->rows);
  return PNGREADER_OK;
}

static uint8_t on_ground(unsigned value, unsigned alpha, unsigned ground) {
  return (uint8_t)((value * alpha + ground * (255 - alpha) + 127) / 255);
}

static void flatten(PNGReader *reader, const uint8_t *stored, uint8_t *pixels) {
  const png_uint_32 width = reader->width;
  const unsigned ground = reader->ground;
  switch (reader->stored_channels) {
    case 2:
      for (png_uint_32 x = 0; x < width; x++, stored += 2) {
        reader->uses_alpha |= stored[1] != 255;
        pixels[x] = on_ground(stored[0], stored[1], ground);
      }
      break;
    case 4:
      for (png_uint_32 x = 0; x < width; x++, stored += 4, pixels += 3) {
        unsigned alpha = stored[3];
        reader->uses_alpha |= alpha != 255;
        pixels[0] = alpha == 255 ? stored[0] : on_ground(stored[0], alpha, ground);
        pixels[1] = alpha == 255 ? stored[1] : on_ground(stored[1], alpha, ground);
        pixels[2] = alpha == 255 ? stored[2] : on_ground(stored[2], alpha, ground);
      }
      break;
    default:
      memcpy(pixels, stored, reader->stored_row_bytes);
  }
}

PNGReaderStatus pngreader_rows(PNGReader *reader, uint8_t *pixels, int32_t count) {
  png_structp decoder = reader->decoder;
  if (setjmp(png_jmpbuf(decoder))) return failure(reader);
  const size_t row_bytes = (size_t)reader->width * (reader->stored_channels < 3 ? 1 : 3);
  for (int32_t row = 0; row < count && reader->next_row < reader->height; row++) {
    const uint8_t *stored = reader->stored;
    if (reader->is_interlaced) stored = reader->rows[reader->next_row];
    else png_read_row(decoder, reader->stored, NULL);
    flatten(reader, stored, pixels + (size_t)row * row_bytes);
    reader->next_row++;
  }
  return PNGREADER_OK;
}

PNGReaderStatus pngreader_finish(PNGReader *reader) {
  if (setjmp(png_jmpbuf(reader->decoder))) return failure(reader);
  png_read_end(reader->decoder, NULL);
  return PNGREADER_OK;
}

void pngreader_set_ground(PNGReader *reader, uint8_t ground) { reader->ground = ground; }

bool pngreader_uses_alpha(const PNGReader *reader) { return reader->uses_alpha; }

int32_t pngreader_warnings(const PNGReader *reader) { return reader->warnings; }

const char *pngreader_message(const PNGReader *reader) { return reader->message; }

void pngreader_close(PNGReader *reader) {
  if (!reader) return;
  if (reader->decoder) png_destroy_read_struct(&reader->decoder, &reader->info, NULL);
  free(reader->rows);
  free(reader->stored);
  free(reader);
}

const char *pngreader_version(void) { return png_get_libpng_ver(NULL); }
