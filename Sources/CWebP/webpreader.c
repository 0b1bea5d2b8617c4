#include "webpreader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>

struct WebPReader {
  const uint8_t *bytes;
  size_t count;
  WebPDemuxer *demuxer;   // animations only
  WebPIterator frame;
  const uint8_t *payload; // what WebPDecode gets
  size_t payload_count;
  int32_t canvas_width, canvas_height;
  int32_t left, top;      // of the frame on the canvas
  int32_t frame_width, frame_height;
  bool has_alpha;
  uint8_t ground;         // 255 white, 0 black
  bool uses_alpha;        // some pixel shows the ground
  WebPDecoderConfig config;
  bool is_decoded;
  int32_t width, height, next_row;
  char message[100];
};

static WebPReaderStatus fail(WebPReader *reader, WebPReaderStatus status, const char *message) {
  snprintf(reader->message, sizeof reader->message, "%s", message);
  return status;
}

static WebPReaderStatus status_of(WebPReader *reader, VP8StatusCode code) {
  switch (code) {
    case VP8_STATUS_OK: return WEBPREADER_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return fail(reader, WEBPREADER_OUT_OF_MEMORY, "no memory");
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return fail(reader, WEBPREADER_CORRUPT, "the file ends too early");
    case VP8_STATUS_UNSUPPORTED_FEATURE: return fail(reader, WEBPREADER_CORRUPT, "an unknown kind of WebP data");
    default: return fail(reader, WEBPREADER_CORRUPT, "the WebP data break the rules of the format");
  }
}

WebPReader *webpreader_open(const uint8_t *bytes, size_t count) {
  WebPReader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->ground = 255;
  if (WebPInitDecoderConfig(&reader->config)) return reader;
  free(reader);
  return NULL;
}

static WebPReaderStatus find_first_frame(WebPReader *reader) {
  WebPData data = {reader->bytes, reader->count};
  WebPDemuxState state;
  reader->demuxer = WebPDemuxPartial(&data, &state);
  if (!reader->demuxer || state == WEBP_DEMUX_PARSE_ERROR || !WebPDemuxGetFrame(reader->demuxer, 1, &reader->frame) ||
      !reader->frame.complete)
    return fail(reader, WEBPREADER_CORRUPT, "the first frame of the animation is missing");
  reader->payload = reader->frame.fragment.bytes;
  reader->payload_count = reader->frame.fragment.size;
  reader->left = reader->frame.x_offset;
  reader->top = reader->frame.y_offset;
  reader->has_alpha = reader->frame.has_alpha;
  return WEBPREADER_OK;
}

WebPReaderStatus webpreader_header(WebPReader *reader, WebPReaderHeader *header) {
  memset(header, 0, sizeof *header);
  WebPReaderStatus status =
      status_of(reader, WebPGetFeatures(reader->bytes, reader->count, &reader->config.input));
  if (status != WEBPREADER_OK) return status;
  reader->payload = reader->bytes;
  reader->payload_count = reader->count;
  reader->canvas_width = reader->config.input.width;
  reader->canvas_height = reader->config.input.height;
  reader->has_alpha = reader->config.input.has_alpha;
  header->width = reader->canvas_width;
  header->height = reader->canvas_height;
  if (reader->config.input.has_animation) {
    status = find_first_frame(reader);
    if (status != WEBPREADER_OK) return status;
    status = status_of(reader, WebPGetFeatures(reader->payload, reader->payload_count, &reader->config.input));
    if (status != WEBPREADER_OK) return status;
  }
  reader->frame_width = reader->config.input.width;
  reader->frame_height = reader->config.input.height;
  header->has_alpha = reader->has_alpha;
  header->is_lossless = reader->config.input.format != 1;
  if (reader->left > reader->canvas_width - reader->frame_width ||
      reader->top > reader->canvas_height - reader->frame_height)
    return fail(reader, WEBPREADER_CORRUPT, "the first frame of the animation lies outside its canvas");
  return WEBPREADER_OK;
}

WebPReaderStatus webpreader_start(WebPReader *reader, int32_t *width, int32_t *height) {
  const bool fills = reader->frame_width == reader->canvas_width && reader->frame_height == reader->canvas_height;
  reader->width = reader->canvas_width;
  reader->height = reader->canvas_height;
  if (fills && (*width < reader->width || *height < reader->height)) {
    reader->config.options.use_scaling = 1;
    reader->config.options.scaled_width = reader->width = *width;
    reader->config.options.scaled_height = reader->height = *height;
    // Smooth chroma matters only where every pixel is looked at.
    reader->config.options.no_fancy_upsampling = 1;
  }
  reader->config.output.colorspace = reader->has_alpha ? MODE_RGBA : MODE_RGB;
  WebPReaderStatus status = status_of(reader, WebPDecode(reader->payload, reader->payload_count, &reader->config));
  if (status != WEBPREADER_OK) return status;
  reader->is_decoded = true;
  *width = reader->width;
  *height = reader->height;
  return WEBPREADER_OK;
}

static void flatten(WebPReader *reader, const uint8_t *source, uint8_t *target, int32_t count) {
  for (int32_t x = 0; x < count; x++, source += 4, target += 3) {
    const unsigned alpha = source[3];
    reader->uses_alpha |= alpha != 255;
    for (int channel = 0; channel < 3; channel++)
      target[channel] = (uint8_t)((source[channel] * alpha + reader->ground * (255 - alpha) + 127) / 255);
  }
}

WebPReaderStatus webpreader_rows(WebPReader *reader, uint8_t *pixels, int32_t count) {
  const WebPRGBABuffer *decoded = &reader->config.output.u.RGBA;
  const size_t row_bytes = (size_t)reader->width * 3;
  for (int32_t row = 0; row < count && reader->next_row < reader->height; row++, reader->next_row++) {
    uint8_t *target = pixels + (size_t)row * row_bytes;
    const int32_t inside = reader->next_row - reader->top;
    const bool is_full = reader->config.output.width == reader->width;
    if (!is_full || inside < 0 || inside >= reader->config.output.height) {
      memset(target, reader->ground, row_bytes);
      reader->uses_alpha = true;
    }
    if (inside < 0 || inside >= reader->config.output.height) continue;
    const uint8_t *source = decoded->rgba + (size_t)inside * (size_t)decoded->stride;
    target += (size_t)reader->left * 3;
    if (reader->has_alpha) flatten(reader, source, target, reader->config.output.width);
    else memcpy(target, source, (size_t)reader->config.output.width * 3);
  }
  return WEBPREADER_OK;
}

void webpreader_set_ground(WebPReader *reader, uint8_t ground) { reader->ground = ground; }

bool webpreader_uses_alpha(const WebPReader *reader) { return reader->uses_alpha; }

const char *webpreader_message(const WebPReader *reader) { return reader->message; }

void webpreader_close(WebPReader *reader) {
  if (!reader) return;
  if (reader->is_decoded) WebPFreeDecBuffer(&reader->config.output);
  WebPDemuxReleaseIterator(&reader->frame);
  WebPDemuxDelete(reader->demuxer);
  free(reader);
}

int32_t webpreader_version(void) { return WebPGetDecoderVersion(); }
