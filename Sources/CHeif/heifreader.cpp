#include "heifreader.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <libheif/heif.h>

// What luma of another matrix lacks to be that of BT.601: so much of Cb and of Cr, in 1/65536.
struct ChromaShare {
  int32_t blue = 0, red = 0;
  bool is_none() const { return blue == 0 && red == 0; }
};

struct HEIFReader {
  const uint8_t *bytes = nullptr;
  uint8_t *copy = nullptr;  // of all bytes, where some of them were replaced
  size_t count = 0;
  heif_context *context = nullptr;
  heif_image_handle *handle = nullptr;
  heif_image *image = nullptr;
  heif_item_id exif = 0, xmp = 0;
  int32_t width = 0, height = 0, next_row = 0;
  int32_t warnings = 0;
  // Gray: the luma plane, and the chroma where it has a share. Else `luma` is interleaved RGB or RGBA.
  bool is_gray = false, has_alpha = false, is_premultiplied = false, is_wide = false, is_limited = false;
  int shift = 0;
  const uint8_t *luma = nullptr, *blue = nullptr, *red = nullptr;
  int luma_stride = 0, chroma_stride = 0, across = 0, down = 0;
  ChromaShare share;
  HEVCTiles *tiles = nullptr;  // whose planes are given, where there are any
  double red_weight = 0, blue_weight = 0;
  uint8_t ground = 255;     // 255 white, 0 black
  bool uses_alpha = false;  // some pixel shows the ground
  char message[200] = {0};
};

static HEIFReaderStatus fail(HEIFReader *reader, HEIFReaderStatus status, const char *message) {
  snprintf(reader->message, sizeof reader->message, "%s", message ? message : "");
  return status;
}

static HEIFReaderStatus status_of(HEIFReader *reader, const heif_error &error) {
  switch (error.code) {
    case heif_error_Ok:
      return HEIFREADER_OK;
    case heif_error_Unsupported_feature:
    case heif_error_Unsupported_filetype:
    case heif_error_Plugin_loading_error:
      return fail(reader, HEIFREADER_UNSUPPORTED, error.message);
    case heif_error_Memory_allocation_error:
      // libheif says so for its own security limits too.
      if (error.subcode == heif_suberror_Security_limit_exceeded)
        return fail(reader, HEIFREADER_CORRUPT, error.message);
      return fail(reader, HEIFREADER_OUT_OF_MEMORY, error.message);
    default:
      return fail(reader, HEIFREADER_CORRUPT, error.message);
  }
}

// Whatever is thrown inside ends here.
template <typename Body>
static HEIFReaderStatus guarded(HEIFReader *reader, Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(reader, HEIFREADER_OUT_OF_MEMORY, "no memory");
  } catch (...) {
    return fail(reader, HEIFREADER_CORRUPT, "the decoder gave up");
  }
}

HEIFReader *heifreader_open(const uint8_t *bytes, size_t count) {
  HEIFReader *reader = new (std::nothrow) HEIFReader;
  if (!reader) return nullptr;
  reader->bytes = bytes;
  reader->count = count;
  return reader;
}

bool heifreader_replace(HEIFReader *reader, size_t offset, const uint8_t *bytes, size_t count) {
  if (offset > reader->count || count > reader->count - offset) return true;
  if (!reader->copy) {
    reader->copy = static_cast<uint8_t *>(malloc(reader->count));
    if (!reader->copy) return false;
    memcpy(reader->copy, reader->bytes, reader->count);
    reader->bytes = reader->copy;
  }
  memcpy(reader->copy + offset, bytes, count);
  return true;
}

static void describe(const HEIFReader *reader, HEIFReaderHeader *header) {
  header->width = heif_image_handle_get_width(reader->handle);
  header->height = heif_image_handle_get_height(reader->handle);
  header->has_alpha = heif_image_handle_has_alpha_channel(reader->handle);
}

HEIFReaderStatus heifreader_take_thumbnail(HEIFReader *reader, HEIFReaderHeader *header) {
  return guarded(reader, [&] {
    heif_item_id item = 0;
    heif_image_handle *thumbnail = nullptr;
    if (heif_image_handle_get_list_of_thumbnail_IDs(reader->handle, &item, 1) != 1)
      return fail(reader, HEIFREADER_UNSUPPORTED, "no thumbnail");
    const heif_error error = heif_image_handle_get_thumbnail(reader->handle, item, &thumbnail);
    if (error.code != heif_error_Ok) return status_of(reader, error);
    heif_image_handle_release(reader->handle);
    reader->handle = thumbnail;
    describe(reader, header);
    return HEIFREADER_OK;
  });
}

HEIFReaderStatus heifreader_header(HEIFReader *reader, HEIFReaderHeader *header) {
  *header = HEIFReaderHeader{};
  return guarded(reader, [&] {
    reader->context = heif_context_alloc();
    if (!reader->context) return fail(reader, HEIFREADER_OUT_OF_MEMORY, "no memory");
    // 0: everything in the calling thread. Files are what is done in parallel.
    heif_context_set_max_decoding_threads(reader->context, 0);
    heif_error error =
        heif_context_read_from_memory_without_copy(reader->context, reader->bytes, reader->count, nullptr);
    if (error.code != heif_error_Ok) return status_of(reader, error);
    error = heif_context_get_primary_image_handle(reader->context, &reader->handle);
    if (error.code != heif_error_Ok) return status_of(reader, error);
    describe(reader, header);
    if (heif_image_handle_get_list_of_metadata_block_IDs(reader->handle, "Exif", &reader->exif, 1) > 0)
      header->exif_bytes = heif_image_handle_get_metadata_size(reader->handle, reader->exif);
    return HEIFREADER_OK;
  });
}

HEIFReaderStatus heifreader_exif(HEIFReader *reader, uint8_t *target) {
  return guarded(reader, [&] {
    return status_of(reader, heif_image_handle_get_metadata(reader->handle, reader->exif, target));
  });
}

// Whether an auxiliary picture of the primary one is a gain map: of Apple's, or of ISO 21496-1.
static bool is_gain_map(const heif_image_handle *handle, heif_item_id item) {
  heif_image_handle *auxiliary = nullptr;
  if (heif_image_handle_get_auxiliary_image_handle(handle, item, &auxiliary).code != heif_error_Ok) return false;
  const char *type = nullptr;
  bool is_map = false;
  if (heif_image_handle_get_auxiliary_type(auxiliary, &type).code == heif_error_Ok && type) {
    is_map = strstr(type, "hdrgainmap") || strstr(type, "21496");
    heif_image_handle_free_auxiliary_types(auxiliary, &type);
  }
  heif_image_handle_release(auxiliary);
  return is_map;
}

HEIFReaderStatus heifreader_contents(HEIFReader *reader, HEIFReaderContents *contents) {
  *contents = HEIFReaderContents{};
  return guarded(reader, [&] {
    const heif_image_handle *handle = reader->handle;
    contents->bits = heif_image_handle_get_luma_bits_per_pixel(handle);
    contents->pictures = heif_context_get_number_of_top_level_images(reader->context);
    contents->has_depth = heif_image_handle_has_depth_image(handle);
    heif_item_id items[32];
    const int filter = LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA | LIBHEIF_AUX_IMAGE_FILTER_OMIT_DEPTH;
    const int count = heif_image_handle_get_list_of_auxiliary_image_IDs(handle, filter, items, 32);
    for (int index = 0; index < count; index++)
      (is_gain_map(handle, items[index]) ? contents->has_gain_map : contents->has_other_auxiliary) = true;
    contents->primaries = contents->transfer = 2;
    heif_color_profile_nclx *profile = nullptr;
    if (heif_image_handle_get_nclx_color_profile(handle, &profile).code == heif_error_Ok && profile) {
      contents->primaries = profile->color_primaries;
      contents->transfer = profile->transfer_characteristics;
      heif_nclx_color_profile_free(profile);
    }
    const heif_color_profile_type type = heif_image_handle_get_color_profile_type(handle);
    if (type == heif_color_profile_type_rICC || type == heif_color_profile_type_prof)
      contents->profile_bytes = heif_image_handle_get_raw_color_profile_size(handle);
    const int blocks = heif_image_handle_get_list_of_metadata_block_IDs(handle, "mime", items, 32);
    for (int index = 0; index < blocks && contents->xmp_bytes == 0; index++) {
      const char *kind = heif_image_handle_get_metadata_content_type(handle, items[index]);
      if (!kind || strcmp(kind, "application/rdf+xml") != 0) continue;
      reader->xmp = items[index];
      contents->xmp_bytes = heif_image_handle_get_metadata_size(handle, reader->xmp);
    }
    return HEIFREADER_OK;
  });
}

HEIFReaderStatus heifreader_profile(HEIFReader *reader, uint8_t *target) {
  return guarded(reader,
                 [&] { return status_of(reader, heif_image_handle_get_raw_color_profile(reader->handle, target)); });
}

HEIFReaderStatus heifreader_xmp(HEIFReader *reader, uint8_t *target) {
  return guarded(reader, [&] {
    return status_of(reader, heif_image_handle_get_metadata(reader->handle, reader->xmp, target));
  });
}

// Kr and Kb of ITU-T H.273, table 4. False where luma is no weighted sum of R, G and B (identity, YCgCo, ICtCp).
static bool weights(heif_matrix_coefficients matrix, double *red, double *blue) {
  switch (static_cast<int>(matrix)) {
    case 1: *red = 0.2126; *blue = 0.0722; return true;
    case 2: case 5: case 6: *red = 0.299; *blue = 0.114; return true;
    case 4: *red = 0.30; *blue = 0.11; return true;
    case 7: *red = 0.212; *blue = 0.087; return true;
    case 9: *red = 0.2627; *blue = 0.0593; return true;
    default: return false;
  }
}

// Y601 = Y + blue * Cb + red * Cr, from R = Y + 2(1 - Kr)Cr, B = Y + 2(1 - Kb)Cb and the weights of both.
static ChromaShare chroma_share(double kr, double kb) {
  const double kg = 1 - kr - kb;
  ChromaShare share;
  share.red = static_cast<int32_t>(2 * (1 - kr) * (0.299 - 0.587 * kr / kg) * 65536);
  share.blue = static_cast<int32_t>(2 * (1 - kb) * (0.114 - 0.587 * kb / kg) * 65536);
  return share;
}

// Takes the planes as they were coded. False where they are not luma first; then RGB must be asked for.
static bool take_luma(HEIFReader *reader, heif_image *image) {
  const heif_colorspace space = heif_image_get_colorspace(image);
  if (space != heif_colorspace_YCbCr && space != heif_colorspace_monochrome) return false;
  const int bits = heif_image_get_bits_per_pixel_range(image, heif_channel_Y);
  if (bits < 8 || bits > 16 || heif_image_has_channel(image, heif_channel_Alpha)) return false;
  double kr = 0.299, kb = 0.114;
  heif_color_profile_nclx *profile = nullptr;
  if (heif_image_get_nclx_color_profile(image, &profile).code == heif_error_Ok && profile) {
    reader->is_limited = !profile->full_range_flag;
    const bool is_known = weights(profile->matrix_coefficients, &kr, &kb);
    heif_nclx_color_profile_free(profile);
    if (!is_known && space == heif_colorspace_YCbCr) return false;
  }
  reader->share = chroma_share(kr, kb);
  if (space == heif_colorspace_monochrome) reader->share = ChromaShare{};
  reader->luma = heif_image_get_plane_readonly(image, heif_channel_Y, &reader->luma_stride);
  reader->width = heif_image_get_width(image, heif_channel_Y);
  reader->height = heif_image_get_height(image, heif_channel_Y);
  if (!reader->share.is_none()) {
    int other_stride = 0;
    reader->blue = heif_image_get_plane_readonly(image, heif_channel_Cb, &reader->chroma_stride);
    reader->red = heif_image_get_plane_readonly(image, heif_channel_Cr, &other_stride);
    const heif_chroma chroma = heif_image_get_chroma_format(image);
    reader->across = chroma == heif_chroma_444 ? 0 : 1;
    reader->down = chroma == heif_chroma_420 ? 1 : 0;
    const int32_t chroma_width = heif_image_get_width(image, heif_channel_Cb);
    const int32_t chroma_height = heif_image_get_height(image, heif_channel_Cb);
    const bool is_plain = reader->blue && reader->red && other_stride == reader->chroma_stride &&
                          heif_image_get_bits_per_pixel_range(image, heif_channel_Cb) == bits &&
                          chroma_width > (reader->width - 1) >> reader->across &&
                          chroma_height > (reader->height - 1) >> reader->down;
    if (!is_plain) return false;
  }
  reader->shift = bits - 8;
  reader->is_wide = bits > 8;
  reader->is_gray = true;
  return reader->luma != nullptr && reader->width > 0 && reader->height > 0;
}

static HEIFReaderStatus decode(HEIFReader *reader, heif_colorspace space, heif_chroma chroma) {
  heif_decoding_options *options = heif_decoding_options_alloc();
  if (!options) return fail(reader, HEIFREADER_OUT_OF_MEMORY, "no memory");
  options->convert_hdr_to_8bit = space == heif_colorspace_RGB;
  const heif_error error = heif_decode_image(reader->handle, &reader->image, space, chroma, options);
  heif_decoding_options_free(options);
  const HEIFReaderStatus status = status_of(reader, error);
  if (status != HEIFREADER_OK) return status;
  heif_error warnings[8];
  reader->warnings = heif_image_get_decoding_warnings(reader->image, 0, warnings, 8);
  return HEIFREADER_OK;
}

static HEIFReaderStatus decode_rgb(HEIFReader *reader) {
  reader->is_gray = false;
  reader->has_alpha = heif_image_handle_has_alpha_channel(reader->handle);
  const HEIFReaderStatus status =
      decode(reader, heif_colorspace_RGB,
             reader->has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
  if (status != HEIFREADER_OK) return status;
  reader->is_premultiplied = heif_image_handle_is_premultiplied_alpha(reader->handle);
  reader->luma = heif_image_get_plane_readonly(reader->image, heif_channel_interleaved, &reader->luma_stride);
  reader->width = heif_image_get_width(reader->image, heif_channel_interleaved);
  reader->height = heif_image_get_height(reader->image, heif_channel_interleaved);
  if (!reader->luma || reader->width < 1 || reader->height < 1)
    return fail(reader, HEIFREADER_CORRUPT, "it has no pixels");
  return HEIFREADER_OK;
}

HEIFReaderStatus heifreader_start(HEIFReader *reader, bool gray, int32_t *width, int32_t *height, int32_t *channels) {
  hevctiles_close(reader->tiles);
  reader->tiles = nullptr;
  reader->is_gray = reader->is_limited = false;
  return guarded(reader, [&] {
    HEIFReaderStatus status = HEIFREADER_OK;
    if (gray && !heif_image_handle_has_alpha_channel(reader->handle)) {
      status = decode(reader, heif_colorspace_undefined, heif_chroma_undefined);
      if (status != HEIFREADER_OK) return status;
      if (!take_luma(reader, reader->image)) {
        heif_image_release(reader->image);
        reader->image = nullptr;
        status = decode_rgb(reader);
      }
    } else {
      status = decode_rgb(reader);
    }
    if (status != HEIFREADER_OK) return status;
    *width = reader->width;
    *height = reader->height;
    *channels = reader->is_gray ? 1 : 3;
    return HEIFREADER_OK;
  });
}

// What the file says about its picture comes before what its tiles say of themselves.
static HEVCTilesColor shown_color(const HEIFReader *reader, HEVCTilesColor color) {
  heif_color_profile_nclx *profile = nullptr;
  if (heif_image_handle_get_nclx_color_profile(reader->handle, &profile).code == heif_error_Ok && profile) {
    color = {profile->full_range_flag != 0, static_cast<int32_t>(profile->matrix_coefficients)};
    heif_nclx_color_profile_free(profile);
  }
  return color;
}

bool heifreader_shows_luma_of(HEIFReader *reader, HEVCTilesColor color) {
  bool shows = false;
  guarded(reader, [&] {
    double red = 0, blue = 0;
    color = shown_color(reader, color);
    shows = color.is_full_range && weights(static_cast<heif_matrix_coefficients>(color.matrix), &red, &blue) &&
            chroma_share(red, blue).is_none();
    return HEIFREADER_OK;
  });
  return shows;
}

HEIFReaderStatus heifreader_take_tiles(HEIFReader *reader, HEVCTiles *tiles, bool gray) {
  return guarded(reader, [&] {
    reader->tiles = tiles;
    const HEVCTilesColor color = shown_color(reader, hevctiles_color(tiles));
    if (!weights(static_cast<heif_matrix_coefficients>(color.matrix), &reader->red_weight, &reader->blue_weight))
      return HEIFREADER_UNSUPPORTED;
    int32_t chroma_height = 0;
    reader->is_gray = gray;
    reader->is_limited = !color.is_full_range;
    reader->share = chroma_share(reader->red_weight, reader->blue_weight);
    reader->luma = hevctiles_plane(tiles, 0, &reader->width, &reader->height);
    reader->luma_stride = reader->width;
    reader->blue = hevctiles_plane(tiles, 1, &reader->chroma_stride, &chroma_height);
    reader->red = hevctiles_plane(tiles, 2, &reader->chroma_stride, &chroma_height);
    reader->across = reader->down = 1;
    return reader->width == heif_image_handle_get_width(reader->handle) &&
                   reader->height == heif_image_handle_get_height(reader->handle)
               ? HEIFREADER_OK
               : HEIFREADER_UNSUPPORTED;
  });
}

static int sample(const uint8_t *row, int32_t x, bool is_wide, int shift) {
  if (!is_wide) return row[x];
  uint16_t value;
  memcpy(&value, row + 2 * static_cast<size_t>(x), sizeof value);
  const int small = value >> shift;
  return small > 255 ? 255 : small;
}

static uint8_t byte(int value) { return static_cast<uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value); }

static void copy_luma(const HEIFReader *reader, uint8_t *target) {
  const uint8_t *luma = reader->luma + static_cast<size_t>(reader->next_row) * reader->luma_stride;
  if (!reader->is_wide && !reader->is_limited && reader->share.is_none()) {
    memcpy(target, luma, reader->width);
    return;
  }
  const size_t chroma_row = static_cast<size_t>(reader->next_row >> reader->down) * reader->chroma_stride;
  for (int32_t x = 0; x < reader->width; x++) {
    int value = sample(luma, x, reader->is_wide, reader->shift);
    // BT.601: 16...235 for luma, 16...240 for chroma.
    if (reader->is_limited) value = ((value - 16) * 255 + 109) / 219;
    if (!reader->share.is_none()) {
      const int32_t column = x >> reader->across;
      int blue = sample(reader->blue + chroma_row, column, reader->is_wide, reader->shift) - 128;
      int red = sample(reader->red + chroma_row, column, reader->is_wide, reader->shift) - 128;
      int sum = blue * reader->share.blue + red * reader->share.red;
      if (reader->is_limited) sum = sum / 224 * 255;
      value += (sum + 32768) >> 16;
    }
    target[x] = byte(value);
  }
}

// R = Y + 2(1 - Kr)Cr, B = Y + 2(1 - Kb)Cb, and G so that the weights give Y again; the nearest Cb and Cr.
static void copy_planes_as_rgb(const HEIFReader *reader, uint8_t *target) {
  const double kr = reader->red_weight, kb = reader->blue_weight, kg = 1 - kr - kb;
  const double luma_scale = reader->is_limited ? 255.0 / 219 : 1, chroma_scale = reader->is_limited ? 255.0 / 224 : 1;
  const auto whole = [](double factor) { return static_cast<int32_t>(factor * 65536 + (factor < 0 ? -0.5 : 0.5)); };
  const int32_t light = whole(luma_scale), red_of_red = whole(2 * (1 - kr) * chroma_scale),
                blue_of_blue = whole(2 * (1 - kb) * chroma_scale),
                green_of_red = whole(-2 * (1 - kr) * kr / kg * chroma_scale),
                green_of_blue = whole(-2 * (1 - kb) * kb / kg * chroma_scale);
  const int black = reader->is_limited ? 16 : 0;
  const uint8_t *luma = reader->luma + static_cast<size_t>(reader->next_row) * reader->luma_stride;
  const size_t chroma_row = static_cast<size_t>(reader->next_row / 2) * reader->chroma_stride;
  for (int32_t x = 0; x < reader->width; x++, target += 3) {
    const int32_t y = (luma[x] - black) * light + 32768;
    const int32_t blue = reader->blue[chroma_row + x / 2] - 128, red = reader->red[chroma_row + x / 2] - 128;
    target[0] = byte((y + red * red_of_red) >> 16);
    target[1] = byte((y + red * green_of_red + blue * green_of_blue) >> 16);
    target[2] = byte((y + blue * blue_of_blue) >> 16);
  }
}

static void copy_rgb(HEIFReader *reader, uint8_t *target) {
  const uint8_t *source = reader->luma + static_cast<size_t>(reader->next_row) * reader->luma_stride;
  if (!reader->has_alpha) {
    memcpy(target, source, static_cast<size_t>(reader->width) * 3);
    return;
  }
  for (int32_t x = 0; x < reader->width; x++, source += 4, target += 3) {
    const int alpha = source[3];
    reader->uses_alpha |= alpha != 255;
    for (int channel = 0; channel < 3; channel++) {
      const int light = reader->is_premultiplied ? source[channel] : (source[channel] * alpha + 127) / 255;
      target[channel] = byte(light + reader->ground * (255 - alpha) / 255);
    }
  }
}

HEIFReaderStatus heifreader_rows(HEIFReader *reader, uint8_t *pixels, int32_t count) {
  const size_t row_bytes = static_cast<size_t>(reader->width) * (reader->is_gray ? 1 : 3);
  for (int32_t row = 0; row < count && reader->next_row < reader->height; row++, reader->next_row++) {
    if (reader->is_gray) copy_luma(reader, pixels + row * row_bytes);
    else if (reader->tiles) copy_planes_as_rgb(reader, pixels + row * row_bytes);
    else copy_rgb(reader, pixels + row * row_bytes);
  }
  return HEIFREADER_OK;
}

void heifreader_set_ground(HEIFReader *reader, uint8_t ground) { reader->ground = ground; }

bool heifreader_uses_alpha(const HEIFReader *reader) { return reader->uses_alpha; }

int32_t heifreader_warnings(const HEIFReader *reader) { return reader->warnings; }

const char *heifreader_message(const HEIFReader *reader) { return reader->message; }

void heifreader_close(HEIFReader *reader) {
  if (!reader) return;
  hevctiles_close(reader->tiles);
  if (reader->image) heif_image_release(reader->image);
  if (reader->handle) heif_image_handle_release(reader->handle);
  if (reader->context) heif_context_free(reader->context);
  free(reader->copy);
  delete reader;
}

const char *heifreader_version(void) { return heif_get_version(); }
