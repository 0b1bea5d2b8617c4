#include "testimages.h"

#include <stdlib.h>
#include <string.h>

#include <webp/encode.h>
#include <webp/mux.h>

static bool encode(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, bool is_lossless,
                   WebPMemoryWriter *writer) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return false;
  config.lossless = is_lossless;
  config.exact = 1;
  config.quality = is_lossless ? 30 : 95;
  config.method = 2;
  picture.use_argb = is_lossless;
  picture.width = width;
  picture.height = height;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = writer;
  const bool is_imported = channels == 4 ? WebPPictureImportRGBA(&picture, pixels, width * 4)
                                         : WebPPictureImportRGB(&picture, pixels, width * 3);
  const bool is_encoded = is_imported && WebPEncode(&config, &picture);
  WebPPictureFree(&picture);
  return is_encoded;
}

static bool add_frames(WebPMux *mux, const WebPData *first, const TestWebPOptions *options) {
  if (WebPMuxSetCanvasSize(mux, options->canvas_width, options->canvas_height) != WEBP_MUX_OK) return false;
  WebPMemoryWriter black;
  WebPMemoryWriterInit(&black);
  uint8_t *pixels = calloc(16 * 16, 3);
  bool is_ok = pixels && encode(pixels, 16, 16, 3, true, &black);
  for (int32_t index = 0; is_ok && index < options->frame_count; index++) {
    WebPMuxFrameInfo frame = {{NULL, 0}, 0, 0, 100, WEBP_CHUNK_ANMF, WEBP_MUX_DISPOSE_NONE, WEBP_MUX_NO_BLEND, {0}};
    frame.bitstream.bytes = index == 0 ? first->bytes : black.mem;
    frame.bitstream.size = index == 0 ? first->size : black.size;
    frame.x_offset = index == 0 ? options->left : 0;
    frame.y_offset = index == 0 ? options->top : 0;
    is_ok = WebPMuxPushFrame(mux, &frame, 1) == WEBP_MUX_OK;
  }
  WebPMuxAnimParams parameters = {0xFF0000FF, 0};
  if (is_ok) is_ok = WebPMuxSetAnimationParams(mux, &parameters) == WEBP_MUX_OK;
  free(pixels);
  WebPMemoryWriterClear(&black);
  return is_ok;
}

uint8_t *testimages_webp(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                         const TestWebPOptions *options, const uint8_t *exif, size_t exif_count, size_t *count) {
  *count = 0;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  WebPMux *mux = WebPMuxNew();
  WebPData assembled = {NULL, 0};
  bool is_ok = mux && encode(pixels, width, height, channels, options->is_lossless, &writer);
  const WebPData picture = {writer.mem, writer.size};
  if (is_ok) {
    is_ok = options->frame_count > 1 ? add_frames(mux, &picture, options)
                                     : WebPMuxSetImage(mux, &picture, 1) == WEBP_MUX_OK;
  }
  if (is_ok && exif) {
    const WebPData chunk = {exif, exif_count};
    is_ok = WebPMuxSetChunk(mux, "EXIF", &chunk, 1) == WEBP_MUX_OK;
  }
  if (is_ok) is_ok = WebPMuxAssemble(mux, &assembled) == WEBP_MUX_OK;
  uint8_t *bytes = is_ok ? malloc(assembled.size) : NULL;
  if (bytes) {
    memcpy(bytes, assembled.bytes, assembled.size);
    *count = assembled.size;
  }
  WebPDataClear(&assembled);
  WebPMuxDelete(mux);
  WebPMemoryWriterClear(&writer);
  return bytes;
}
