#include "jp2reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openjpeg.h>

// Samples of a component as 8 bits.
typedef struct {
  const OPJ_INT32 *samples;
  uint32_t width, height;
  OPJ_INT32 offset, most;   // added first; the largest value then
  const uint8_t *levels;    // 8 bits by value, NULL: the value itself
} Plane;

struct JP2Reader {
  const uint8_t *bytes;
  size_t count, position;
  bool is_past_end, is_decoding;
  opj_codec_t *codec;
  opj_stream_t *stream;
  opj_image_t *image;
  JP2ReaderColors colors;
  Plane planes[5];          // of colour, then alpha
  uint8_t *levels[5];
  int32_t plane_count;      // of colour
  bool has_alpha, is_premultiplied;
  uint8_t ground;           // 255 white, 0 black
  bool uses_alpha;          // some pixel shows the ground
  int32_t width, height, channels, next_row, warnings;
  char message[200];
};

static JP2ReaderStatus fail(JP2Reader *reader, JP2ReaderStatus status, const char *message) {
  snprintf(reader->message, sizeof reader->message, "%s", message);
  return status;
}

// What the library said last, but for an end that came too early.
static JP2ReaderStatus broken(JP2Reader *reader) {
  if (reader->is_past_end) return fail(reader, JP2READER_CORRUPT, "the file ends too early");
  if (!reader->message[0]) return fail(reader, JP2READER_CORRUPT, "the JPEG 2000 data break the rules of the format");
  return JP2READER_CORRUPT;
}

// MARK: The stream

static OPJ_SIZE_T read_bytes(void *buffer, OPJ_SIZE_T wanted, void *data) {
  JP2Reader *reader = data;
  const size_t rest = reader->count - reader->position;
  if (wanted > 0 && rest == 0) return (OPJ_SIZE_T)-1;
  const size_t taken = wanted < rest ? wanted : rest;
  memcpy(buffer, reader->bytes + reader->position, taken);
  reader->position += taken;
  return taken;
}

static OPJ_OFF_T skip_bytes(OPJ_OFF_T wanted, void *data) {
  JP2Reader *reader = data;
  if (wanted < 0) return -1;
  const size_t rest = reader->count - reader->position;
  if ((uint64_t)wanted > rest) reader->is_past_end = true;
  const size_t taken = (uint64_t)wanted < rest ? (size_t)wanted : rest;
  reader->position += taken;
  return (OPJ_OFF_T)taken;
}

static OPJ_BOOL seek_bytes(OPJ_OFF_T position, void *data) {
  JP2Reader *reader = data;
  if (position < 0 || (uint64_t)position > reader->count) return OPJ_FALSE;
  reader->position = (size_t)position;
  return OPJ_TRUE;
}

static void take_error(const char *message, void *data) {
  JP2Reader *reader = data;
  // The first is about the cause.
  if (!reader->message[0]) snprintf(reader->message, sizeof reader->message, "%s", message);
  reader->message[strcspn(reader->message, "\n")] = 0;
}

static void take_warning(const char *message, void *data) {
  (void)message;
  JP2Reader *reader = data;
  if (reader->is_decoding) reader->warnings++;
}

JP2Reader *jp2reader_open(const uint8_t *bytes, size_t count, bool is_codestream) {
  JP2Reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->ground = 255;
  reader->codec = opj_create_decompress(is_codestream ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
  reader->stream = opj_stream_create(OPJ_J2K_STREAM_CHUNK_SIZE, OPJ_TRUE);
  if (!reader->codec || !reader->stream) {
    jp2reader_close(reader);
    return NULL;
  }
  opj_set_error_handler(reader->codec, take_error, reader);
  opj_set_warning_handler(reader->codec, take_warning, reader);
  opj_stream_set_read_function(reader->stream, read_bytes);
  opj_stream_set_skip_function(reader->stream, skip_bytes);
  opj_stream_set_seek_function(reader->stream, seek_bytes);
  opj_stream_set_user_data(reader->stream, reader, NULL);
  opj_stream_set_user_data_length(reader->stream, count);
  return reader;
}

JP2ReaderStatus jp2reader_header(JP2Reader *reader, int32_t *resolutions) {
  *resolutions = 1;
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  if (!opj_setup_decoder(reader->codec, &parameters)) return broken(reader);
  if (!opj_read_header(reader->stream, reader->codec, &reader->image) || !reader->image) return broken(reader);
  opj_codestream_info_v2_t *info = opj_get_cstr_info(reader->codec);
  if (!info) return fail(reader, JP2READER_OUT_OF_MEMORY, "no memory");
  if (info->m_default_tile_info.tccp_info && info->nbcomps > 0) {
    *resolutions = 33;
    for (OPJ_UINT32 index = 0; index < info->nbcomps; index++) {
      const int32_t own = (int32_t)info->m_default_tile_info.tccp_info[index].numresolutions;
      if (own < *resolutions) *resolutions = own < 1 ? 1 : own;
    }
  }
  opj_destroy_cstr_info(&info);
  return JP2READER_OK;
}

// MARK: Pixels

static JP2ReaderStatus set_plane(JP2Reader *reader, int index, const opj_image_comp_t *component) {
  if (!component->data || component->w == 0 || component->h == 0 || component->prec < 1 || component->prec > 31)
    return fail(reader, JP2READER_CORRUPT, "a component has no pixels");
  Plane *plane = &reader->planes[index];
  plane->samples = component->data;
  plane->width = component->w;
  plane->height = component->h;
  plane->offset = component->sgnd ? (OPJ_INT32)(1u << (component->prec - 1)) : 0;
  plane->most = (OPJ_INT32)((1u << component->prec) - 1);
  if (component->prec == 8 || component->prec > 16) return JP2READER_OK;
  uint8_t *levels = malloc((size_t)plane->most + 1);
  if (!levels) return fail(reader, JP2READER_OUT_OF_MEMORY, "no memory");
  for (OPJ_INT32 value = 0; value <= plane->most; value++)
    levels[value] = (uint8_t)(((int64_t)value * 255 + plane->most / 2) / plane->most);
  plane->levels = reader->levels[index] = levels;
  return JP2READER_OK;
}

// Which components are colours and which is alpha, as the decoded picture says; without a word about it one more than
// the colours is alpha, as other readers have it.
static JP2ReaderStatus set_planes(JP2Reader *reader) {
  const opj_image_t *image = reader->image;
  const int wanted[] = {1, 3, 3, 3, 4};
  int colors[4], alpha = -1, count = 0;
  for (OPJ_UINT32 index = 0; index < image->numcomps; index++) {
    if (image->comps[index].alpha == 0 && count < 4) colors[count++] = (int)index;
    else if (image->comps[index].alpha != 0 && alpha < 0) alpha = (int)index;
  }
  if (count < wanted[reader->colors]) reader->colors = count < 3 ? JP2READER_GRAY : JP2READER_RGB;
  reader->plane_count = wanted[reader->colors];
  if (count < reader->plane_count) return fail(reader, JP2READER_CORRUPT, "it has no colours");
  if (alpha < 0 && image->numcomps == (OPJ_UINT32)reader->plane_count + 1 && count > reader->plane_count)
    alpha = colors[reader->plane_count];
  for (int index = 0; index < reader->plane_count; index++) {
    const JP2ReaderStatus status = set_plane(reader, index, &image->comps[colors[index]]);
    if (status != JP2READER_OK) return status;
    const Plane *plane = &reader->planes[index];
    if (plane->width > INT32_MAX || plane->height > INT32_MAX) return broken(reader);
    if ((int32_t)plane->width > reader->width) reader->width = (int32_t)plane->width;
    if ((int32_t)plane->height > reader->height) reader->height = (int32_t)plane->height;
  }
  reader->channels = reader->colors == JP2READER_GRAY ? 1 : 3;
  reader->has_alpha = alpha >= 0;
  if (alpha < 0) return JP2READER_OK;
  reader->is_premultiplied = image->comps[alpha].alpha == 2;
  return set_plane(reader, reader->plane_count, &image->comps[alpha]);
}

JP2ReaderStatus jp2reader_start(JP2Reader *reader, JP2ReaderColors colors, int32_t reductions, int32_t *width,
                                int32_t *height, int32_t *channels) {
  reader->colors = colors;
  if (reductions > 0 && !opj_set_decoded_resolution_factor(reader->codec, (OPJ_UINT32)reductions)) return broken(reader);
  reader->is_decoding = true;
  const bool is_decoded = opj_decode(reader->codec, reader->stream, reader->image);
  reader->is_decoding = false;
  if (!is_decoded) return broken(reader);
  // Boxes may follow that the picture does not need.
  (void)opj_end_decompress(reader->codec, reader->stream);
  const JP2ReaderStatus status = set_planes(reader);
  if (status != JP2READER_OK) return status;
  *width = reader->width;
  *height = reader->height;
  *channels = reader->channels;
  return JP2READER_OK;
}

static uint8_t level(const Plane *plane, OPJ_INT32 sample) {
  int64_t value = (int64_t)sample + plane->offset;
  value = value < 0 ? 0 : value > plane->most ? plane->most : value;
  if (plane->levels) return plane->levels[value];
  return plane->most == 255 ? (uint8_t)value : (uint8_t)(value * 255 / plane->most);
}

static uint8_t clamped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

// In place, from what the components say to RGB. JFIF's matrix, in 1/65536.
static void to_rgb(JP2ReaderColors colors, uint8_t values[4]) {
  const int first = values[0], second = values[1], third = values[2], black = values[3];
  switch (colors) {
    case JP2READER_GRAY:
    case JP2READER_RGB: break;
    case JP2READER_YCC: {
      const int blue = second - 128, red = third - 128;
      values[0] = clamped(first + ((91881 * red + 32768) >> 16));
      values[1] = clamped(first - ((22554 * blue + 46802 * red + 32768) >> 16));
      values[2] = clamped(first + ((116130 * blue + 32768) >> 16));
      break;
    }
    case JP2READER_CMY:
      for (int index = 0; index < 3; index++) values[index] = (uint8_t)(255 - values[index]);
      break;
    case JP2READER_CMYK:
      for (int index = 0; index < 3; index++)
        values[index] = (uint8_t)(((255 - values[index]) * (255 - black) + 127) / 255);
      break;
  }
}

JP2ReaderStatus jp2reader_rows(JP2Reader *reader, uint8_t *pixels, int32_t count) {
  const int planes = reader->plane_count + (reader->has_alpha ? 1 : 0);
  const size_t width = (size_t)reader->width, height = (size_t)reader->height;
  for (int32_t row = 0; row < count && reader->next_row < reader->height; row++, reader->next_row++) {
    const OPJ_INT32 *rows[5];
    for (int index = 0; index < planes; index++) {
      const Plane *plane = &reader->planes[index];
      rows[index] = plane->samples + (size_t)reader->next_row * plane->height / height * plane->width;
    }
    uint8_t *target = pixels + (size_t)row * width * (size_t)reader->channels;
    for (size_t x = 0; x < width; x++, target += reader->channels) {
      uint8_t values[5] = {0};
      for (int index = 0; index < planes; index++) {
        const Plane *plane = &reader->planes[index];
        // Some components are smaller than others.
        const size_t source_x = plane->width == width ? x : x * plane->width / width;
        values[index] = level(plane, rows[index][source_x]);
      }
      const unsigned alpha = reader->has_alpha ? values[reader->plane_count] : 255;
      to_rgb(reader->colors, values);
      reader->uses_alpha |= alpha != 255;
      for (int channel = 0; channel < reader->channels; channel++) {
        const unsigned value = reader->is_premultiplied ? values[channel] * 255u : values[channel] * alpha;
        const unsigned sum = (value + reader->ground * (255 - alpha) + 127) / 255;
        target[channel] = (uint8_t)(sum > 255 ? 255 : sum);
      }
    }
  }
  return JP2READER_OK;
}

void jp2reader_set_ground(JP2Reader *reader, uint8_t ground) { reader->ground = ground; }

bool jp2reader_has_alpha(const JP2Reader *reader) { return reader->has_alpha; }

bool jp2reader_uses_alpha(const JP2Reader *reader) { return reader->uses_alpha; }

int32_t jp2reader_warnings(const JP2Reader *reader) { return reader->warnings; }

const char *jp2reader_message(const JP2Reader *reader) { return reader->message; }

void jp2reader_close(JP2Reader *reader) {
  if (!reader) return;
  if (reader->stream) opj_stream_destroy(reader->stream);
  if (reader->codec) opj_destroy_codec(reader->codec);
  if (reader->image) opj_image_destroy(reader->image);
  for (int index = 0; index < 5; index++) free(reader->levels[index]);
  free(reader);
}

const char *jp2reader_version(void) { return opj_version(); }
