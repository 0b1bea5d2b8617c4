#include "hevctiles.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include <libde265/de265.h>

namespace {

uint32_t big(const uint8_t *bytes, int count) {
  uint32_t value = 0;
  for (int index = 0; index < count; index++) value = value << 8 | bytes[index];
  return value;
}

// The parameter sets of a decoder configuration record (ISO/IEC 14496-15, 8.3.3.1). False where it makes no sense.
bool push_parameters(de265_decoder_context *decoder, const uint8_t *record, size_t count) {
  if (count < 23) return false;
  size_t position = 23;
  for (int array = 0; array < record[22]; array++) {
    if (position + 3 > count) return false;
    const uint32_t units = big(record + position + 1, 2);
    position += 3;
    for (uint32_t unit = 0; unit < units; unit++) {
      if (position + 2 > count) return false;
      const size_t length = big(record + position, 2);
      position += 2;
      if (length > count - position) return false;
      if (de265_push_NAL(decoder, record + position, static_cast<int>(length), 0, nullptr) != DE265_OK) return false;
      position += length;
    }
  }
  return true;
}

// Slices, each behind its length.
bool push_slices(de265_decoder_context *decoder, int length_bytes, const uint8_t *data, size_t count) {
  size_t position = 0;
  while (position < count) {
    if (count - position < static_cast<size_t>(length_bytes)) return false;
    const size_t length = big(data + position, length_bytes);
    position += length_bytes;
    if (length > count - position) return false;
    if (de265_push_NAL(decoder, data + position, static_cast<int>(length), 0, nullptr) != DE265_OK) return false;
    position += length;
  }
  return true;
}

const de265_image *next_picture(de265_decoder_context *decoder) {
  if (de265_flush_data(decoder) != DE265_OK) return nullptr;
  for (int more = 1; more;) {
    more = 0;
    const de265_error error = de265_decode(decoder, &more);
    if (error != DE265_OK) return nullptr;
    if (const de265_image *picture = de265_get_next_picture(decoder))
      return de265_get_warning(decoder) == DE265_OK ? picture : nullptr;
  }
  return nullptr;
}

// Where pixels of a stored plane go in the upright one.
struct Turn {
  ptrdiff_t origin, column_step, row_step;

  // Quarter turns against the clock of a plane of width × height.
  Turn(int turns, ptrdiff_t width, ptrdiff_t height) {
    switch (turns) {
      case 1: origin = (width - 1) * height, column_step = -height, row_step = 1; break;
      case 2: origin = width * height - 1, column_step = -1, row_step = -width; break;
      case 3: origin = height - 1, column_step = height, row_step = -1; break;
      default: origin = 0, column_step = 1, row_step = width;
    }
  }
};

template <typename Sample>
void copy_turned(const uint8_t *source, int stride, int shift, int width, int height, Turn turn, uint8_t *target) {
  const auto small = [shift](const uint8_t *row, int x) {
    Sample sample;
    memcpy(&sample, row + sizeof(Sample) * static_cast<size_t>(x), sizeof sample);
    return static_cast<uint8_t>(sample >> shift);
  };
  if (turn.column_step == 1 || turn.column_step == -1) {
    for (int y = 0; y < height; y++, source += stride) {
      uint8_t *row = target + y * turn.row_step;
      if (sizeof(Sample) == 1 && turn.column_step == 1) memcpy(row, source, width);
      else for (int x = 0; x < width; x++) row[x * turn.column_step] = small(source, x);
    }
    return;
  }
  // What is written lies together; what is read is a tile, and stays near the processor.
  for (int x = 0; x < width; x++) {
    uint8_t *column = target + x * turn.column_step;
    for (int y = 0; y < height; y++) column[y * turn.row_step] = small(source + static_cast<size_t>(y) * stride, x);
  }
}

}  // namespace

struct HEVCTiles {
  de265_decoder_context *decoder = nullptr;
  int width = 0, height = 0, turns = 0;
  bool is_begun = false;
  uint8_t *planes[3] = {nullptr, nullptr, nullptr};
  HEVCTilesColor color = {};

  int width_of(int plane) const { return plane == 0 ? width : (width + 1) / 2; }
  int height_of(int plane) const { return plane == 0 ? height : (height + 1) / 2; }

  bool add(const de265_image *picture, int x, int y) {
    const int bits = de265_get_bits_per_pixel(picture, 0);
    const int matrix = de265_get_image_matrix_coefficients(picture);
    // Where nothing is said all 256 levels are used (ISO/IEC 23000-22, 7.3.6.4); libde265 gives the default of HEVC.
    const bool is_silent = matrix == 2 && de265_get_image_colour_primaries(picture) == 2;
    const HEVCTilesColor found = {is_silent || de265_get_image_full_range_flag(picture) != 0, matrix};
    if (de265_get_chroma_format(picture) != de265_chroma_420 || bits < 8 || bits > 16 ||
        de265_get_bits_per_pixel(picture, 1) != bits || de265_get_bits_per_pixel(picture, 2) != bits)
      return false;
    if (is_begun && (found.is_full_range != color.is_full_range || found.matrix != color.matrix)) return false;
    is_begun = true;
    color = found;
    for (int plane = 0; plane < 3; plane++) {
      const int left = plane ? x / 2 : x, top = plane ? y / 2 : y;
      int stride = 0;
      const uint8_t *source = de265_get_image_plane(picture, plane, &stride);
      int across = de265_get_image_width(picture, plane), down = de265_get_image_height(picture, plane);
      if (!source || left >= width_of(plane) || top >= height_of(plane)) return false;
      if (across > width_of(plane) - left) across = width_of(plane) - left;
      if (down > height_of(plane) - top) down = height_of(plane) - top;
      const Turn turn(turns, width_of(plane), height_of(plane));
      uint8_t *target = planes[plane] + turn.origin + left * turn.column_step + top * turn.row_step;
      if (bits == 8) copy_turned<uint8_t>(source, stride, 0, across, down, turn, target);
      else copy_turned<uint16_t>(source, stride, bits - 8, across, down, turn, target);
    }
    return true;
  }
};

HEVCTiles *hevctiles_open(void) { return new (std::nothrow) HEVCTiles; }

bool hevctiles_begin(HEVCTiles *tiles, int32_t width, int32_t height, int32_t turns) {
  if (width < 1 || height < 1 || static_cast<int64_t>(width) * height > INT32_MAX) return false;
  tiles->is_begun = false;
  tiles->width = width;
  tiles->height = height;
  tiles->turns = turns;
  for (int plane = 0; plane < 3; plane++) {
    free(tiles->planes[plane]);
    const size_t count = static_cast<size_t>(tiles->width_of(plane)) * tiles->height_of(plane);
    tiles->planes[plane] = static_cast<uint8_t *>(calloc(count, 1));
    if (!tiles->planes[plane]) return false;
  }
  return true;
}

bool hevctiles_add(HEVCTiles *tiles, const HEVCTile *tile) {
  try {
    if (tile->configuration_bytes < 23 || tile->x < 0 || tile->y < 0 || tile->x % 2 || tile->y % 2) return false;
    if (!tiles->decoder) tiles->decoder = de265_new_decoder();
    if (!tiles->decoder) return false;
    // Nothing of the tile before it is left but parameter sets, and each brings its own.
    de265_reset(tiles->decoder);
    if (!push_parameters(tiles->decoder, tile->configuration, tile->configuration_bytes) ||
        !push_slices(tiles->decoder, (tile->configuration[21] & 3) + 1, tile->data, tile->data_bytes))
      return false;
    const de265_image *picture = next_picture(tiles->decoder);
    return picture && de265_get_image_width(picture, 0) == tile->width &&
           de265_get_image_height(picture, 0) == tile->height && tiles->add(picture, tile->x, tile->y);
  } catch (...) {
    return false;
  }
}

const uint8_t *hevctiles_plane(const HEVCTiles *tiles, int32_t plane, int32_t *width, int32_t *height) {
  const bool is_turned = tiles->turns % 2 == 1;
  *width = is_turned ? tiles->height_of(plane) : tiles->width_of(plane);
  *height = is_turned ? tiles->width_of(plane) : tiles->height_of(plane);
  return tiles->planes[plane];
}

HEVCTilesColor hevctiles_color(const HEVCTiles *tiles) { return tiles->color; }

void hevctiles_close(HEVCTiles *tiles) {
  if (!tiles) return;
  if (tiles->decoder) de265_free_decoder(tiles->decoder);
  for (uint8_t *plane : tiles->planes) free(plane);
  delete tiles;
}

const char *hevctiles_version(void) { return de265_get_version(); }
