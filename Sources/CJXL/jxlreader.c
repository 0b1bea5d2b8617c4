#include "jxlreader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jxl/decode.h>
#include <jxl/version.h>

// An argument that was never used is gone from 0.9 on.
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define UNUSED_FORMAT NULL,
#else
#define UNUSED_FORMAT
#endif

struct JXLReader {
  const uint8_t *bytes;
  size_t count;
  JxlDecoder *decoder;
  JxlBasicInfo info;
  int32_t channels;        // of the rows
  int32_t decoded_channels;
  int32_t black_channel;   // its number among the extra ones, -1: none
  uint8_t *pixels, *black;
  uint8_t ground;          // 255 white, 0 black
  bool uses_alpha;         // some pixel shows the ground
  uint32_t next_row;
  char message[100];
};

static JXLReaderStatus fail(JXLReader *reader, JXLReaderStatus status, const char *message) {
  snprintf(reader->message, sizeof reader->message, "%s", message);
  return status;
}

static JXLReaderStatus broken(JXLReader *reader, JxlDecoderStatus status) {
  return fail(reader, JXLREADER_CORRUPT,
              status == JXL_DEC_NEED_MORE_INPUT ? "the file ends too early"
                                                : "the JPEG XL data break the rules of the format");
}

JXLReader *jxlreader_open(const uint8_t *bytes, size_t count) {
  JXLReader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->ground = 255;
  reader->black_channel = -1;
  reader->decoder = JxlDecoderCreate(NULL);
  if (reader->decoder) return reader;
  free(reader);
  return NULL;
}

// From the first byte on. The input is not closed: then an end that comes too early is told from what is broken.
static bool begin(JXLReader *reader, int events) {
  JxlDecoderReset(reader->decoder);
  free(reader->pixels);
  free(reader->black);
  reader->pixels = reader->black = NULL;
  reader->next_row = 0;
  return JxlDecoderSubscribeEvents(reader->decoder, events) == JXL_DEC_SUCCESS &&
         JxlDecoderSetUnpremultiplyAlpha(reader->decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
         JxlDecoderSetInput(reader->decoder, reader->bytes, reader->count) == JXL_DEC_SUCCESS;
}

JXLReaderStatus jxlreader_header(JXLReader *reader, JXLReaderHeader *header) {
  memset(header, 0, sizeof *header);
  if (!begin(reader, JXL_DEC_BASIC_INFO)) return broken(reader, JXL_DEC_ERROR);
  JxlDecoderStatus status = JxlDecoderProcessInput(reader->decoder);
  if (status != JXL_DEC_BASIC_INFO) return broken(reader, status);
  JxlBasicInfo *info = &reader->info;
  status = JxlDecoderGetBasicInfo(reader->decoder, info);
  if (status != JXL_DEC_SUCCESS) return broken(reader, status);
  for (uint32_t index = 0; index < info->num_extra_channels; index++) {
    JxlExtraChannelInfo channel;
    if (JxlDecoderGetExtraChannelInfo(reader->decoder, index, &channel) != JXL_DEC_SUCCESS)
      return broken(reader, JXL_DEC_ERROR);
    switch (channel.type) {
      case JXL_CHANNEL_ALPHA: break;
      case JXL_CHANNEL_BLACK: reader->black_channel = (int32_t)index; break;
      // Painted by the library.
      case JXL_CHANNEL_SPOT_COLOR: break;
      default: header->has_other_channels = true;
    }
  }
  reader->channels = info->num_color_channels == 1 ? 1 : 3;
  reader->decoded_channels = reader->channels + (info->alpha_bits > 0);
  header->width = info->xsize;
  header->height = info->ysize;
  header->bits = info->bits_per_sample;
  header->extra_channels = info->num_extra_channels;
  header->channels = reader->channels;
  header->has_alpha = info->alpha_bits > 0;
  header->is_whole = info->uses_original_profile;
  header->is_animated = info->have_animation;
  return JXLREADER_OK;
}

static bool original_colors(const JXLReader *reader, JxlColorEncoding *colors) {
  return JxlDecoderGetColorAsEncodedProfile(reader->decoder, UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_ORIGINAL, colors) ==
         JXL_DEC_SUCCESS;
}

JXLReaderStatus jxlreader_colors(JXLReader *reader, JXLReaderColors *colors) {
  *colors = (JXLReaderColors){2, 2, 0};
  if (!begin(reader, JXL_DEC_COLOR_ENCODING)) return broken(reader, JXL_DEC_ERROR);
  const JxlDecoderStatus status = JxlDecoderProcessInput(reader->decoder);
  if (status != JXL_DEC_COLOR_ENCODING) return broken(reader, status);
  JxlColorEncoding original;
  if (original_colors(reader, &original)) {
    // Gray has no primaries.
    colors->primaries = original.color_space == JXL_COLOR_SPACE_GRAY ? JXL_PRIMARIES_SRGB : (int32_t)original.primaries;
    colors->transfer = (int32_t)original.transfer_function;
  }
  if (JxlDecoderGetICCProfileSize(reader->decoder, UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_ORIGINAL,
                                  &colors->profile_bytes) != JXL_DEC_SUCCESS)
    colors->profile_bytes = 0;
  return JXLREADER_OK;
}

JXLReaderStatus jxlreader_profile(JXLReader *reader, uint8_t *profile, size_t profile_bytes) {
  const JxlDecoderStatus status = JxlDecoderGetColorAsICCProfile(
      reader->decoder, UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_ORIGINAL, profile, profile_bytes);
  return status == JXL_DEC_SUCCESS ? JXLREADER_OK : broken(reader, JXL_DEC_ERROR);
}

// Values as the picture had them before, as other formats give them: only what no screen takes as it is becomes sRGB.
static void prefer_colors(const JXLReader *reader) {
  if (reader->info.uses_original_profile) return;
  JxlColorEncoding colors;
  if (!original_colors(reader, &colors)) {
    memset(&colors, 0, sizeof colors);
    colors.color_space = reader->channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
    colors.white_point = JXL_WHITE_POINT_D65;
    colors.primaries = JXL_PRIMARIES_SRGB;
    colors.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
    colors.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
  } else if (colors.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR ||
             colors.transfer_function == JXL_TRANSFER_FUNCTION_UNKNOWN) {
    colors.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
  }
  // Where it cannot, it gives what it has.
  (void)JxlDecoderSetPreferredColorProfile(reader->decoder, &colors);
}

static JXLReaderStatus set_buffers(JXLReader *reader) {
  const size_t pixels = (size_t)reader->info.xsize * reader->info.ysize;
  JxlPixelFormat format = {(uint32_t)reader->decoded_channels, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  size_t needed = 0;
  if (JxlDecoderImageOutBufferSize(reader->decoder, &format, &needed) != JXL_DEC_SUCCESS ||
      needed != pixels * format.num_channels || reader->pixels)
    return broken(reader, JXL_DEC_ERROR);
  reader->pixels = malloc(needed);
  if (!reader->pixels) return fail(reader, JXLREADER_OUT_OF_MEMORY, "no memory");
  if (JxlDecoderSetImageOutBuffer(reader->decoder, &format, reader->pixels, needed) != JXL_DEC_SUCCESS)
    return broken(reader, JXL_DEC_ERROR);
  if (reader->black_channel < 0 || reader->channels != 3) return JXLREADER_OK;
  reader->black = malloc(pixels);
  if (!reader->black) return fail(reader, JXLREADER_OUT_OF_MEMORY, "no memory");
  format.num_channels = 1;
  if (JxlDecoderSetExtraChannelBuffer(reader->decoder, &format, reader->black, pixels,
                                      (uint32_t)reader->black_channel) != JXL_DEC_SUCCESS)
    return broken(reader, JXL_DEC_ERROR);
  return JXLREADER_OK;
}

JXLReaderStatus jxlreader_start(JXLReader *reader, int32_t frame) {
  if (!begin(reader, JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE)) return broken(reader, JXL_DEC_ERROR);
  JxlDecoderSkipFrames(reader->decoder, (size_t)frame);
  for (;;) {
    const JxlDecoderStatus status = JxlDecoderProcessInput(reader->decoder);
    switch (status) {
      case JXL_DEC_COLOR_ENCODING: prefer_colors(reader); break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER: {
        const JXLReaderStatus set = set_buffers(reader);
        if (set != JXLREADER_OK) return set;
        break;
      }
      case JXL_DEC_FULL_IMAGE: return JXLREADER_OK;
      default: return broken(reader, status);
    }
  }
}

JXLReaderStatus jxlreader_rows(JXLReader *reader, uint8_t *pixels, int32_t count) {
  const size_t width = reader->info.xsize;
  const int channels = reader->channels;
  for (int32_t row = 0; row < count && reader->next_row < reader->info.ysize; row++, reader->next_row++) {
    const size_t first = (size_t)reader->next_row * width;
    const uint8_t *source = reader->pixels + first * (size_t)reader->decoded_channels;
    uint8_t *target = pixels + (size_t)row * width * (size_t)channels;
    if (reader->decoded_channels == channels && !reader->black) {
      memcpy(target, source, width * (size_t)channels);
      continue;
    }
    for (size_t x = 0; x < width; x++, source += reader->decoded_channels, target += channels) {
      const unsigned alpha = reader->decoded_channels > channels ? source[channels] : 255;
      // 255 is no ink.
      const unsigned black = reader->black ? reader->black[first + x] : 255;
      reader->uses_alpha |= alpha != 255;
      for (int channel = 0; channel < channels; channel++) {
        const unsigned value = (source[channel] * black + 127) / 255;
        target[channel] = (uint8_t)((value * alpha + reader->ground * (255 - alpha) + 127) / 255);
      }
    }
  }
  return JXLREADER_OK;
}

void jxlreader_set_ground(JXLReader *reader, uint8_t ground) { reader->ground = ground; }

bool jxlreader_uses_alpha(const JXLReader *reader) { return reader->uses_alpha; }

JXLReaderStatus jxlreader_frames(JXLReader *reader, int32_t limit, int32_t *frames, int64_t *milliseconds) {
  *frames = 0;
  *milliseconds = 0;
  if (!begin(reader, JXL_DEC_FRAME)) return broken(reader, JXL_DEC_ERROR);
  uint64_t ticks = 0;
  while (*frames < limit) {
    const JxlDecoderStatus status = JxlDecoderProcessInput(reader->decoder);
    if (status == JXL_DEC_SUCCESS) break;
    if (status != JXL_DEC_FRAME) return broken(reader, status);
    JxlFrameHeader header;
    if (JxlDecoderGetFrameHeader(reader->decoder, &header) != JXL_DEC_SUCCESS) return broken(reader, JXL_DEC_ERROR);
    ticks += header.duration;
    (*frames)++;
  }
  const JxlAnimationHeader *animation = &reader->info.animation;
  if (animation->tps_numerator > 0)
    *milliseconds = (int64_t)((double)ticks * 1000 * animation->tps_denominator / animation->tps_numerator);
  return JXLREADER_OK;
}

// A file of nothing but the signature, the type, this box, and an empty one by which its end is seen.
static uint8_t *file_with(const uint8_t *box, size_t count, size_t *file_count) {
  static const uint8_t start[] = {0, 0, 0, 12, 'J', 'X', 'L', ' ', 13, 10, 0x87, 10, 0,   0,   0,   20,  'f', 't', 'y', 'p',
                                  'j', 'x', 'l', ' ', 0, 0, 0, 0, 'j', 'x', 'l', ' ', 0,   0,   0,   0,   'b', 'r', 'o', 'b'};
  static const uint8_t end[] = {0, 0, 0, 8, 'f', 'r', 'e', 'e'};
  const size_t size = count + 8;
  if (count > UINT32_MAX - 8) return NULL;
  uint8_t *file = malloc(sizeof start + count + sizeof end);
  if (!file) return NULL;
  memcpy(file, start, sizeof start);
  for (int index = 0; index < 4; index++) file[32 + index] = (uint8_t)(size >> (24 - 8 * index));
  memcpy(file + sizeof start, box, count);
  memcpy(file + sizeof start + count, end, sizeof end);
  *file_count = sizeof start + count + sizeof end;
  return file;
}

// The content of the box that the decoder stands at, to `bytes`. False where it breaks off.
static bool inflate(JxlDecoder *decoder, uint8_t *bytes, size_t limit, size_t *count) {
  if (JxlDecoderSetBoxBuffer(decoder, bytes, limit) != JXL_DEC_SUCCESS) return false;
  const JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
  *count = limit - JxlDecoderReleaseBoxBuffer(decoder);
  // The next box, or there is more than has room.
  return status == JXL_DEC_BOX || status == JXL_DEC_BOX_NEED_MORE_OUTPUT;
}

uint8_t *jxlreader_inflated(const uint8_t *box, size_t box_count, size_t limit, size_t *count) {
  *count = 0;
  size_t file_count = 0;
  uint8_t *file = file_with(box, box_count, &file_count);
  uint8_t *bytes = malloc(limit);
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  bool is_ok = file && bytes && decoder && JxlDecoderSubscribeEvents(decoder, JXL_DEC_BOX) == JXL_DEC_SUCCESS &&
               JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
               JxlDecoderSetInput(decoder, file, file_count) == JXL_DEC_SUCCESS;
  if (is_ok) {
    JxlBoxType type = {0};
    do is_ok = JxlDecoderProcessInput(decoder) == JXL_DEC_BOX &&
               JxlDecoderGetBoxType(decoder, type, JXL_FALSE) == JXL_DEC_SUCCESS;
    while (is_ok && memcmp(type, "brob", 4) != 0);
    is_ok = is_ok && inflate(decoder, bytes, limit, count);
  }
  if (decoder) JxlDecoderDestroy(decoder);
  free(file);
  if (is_ok && *count > 0) return bytes;
  free(bytes);
  return NULL;
}

void jxlreader_free(uint8_t *bytes) { free(bytes); }

const char *jxlreader_message(const JXLReader *reader) { return reader->message; }

void jxlreader_close(JXLReader *reader) {
  if (!reader) return;
  JxlDecoderDestroy(reader->decoder);
  free(reader->pixels);
  free(reader->black);
  free(reader);
}

int32_t jxlreader_version(void) { return (int32_t)JxlDecoderVersion(); }
