#include "pngrows.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>
#include <png.h>

// ---- Reading

struct source {
  const uint8_t *bytes;
  size_t count, offset;
  bool is_damaged, is_out_of_memory;
  png_structp decoder;
  png_infop info;
  png_bytepp row_starts;
};

static void on_read(png_structp decoder, png_bytep target, size_t length) {
  struct source *source = png_get_io_ptr(decoder);
  if (length > source->count - source->offset) png_error(decoder, "the file ends too early");
  memcpy(target, source->bytes + source->offset, length);
  source->offset += length;
}

static void on_error(png_structp decoder, png_const_charp message) {
  (void)message;
  png_longjmp(decoder, 1);
}

static void on_warning(png_structp decoder, png_const_charp message) {
  (void)message;
  ((struct source *)png_get_error_ptr(decoder))->is_damaged = true;
}

static png_voidp on_allocate(png_structp decoder, png_alloc_size_t size) {
  png_voidp memory = malloc(size);
  if (!memory) ((struct source *)png_get_mem_ptr(decoder))->is_out_of_memory = true;
  return memory;
}

static void on_free(png_structp decoder, png_voidp memory) {
  (void)decoder;
  free(memory);
}

static struct source *open_source(const uint8_t *bytes, size_t count) {
  struct source *source = calloc(1, sizeof *source);
  if (!source) return NULL;
  source->bytes = bytes;
  source->count = count;
  source->decoder =
      png_create_read_struct_2(PNG_LIBPNG_VER_STRING, source, on_error, on_warning, source, on_allocate, on_free);
  if (source->decoder) source->info = png_create_info_struct(source->decoder);
  return source;
}

static PNGRowsStatus close_source(struct source *source, bool is_done) {
  PNGRowsStatus status = source->is_out_of_memory ? PNGROWS_OUT_OF_MEMORY
                         : source->is_damaged || !is_done ? PNGROWS_DAMAGED
                                                          : PNGROWS_OK;
  png_destroy_read_struct(&source->decoder, &source->info, NULL);
  free(source->row_starts);
  free(source);
  return status;
}

static void read_header(struct source *source, int32_t max_side, PNGRowsHeader *header) {
  png_structp decoder = source->decoder;
  png_set_read_fn(decoder, source, on_read);
  png_set_user_limits(decoder, (png_uint_32)max_side, (png_uint_32)max_side);
  // What the pixels do not need is compared by its bytes, elsewhere.
  png_set_keep_unknown_chunks(decoder, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(decoder, source->info);
  header->is_interlaced = png_get_interlace_type(decoder, source->info) != PNG_INTERLACE_NONE;
  if (header->is_interlaced) png_set_interlace_handling(decoder);
  png_read_update_info(decoder, source->info);
  header->width = (int32_t)png_get_image_width(decoder, source->info);
  header->height = (int32_t)png_get_image_height(decoder, source->info);
  header->bit_depth = png_get_bit_depth(decoder, source->info);
  header->color_type = png_get_color_type(decoder, source->info);
  header->row_bytes = png_get_rowbytes(decoder, source->info);
}

PNGRowsStatus pngrows_header(const uint8_t *bytes, size_t count, int32_t max_side, PNGRowsHeader *header) {
  memset(header, 0, sizeof *header);
  struct source *source = open_source(bytes, count);
  if (!source || !source->info) return source ? close_source(source, false) : PNGROWS_OUT_OF_MEMORY;
  if (setjmp(png_jmpbuf(source->decoder))) return close_source(source, false);
  read_header(source, max_side, header);
  return close_source(source, true);
}

// The bits of the last byte of a row that belong to pixels.
static uint8_t mask_of_last(const PNGRowsHeader *header) {
  int channels = header->color_type == 2 ? 3 : header->color_type == 4 ? 2 : header->color_type == 6 ? 4 : 1;
  int bits = (int)((int64_t)header->width * channels * header->bit_depth % 8);
  return bits == 0 ? 0xFF : (uint8_t)(0xFF << (8 - bits));
}

PNGRowsStatus pngrows_read(const uint8_t *bytes, size_t count, int32_t max_side, uint8_t *rows) {
  PNGRowsHeader header = {0};
  struct source *source = open_source(bytes, count);
  if (!source || !source->info) return source ? close_source(source, false) : PNGROWS_OUT_OF_MEMORY;
  if (setjmp(png_jmpbuf(source->decoder))) return close_source(source, false);
  read_header(source, max_side, &header);
  source->row_starts = malloc((size_t)header.height * sizeof *source->row_starts);
  if (!source->row_starts) {
    source->is_out_of_memory = true;
    return close_source(source, false);
  }
  for (int32_t row = 0; row < header.height; row++) source->row_starts[row] = rows + (size_t)row * header.row_bytes;
  png_read_image(source->decoder, source->row_starts);
  png_read_end(source->decoder, NULL);
  uint8_t mask = mask_of_last(&header);
  for (int32_t row = 0; row < header.height && mask != 0xFF; row++) source->row_starts[row][header.row_bytes - 1] &= mask;
  return close_source(source, true);
}

// ---- Filtering

static uint8_t paeth(int left, int above, int corner) {
  int from_left = abs(above - corner), from_above = abs(left - corner), from_corner = abs(left + above - 2 * corner);
  if (from_left <= from_above && from_left <= from_corner) return (uint8_t)left;
  return (uint8_t)(from_above <= from_corner ? above : corner);
}

// `above` is never NULL: a row of zeros stands over the first.
static void apply_one(int filter, const uint8_t *row, const uint8_t *above, size_t count, size_t stride,
                      uint8_t *target) {
  *target++ = (uint8_t)filter;
  size_t first = stride < count ? stride : count;
  switch (filter) {
    case pngrows_none: memcpy(target, row, count); return;
    case pngrows_sub:
      memcpy(target, row, first);
      for (size_t x = first; x < count; x++) target[x] = (uint8_t)(row[x] - row[x - stride]);
      return;
    case pngrows_up:
      for (size_t x = 0; x < count; x++) target[x] = (uint8_t)(row[x] - above[x]);
      return;
    case pngrows_average:
      for (size_t x = 0; x < first; x++) target[x] = (uint8_t)(row[x] - above[x] / 2);
      for (size_t x = first; x < count; x++) target[x] = (uint8_t)(row[x] - (row[x - stride] + above[x]) / 2);
      return;
    default:
      for (size_t x = 0; x < first; x++) target[x] = (uint8_t)(row[x] - above[x]);
      for (size_t x = first; x < count; x++)
        target[x] = (uint8_t)(row[x] - paeth(row[x - stride], above[x], above[x - stride]));
  }
}

struct scores {
  uint32_t seen[65536];  // the number of the row in which a pair stood last
  uint32_t counts[256];
  uint32_t generation;
};

static double cost(enum pngrows_filter choice, const uint8_t *filtered, size_t count, struct scores *scores) {
  if (choice == pngrows_least_sum) {
    uint64_t sum = 0;
    for (size_t x = 1; x < count; x++) sum += (uint64_t)abs((int8_t)filtered[x]);
    return (double)sum;
  }
  if (choice == pngrows_least_pairs) {
    scores->generation++;
    size_t pairs = 0;
    for (size_t x = 1; x + 1 < count; x++) {
      uint32_t *last = &scores->seen[filtered[x] << 8 | filtered[x + 1]];
      pairs += *last != scores->generation;
      *last = scores->generation;
    }
    return (double)pairs;
  }
  memset(scores->counts, 0, sizeof scores->counts);
  for (size_t x = 0; x < count; x++) scores->counts[filtered[x]]++;
  // The sum of n · log n is largest where the entropy is smallest.
  double sum = 0;
  for (int value = 0; value < 256; value++)
    if (scores->counts[value] > 1) sum += scores->counts[value] * log2(scores->counts[value]);
  return -sum;
}

bool pngrows_apply(enum pngrows_filter filter, const uint8_t *rows, const uint8_t *above, size_t height,
                   size_t row_bytes, size_t stride, uint8_t *filtered) {
  uint8_t *zeros = calloc(1, row_bytes ? row_bytes : 1);
  uint8_t *tried = malloc(row_bytes + 1);
  struct scores *scores = calloc(1, sizeof *scores);
  bool has_memory = zeros && tried && scores;
  for (size_t y = 0; y < height && has_memory; y++) {
    const uint8_t *row = rows + y * row_bytes, *over = y > 0 ? row - row_bytes : above ? above : zeros;
    uint8_t *target = filtered + y * (row_bytes + 1);
    if (filter < pngrows_least_sum) {
      apply_one((int)filter, row, over, row_bytes, stride, target);
      continue;
    }
    double least = INFINITY;
    for (int one = pngrows_none; one <= pngrows_paeth; one++) {
      apply_one(one, row, over, row_bytes, stride, tried);
      double found = cost(filter, tried, row_bytes + 1, scores);
      if (found >= least) continue;
      least = found;
      memcpy(target, tried, row_bytes + 1);
    }
  }
  free(zeros);
  free(tried);
  free(scores);
  return has_memory;
}

size_t pngrows_deflate(const uint8_t *bytes, size_t count, int level, uint8_t *target, size_t capacity) {
  struct libdeflate_compressor *deflater = libdeflate_alloc_compressor(level);
  if (!deflater) return 0;
  size_t size = libdeflate_zlib_compress(deflater, bytes, count, target, capacity);
  libdeflate_free_compressor(deflater);
  return size;
}
