#include "testimages.h"

#include <stdlib.h>
#include <string.h>

#include <jxl/encode.h>

static bool set_info(JxlEncoder *encoder, int32_t width, int32_t height, int32_t channels, const TestJXLOptions *options) {
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = (uint32_t)width;
  info.ysize = (uint32_t)height;
  info.bits_per_sample = (uint32_t)options->bits;
  info.num_color_channels = channels < 3 ? 1 : 3;
  const bool has_alpha = channels % 2 == 0;
  info.num_extra_channels = has_alpha + options->has_depth;
  info.alpha_bits = has_alpha ? info.bits_per_sample : 0;
  info.uses_original_profile = options->is_lossless;
  info.orientation = (JxlOrientation)options->orientation;
  info.have_animation = options->frame_count > 1;
  info.animation.tps_numerator = 10;
  info.animation.tps_denominator = 1;
  if (JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS) return false;
  if (options->has_depth) {
    JxlExtraChannelInfo depth;
    JxlEncoderInitExtraChannelInfo(JXL_CHANNEL_DEPTH, &depth);
    if (JxlEncoderSetExtraChannelInfo(encoder, has_alpha, &depth) != JXL_ENC_SUCCESS) return false;
  }
  JxlColorEncoding colors;
  memset(&colors, 0, sizeof colors);
  colors.color_space = channels < 3 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
  colors.white_point = JXL_WHITE_POINT_D65;
  colors.primaries = (JxlPrimaries)options->primaries;
  colors.transfer_function = (JxlTransferFunction)options->transfer;
  colors.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
  return JxlEncoderSetColorEncoding(encoder, &colors) == JXL_ENC_SUCCESS;
}

static bool add_frame(JxlEncoderFrameSettings *settings, const JxlPixelFormat *format,
                      const void *pixels, size_t size, size_t count, const TestJXLOptions *options) {
  if (options->frame_count > 1) {
    JxlFrameHeader header;
    JxlEncoderInitFrameHeader(&header);
    header.duration = 1;
    if (JxlEncoderSetFrameHeader(settings, &header) != JXL_ENC_SUCCESS) return false;
  }
  if (JxlEncoderAddImageFrame(settings, format, pixels, size) != JXL_ENC_SUCCESS) return false;
  if (!options->has_depth) return true;
  uint8_t *depth = calloc(count, 1);
  const JxlPixelFormat plane = {1, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  const bool is_set = depth && JxlEncoderSetExtraChannelBuffer(settings, &plane, depth, count, format->num_channels % 2 == 0) ==
                                   JXL_ENC_SUCCESS;
  free(depth);
  return is_set;
}

static uint8_t *taken(JxlEncoder *encoder, size_t *count) {
  size_t capacity = 1 << 16;
  uint8_t *bytes = malloc(capacity);
  uint8_t *next = bytes;
  size_t available = capacity;
  JxlEncoderStatus status = JXL_ENC_NEED_MORE_OUTPUT;
  while (bytes && (status = JxlEncoderProcessOutput(encoder, &next, &available)) == JXL_ENC_NEED_MORE_OUTPUT) {
    const size_t used = (size_t)(next - bytes);
    uint8_t *larger = realloc(bytes, capacity * 2);
    if (!larger) break;
    bytes = larger;
    next = bytes + used;
    capacity *= 2;
    available = capacity - used;
  }
  if (status == JXL_ENC_SUCCESS) {
    *count = (size_t)(next - bytes);
    return bytes;
  }
  free(bytes);
  return NULL;
}

uint8_t *testimages_jxl(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                        const TestJXLOptions *options, const uint8_t *exif, size_t exif_count, size_t *count) {
  *count = 0;
  JxlEncoder *encoder = JxlEncoderCreate(NULL);
  if (!encoder) return NULL;
  JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
  const size_t area = (size_t)width * (size_t)height;
  const size_t size = area * (size_t)channels * (options->bits > 8 ? 2 : 1);
  const JxlPixelFormat format = {(uint32_t)channels, options->bits > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
                                 JXL_NATIVE_ENDIAN, 0};
  bool is_ok = settings && set_info(encoder, width, height, channels, options) &&
               JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, 3) == JXL_ENC_SUCCESS &&
               JxlEncoderSetFrameLossless(settings, options->is_lossless) == JXL_ENC_SUCCESS;
  if (is_ok && exif)
    is_ok = JxlEncoderUseBoxes(encoder) == JXL_ENC_SUCCESS &&
            JxlEncoderAddBox(encoder, "Exif", exif, exif_count, options->compresses_exif) == JXL_ENC_SUCCESS;
  uint8_t *other = is_ok ? calloc(1, size) : NULL;
  for (int32_t index = 0; is_ok && index < options->frame_count; index++)
    is_ok = other && add_frame(settings, &format, index == 0 ? pixels : other, size, area, options);
  uint8_t *bytes = NULL;
  if (is_ok) {
    JxlEncoderCloseInput(encoder);
    bytes = taken(encoder, count);
  }
  free(other);
  JxlEncoderDestroy(encoder);
  return bytes;
}

uint8_t *testimages_jxl_of_jpeg(const uint8_t *jpeg, size_t jpeg_count, size_t *count) {
  *count = 0;
  JxlEncoder *encoder = JxlEncoderCreate(NULL);
  if (!encoder) return NULL;
  JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
  uint8_t *bytes = NULL;
  if (settings && JxlEncoderStoreJPEGMetadata(encoder, JXL_TRUE) == JXL_ENC_SUCCESS &&
      JxlEncoderAddJPEGFrame(settings, jpeg, jpeg_count) == JXL_ENC_SUCCESS) {
    JxlEncoderCloseInput(encoder);
    bytes = taken(encoder, count);
  }
  JxlEncoderDestroy(encoder);
  return bytes;
}
