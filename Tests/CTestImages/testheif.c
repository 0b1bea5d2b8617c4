#include "testimages.h"

#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

struct output {
  uint8_t *bytes;
  size_t count;
};

static struct heif_error on_write(struct heif_context *context, const void *data, size_t size, void *user) {
  (void)context;
  struct output *output = user;
  struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, ""};
  uint8_t *larger = realloc(output->bytes, output->count + size);
  if (!larger) {
    error.code = heif_error_Memory_allocation_error;
    return error;
  }
  memcpy(larger + output->count, data, size);
  output->bytes = larger;
  output->count += size;
  return error;
}

static bool is_ok(struct heif_error error) { return error.code == heif_error_Ok; }

uint8_t *testimages_heif(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, bool is_avif,
                         bool keeps_chroma, const uint8_t *exif, size_t exif_count, size_t *count) {
  struct output output = {NULL, 0};
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder = NULL;
  struct heif_image *image = NULL;
  struct heif_image_handle *handle = NULL;
  const enum heif_chroma chroma = channels == 4 ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  *count = 0;
  bool is_done =
      is_ok(heif_context_get_encoder_for_format(context, is_avif ? heif_compression_AV1 : heif_compression_HEVC,
                                                &encoder)) &&
      is_ok(heif_image_create(width, height, heif_colorspace_RGB, chroma, &image)) &&
      is_ok(heif_image_add_plane(image, heif_channel_interleaved, width, height, 8));
  if (is_done) {
    int stride = 0;
    uint8_t *plane = heif_image_get_plane(image, heif_channel_interleaved, &stride);
    const size_t row_bytes = (size_t)width * (size_t)channels;
    for (int32_t y = 0; y < height; y++)
      memcpy(plane + (size_t)y * (size_t)stride, pixels + (size_t)y * row_bytes, row_bytes);
    heif_encoder_set_lossy_quality(encoder, 90);
    if (keeps_chroma) heif_encoder_set_parameter(encoder, "chroma", "444");
    // Fastest of each encoder; the other's is refused and that is no harm.
    heif_encoder_set_parameter(encoder, "preset", "ultrafast");
    heif_encoder_set_parameter(encoder, "speed", "9");
    is_done = is_ok(heif_context_encode_image(context, image, encoder, NULL, &handle));
    if (is_done && exif) is_done = is_ok(heif_context_add_exif_metadata(context, handle, exif, (int)exif_count));
    struct heif_writer writer = {1, on_write};
    if (is_done) is_done = is_ok(heif_context_write(context, &writer, &output));
  }
  if (handle) heif_image_handle_release(handle);
  if (image) heif_image_release(image);
  if (encoder) heif_encoder_release(encoder);
  heif_context_free(context);
  *count = is_done ? output.count : 0;
  if (is_done) return output.bytes;
  free(output.bytes);
  return NULL;
}
