#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// The most that libjpeg may hold beyond its small pools. Without a backing store (Debian builds it so) reaching the
// limit is JERR_NO_BACKING_STORE.
static const long memory_limit = 700L * 1000 * 1000;

static JPEGReader *reader_of(j_common_ptr decoder) { return (JPEGReader *)decoder->client_data; }

_Noreturn void reader_leave(JPEGReader *reader, JPEGReaderStatus failure) {
  reader->failure = failure;
  longjmp(reader->escape, 1);
}

void reader_on_error(j_common_ptr decoder) {
  JPEGReader *reader = reader_of(decoder);
  decoder->err->format_message(decoder, reader->message);
  switch (decoder->err->msg_code) {
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
      reader_leave(reader, JPEGREADER_TOO_LARGE);
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
      reader_leave(reader, JPEGREADER_UNSUPPORTED);
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
    case JERR_BAD_ALLOC_CHUNK:
      reader_leave(reader, JPEGREADER_OUT_OF_MEMORY);
    default:
      reader_leave(reader, JPEGREADER_CORRUPT);
  }
}

// Some devices write zeros between the coded picture and its end marker. The decoder reads a few bytes ahead and does not
// count those, so where it discards fewer than there are, how many of them it took for the picture is checked later
// (`check_fill`).
static bool only_fills(j_common_ptr decoder) {
  const int discarded = decoder->err->msg_parm.i[0], marker = decoder->err->msg_parm.i[1];
  if (decoder->err->msg_code != JWRN_EXTRANEOUS_DATA || marker != JPEG_EOI) return false;
  const struct jpeg_decompress_struct *source = (j_decompress_ptr)decoder;
  JPEGReader *reader = reader_of(decoder);
  // Behind the end of the file libjpeg reads a marker of its own, elsewhere.
  if (source->src->bytes_in_buffer > reader->count) return false;
  const size_t end = reader->count - source->src->bytes_in_buffer;
  if (source->src->next_input_byte != reader->bytes + end) return false;
  size_t start = end;
  while (start > 0 && reader->bytes[start - 1] == 0) start--;
  const size_t zeros = end - start;
  if (discarded < 0 || zeros < (size_t)discarded) return false;
  if (zeros == (size_t)discarded) return true;
  // An arithmetic decoder takes any number of zeros that are not there.
  if (source->arith_code) return zeros - (size_t)discarded == 1;
  reader->fill_start = start;
  return true;
}

// Whether every coefficient was sent to its last bit, so that no further scan can be missing.
static bool has_all_scans(const struct jpeg_decompress_struct *source) {
  if (!source->coef_bits) return false;
  for (int component = 0; component < source->num_components; component++) {
    for (int index = 0; index < DCTSIZE2; index++) {
      if (source->coef_bits[component][index] != 0) return false;
    }
  }
  return true;
}

// Some old cameras leave the end marker out. Where coded pixels are missing, too, the decoder warns of those besides; not
// between two scans, and not with arithmetic codes.
static bool lacks_only_end_marker(j_common_ptr decoder) {
  if (decoder->err->msg_code != JWRN_JPEG_EOF || !decoder->is_decompressor) return false;
  const struct jpeg_decompress_struct *source = (j_decompress_ptr)decoder;
  if (source->arith_code) return false;
  return source->progressive_mode ? has_all_scans(source) : source->comps_in_scan == source->num_components;
}

static void on_message(j_common_ptr decoder, int level) {
  if (level >= 0) return;
  decoder->err->num_warnings++;
  // An odd header harms no pixel.
  int code = decoder->err->msg_code;
  if (code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM) return;
  if (only_fills(decoder) || lacks_only_end_marker(decoder)) return;
  JPEGReader *reader = reader_of(decoder);
  if (reader->warnings < INT32_MAX) reader->warnings++;
}

static void on_output(j_common_ptr decoder) { (void)decoder; }

static void on_progress(j_common_ptr decoder) {
  JPEGReader *reader = reader_of(decoder);
  if (!decoder->is_decompressor) return;
  if (((j_decompress_ptr)decoder)->input_scan_number <= reader->max_scans) return;
  snprintf(reader->message, sizeof reader->message, "more than %d scans", reader->max_scans);
  reader_leave(reader, JPEGREADER_TOO_COSTLY);
}

static bool prepare(JPEGReader *reader, const uint8_t *bytes, size_t count) {
  reader->decoder.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = reader_on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  reader->decoder.client_data = reader;
  reader->max_scans = INT32_MAX;
  if (setjmp(reader->escape)) return false;
  // Zeroes all but err and client_data.
  jpeg_create_decompress(&reader->decoder);
  reader->decoder.mem->max_memory_to_use = memory_limit;
  reader->progress.progress_monitor = on_progress;
  reader->decoder.progress = &reader->progress;
  reader->bytes = bytes;
  reader->count = count;
  jpeg_mem_src(&reader->decoder, (unsigned char *)bytes, count);
  return true;
}

JPEGReader *jpegreader_open(const uint8_t *bytes, size_t count) {
  JPEGReader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  if (prepare(reader, bytes, count)) return reader;
  jpegreader_close(reader);
  return NULL;
}

JPEGReaderStatus jpegreader_header(JPEGReader *reader, JPEGReaderHeader *header) {
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  memset(header, 0, sizeof *header);
  if (setjmp(reader->escape)) {
    header->width = (int32_t)decoder->image_width;
    header->height = (int32_t)decoder->image_height;
    return reader->failure;
  }
  jpeg_read_header(decoder, TRUE);
  header->width = (int32_t)decoder->image_width;
  header->height = (int32_t)decoder->image_height;
  header->components = decoder->num_components;
  header->is_progressive = decoder->progressive_mode;
  header->has_multiple_scans = jpeg_has_multiple_scans(decoder);
  for (int index = 0; index < decoder->num_components; index++) {
    jpeg_component_info *component = &decoder->comp_info[index];
    header->coefficient_bytes +=
        (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
  }
  return JPEGREADER_OK;
}

static bool is_ink(J_COLOR_SPACE space) { return space == JCS_CMYK || space == JCS_YCCK; }

JPEGReaderStatus jpegreader_start(JPEGReader *reader, int scale, bool gray, int max_scans, int32_t *width,
                                  int32_t *height, int32_t *channels) {
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  if (setjmp(reader->escape)) return reader->failure;
  if (decoder->src->bytes_in_buffer < 2) {
    snprintf(reader->message, sizeof reader->message, "cut off before the first pixel");
    return JPEGREADER_CORRUPT;
  }
  reader->max_scans = max_scans;
  decoder->scale_num = (unsigned)scale;
  decoder->scale_denom = 8;
  decoder->dct_method = JDCT_ISLOW;
  // Smooth chroma matters only where every pixel is looked at.
  decoder->do_fancy_upsampling = scale == 8;
  if (is_ink(decoder->jpeg_color_space)) {
    decoder->out_color_space = JCS_CMYK;
  } else if (decoder->jpeg_color_space != JCS_UNKNOWN) {
    decoder->out_color_space = gray || decoder->jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
  }
  jpeg_start_decompress(decoder);
  *width = (int32_t)decoder->output_width;
  *height = (int32_t)decoder->output_height;
  switch (decoder->out_color_space) {
    case JCS_RGB:
      *channels = 3;
      return JPEGREADER_OK;
    case JCS_GRAYSCALE:
      *channels = 1;
      return JPEGREADER_OK;
    default:
      *channels = decoder->out_color_space == JCS_CMYK ? 3 : 1;
      reader->ink_row = malloc((size_t)decoder->output_width * (size_t)decoder->output_components);
      if (reader->ink_row) return JPEGREADER_OK;
      snprintf(reader->message, sizeof reader->message, "no memory for a row");
      return JPEGREADER_OUT_OF_MEMORY;
  }
}

static uint8_t share(unsigned value, unsigned light) { return (uint8_t)((value * light + 127) / 255); }

// Ink to light. Adobe stores CMYK inverted, 255 for no ink; a file without its marker stores ink.
static void convert_ink(const JPEGReader *reader, uint8_t *pixels) {
  const uint8_t *ink = reader->ink_row;
  const uint8_t flip = reader->decoder.saw_Adobe_marker ? 0 : 255;
  for (JDIMENSION x = 0; x < reader->decoder.output_width; x++, ink += 4, pixels += 3) {
    unsigned black = ink[3] ^ flip;
    pixels[0] = share(ink[0] ^ flip, black);
    pixels[1] = share(ink[1] ^ flip, black);
    pixels[2] = share(ink[2] ^ flip, black);
  }
}

static void take_first_component(const JPEGReader *reader, uint8_t *pixels) {
  int step = reader->decoder.output_components;
  for (JDIMENSION x = 0; x < reader->decoder.output_width; x++) pixels[x] = reader->ink_row[x * (size_t)step];
}

JPEGReaderStatus jpegreader_rows(JPEGReader *reader, uint8_t *pixels, int32_t count) {
  struct jpeg_decompress_struct *decoder = &reader->decoder;
  if (setjmp(reader->escape)) return reader->failure;
  const bool is_direct = reader->ink_row == NULL;
  const bool is_cmyk = decoder->out_color_space == JCS_CMYK;
  const size_t row_bytes =
      (size_t)decoder->output_width * (is_direct ? (size_t)decoder->output_components : is_cmyk ? 3 : 1);
  for (int32_t row = 0; row < count && decoder->output_scanline < decoder->output_height; row++) {
    uint8_t *target = pixels + (size_t)row * row_bytes;
    JSAMPROW destination = is_direct ? target : reader->ink_row;
    if (jpeg_read_scanlines(decoder, &destination, 1) != 1) {
      snprintf(reader->message, sizeof reader->message, "no more rows");
      return JPEGREADER_CORRUPT;
    }
    if (is_direct) continue;
    if (is_cmyk) convert_ink(reader, target);
    else take_first_component(reader, target);
  }
  return JPEGREADER_OK;
}

JPEGReaderStatus jpegreader_finish(JPEGReader *reader) {
  if (setjmp(reader->escape)) return reader->failure;
  jpeg_finish_decompress(&reader->decoder);
  reader_check_fill(reader);
  return JPEGREADER_OK;
}

// Whether bytes[0..<count] have all of a picture, but for its end marker.
static bool is_whole(const uint8_t *bytes, size_t count, int max_scans) {
  JPEGReader *part = jpegreader_open(bytes, count);
  if (!part) return false;
  JPEGReaderHeader header;
  int32_t width = 0, height = 0, channels = 0;
  JPEGReaderStatus status = jpegreader_header(part, &header);
  if (status == JPEGREADER_OK) status = jpegreader_start(part, 1, true, max_scans, &width, &height, &channels);
  uint8_t *row = status == JPEGREADER_OK ? malloc((size_t)width * (size_t)channels) : NULL;
  if (!row) status = JPEGREADER_OUT_OF_MEMORY;
  for (int32_t y = 0; y < height && status == JPEGREADER_OK; y++) status = jpegreader_rows(part, row, 1);
  if (status == JPEGREADER_OK) status = jpegreader_finish(part);
  bool has_all = status == JPEGREADER_OK && part->warnings == 0;
  free(row);
  jpegreader_close(part);
  return has_all;
}

// Whether all bits of a zero byte at `count` belong to the picture: with the last of them changed some bits are missing.
// Encoders fill their last byte up with ones.
static bool is_whole_with_zero(const uint8_t *bytes, size_t count, int max_scans) {
  if (!is_whole(bytes, count + 1, max_scans)) return false;
  uint8_t *changed = malloc(count + 1);
  if (!changed) return false;
  memcpy(changed, bytes, count);
  changed[count] = 1;
  bool is_used = !is_whole(changed, count + 1, max_scans);
  free(changed);
  return is_used;
}

void reader_check_fill(JPEGReader *reader) {
  const size_t start = reader->fill_start;
  if (start == 0) return;
  reader->fill_start = 0;
  // The last byte of a picture may be zero; where more of them are taken for it, a part is lost.
  if (!is_whole(reader->bytes, start, reader->max_scans) &&
      !is_whole_with_zero(reader->bytes, start, reader->max_scans))
    reader->warnings++;
}

int32_t jpegreader_warnings(const JPEGReader *reader) { return reader->warnings; }

const char *jpegreader_message(const JPEGReader *reader) { return reader->message; }

void jpegreader_close(JPEGReader *reader) {
  if (!reader) return;
  jpeg_destroy_decompress(&reader->decoder);
  free(reader->ink_row);
  free(reader);
}

bool jpegreader_has_memory(size_t bytes) {
  // volatile: a compiler may otherwise drop a malloc that is only freed.
  void *volatile memory = malloc(bytes > 0 ? bytes : 1);
  bool is_there = memory != NULL;
  free(memory);
  return is_there;
}

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *jpegreader_version(void) { return TEXT(LIBJPEG_TURBO_VERSION); }
