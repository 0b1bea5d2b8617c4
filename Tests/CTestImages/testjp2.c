#include "testimages.h"

#include <stdlib.h>
#include <string.h>

#include <openjpeg.h>

typedef struct {
  uint8_t *bytes;
  size_t count, capacity, position;
} Sink;

static OPJ_SIZE_T write_bytes(void *buffer, OPJ_SIZE_T count, void *data) {
  Sink *sink = data;
  if (sink->position + count > sink->capacity) return (OPJ_SIZE_T)-1;
  memcpy(sink->bytes + sink->position, buffer, count);
  sink->position += count;
  if (sink->position > sink->count) sink->count = sink->position;
  return count;
}

static OPJ_OFF_T skip_bytes(OPJ_OFF_T count, void *data) {
  ((Sink *)data)->position += (size_t)count;
  return count;
}

static OPJ_BOOL seek_bytes(OPJ_OFF_T position, void *data) {
  ((Sink *)data)->position = (size_t)position;
  return OPJ_TRUE;
}

// Components of the picture; those of the differences of colour at every so many rows and columns.
static opj_image_t *image_of(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                             const TestJP2Options *options) {
  opj_image_cmptparm_t components[5];
  memset(components, 0, sizeof components);
  for (int32_t index = 0; index < channels; index++) {
    const int32_t step = index == 1 || index == 2 ? options->chroma_step : 1;
    components[index].dx = components[index].dy = (OPJ_UINT32)step;
    components[index].w = (OPJ_UINT32)((width + step - 1) / step);
    components[index].h = (OPJ_UINT32)((height + step - 1) / step);
    components[index].prec = (OPJ_UINT32)options->bits;
    components[index].sgnd = options->is_signed;
  }
  opj_image_t *image = opj_image_create((OPJ_UINT32)channels, components, (OPJ_COLOR_SPACE)options->color_space);
  if (!image) return NULL;
  image->x1 = (OPJ_UINT32)width;
  image->y1 = (OPJ_UINT32)height;
  // Of eight bits the upper or lower ones, or the eight repeated.
  const int32_t most = (1 << options->bits) - 1;
  for (int32_t index = 0; index < channels; index++) {
    opj_image_comp_t *component = &image->comps[index];
    for (OPJ_UINT32 y = 0; y < component->h; y++)
      for (OPJ_UINT32 x = 0; x < component->w; x++) {
        const uint8_t value = pixels[((size_t)(y * component->dy) * (size_t)width + x * component->dx) * (size_t)channels +
                                     (size_t)index];
        const int32_t sample = options->bits < 8 ? value >> (8 - options->bits) : (int32_t)((int64_t)value * most / 255);
        component->data[y * component->w + x] = options->is_signed ? sample - (1 << (options->bits - 1)) : sample;
      }
  }
  if (options->has_alpha) image->comps[channels - 1].alpha = 1;
  return image;
}

uint8_t *testimages_jp2(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                        const TestJP2Options *options, size_t *count) {
  *count = 0;
  opj_cparameters_t parameters;
  opj_set_default_encoder_parameters(&parameters);
  parameters.irreversible = !options->is_lossless;
  parameters.tcp_numlayers = 1;
  parameters.cp_disto_alloc = 1;
  parameters.tcp_rates[0] = options->is_lossless ? 0 : 4;
  parameters.numresolution = 3;
  parameters.tcp_mct = channels >= 3 && options->chroma_step == 1 && options->color_space != OPJ_CLRSPC_SYCC;
  parameters.tile_size_on = options->tile_side > 0;
  parameters.cp_tdx = parameters.cp_tdy = options->tile_side;
  Sink sink = {NULL, 0, (size_t)width * (size_t)height * (size_t)channels * 8 + 65536, 0};
  sink.bytes = calloc(1, sink.capacity);
  opj_image_t *image = image_of(pixels, width, height, channels, options);
  opj_codec_t *codec = opj_create_compress(options->is_codestream ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
  opj_stream_t *stream = opj_stream_create(1 << 16, OPJ_FALSE);
  bool is_ok = sink.bytes && image && codec && stream;
  if (is_ok) {
    opj_stream_set_write_function(stream, write_bytes);
    opj_stream_set_skip_function(stream, skip_bytes);
    opj_stream_set_seek_function(stream, seek_bytes);
    opj_stream_set_user_data(stream, &sink, NULL);
    is_ok = opj_setup_encoder(codec, &parameters, image) && opj_start_compress(codec, image, stream) &&
            opj_encode(codec, stream) && opj_end_compress(codec, stream);
  }
  if (stream) opj_stream_destroy(stream);
  if (codec) opj_destroy_codec(codec);
  if (image) opj_image_destroy(image);
  if (is_ok) {
    *count = sink.count;
    return sink.bytes;
  }
  free(sink.bytes);
  return NULL;
}
