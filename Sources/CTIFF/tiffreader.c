#include "tiffreader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

struct TIFFReader {
  const uint8_t *bytes;
  size_t count, offset, max_bytes;
  TIFF *file;
  TIFFRGBAImage image;
  bool is_begun;
  uint32_t width, height;
  uint32_t band_rows, band_start, band_count;  // of the rows in `raster`
  uint32_t next_row;
  uint32_t *raster;  // one band, 0xAABBGGRR
  bool is_band_missing, has_pixels;
  uint8_t ground;   // 255 white, 0 black
  bool uses_alpha;  // some pixel shows the ground
  int32_t warnings;
  char message[200];
};

// MARK: The file

static tmsize_t on_read(thandle_t handle, void *target, tmsize_t count) {
  TIFFReader *reader = handle;
  if (count <= 0 || reader->offset >= reader->count) return 0;
  size_t length = (size_t)count;
  if (length > reader->count - reader->offset) length = reader->count - reader->offset;
  memcpy(target, reader->bytes + reader->offset, length);
  reader->offset += length;
  return (tmsize_t)length;
}

static tmsize_t on_write(thandle_t handle, void *source, tmsize_t count) {
  (void)handle, (void)source, (void)count;
  return -1;
}

static toff_t on_seek(thandle_t handle, toff_t offset, int origin) {
  TIFFReader *reader = handle;
  toff_t base = origin == SEEK_CUR ? reader->offset : origin == SEEK_END ? reader->count : 0;
  toff_t target = base + offset;
  reader->offset = target > reader->count ? reader->count : (size_t)target;
  return target;
}

static int on_close(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t on_size(thandle_t handle) { return ((TIFFReader *)handle)->count; }

// Handed out as memory: libtiff then checks every offset against the size and copies nothing.
static int on_map(thandle_t handle, void **base, toff_t *size) {
  TIFFReader *reader = handle;
  *base = (void *)reader->bytes;
  *size = reader->count;
  return 1;
}

static void on_unmap(thandle_t handle, void *base, toff_t size) { (void)handle, (void)base, (void)size; }

// MARK: Messages

static int on_error(TIFF *file, void *data, const char *module, const char *format, va_list arguments) {
  (void)file, (void)module;
  TIFFReader *reader = data;
  if (reader->warnings < INT32_MAX) reader->warnings++;
  // The first says what is wrong; those after it, what follows from it.
  if (!reader->message[0]) vsnprintf(reader->message, sizeof reader->message, format, arguments);
  return 1;
}

// Unknown tags and such: they harm no pixel.
static int on_warning(TIFF *file, void *data, const char *module, const char *format, va_list arguments) {
  (void)file, (void)data, (void)module, (void)format, (void)arguments;
  return 1;
}

static TIFFReaderStatus fail(TIFFReader *reader, TIFFReaderStatus status, const char *message) {
  if (!reader->message[0]) snprintf(reader->message, sizeof reader->message, "%s", message);
  return status;
}

// MARK: Reading

TIFFReader *tiffreader_open(const uint8_t *bytes, size_t count, size_t max_bytes) {
  TIFFReader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  reader->max_bytes = max_bytes;
  reader->ground = 255;
  return reader;
}

static TIFF *opened(TIFFReader *reader) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, reader);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, reader);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)reader->max_bytes);
  TIFF *file = TIFFClientOpenExt("the file", "r", reader, on_read, on_write, on_seek, on_close, on_size, on_map,
                                 on_unmap, options);
  TIFFOpenOptionsFree(options);
  return file;
}

TIFFReaderStatus tiffreader_header(TIFFReader *reader, int32_t page, TIFFReaderHeader *header) {
  memset(header, 0, sizeof *header);
  reader->file = opened(reader);
  if (!reader->file) return fail(reader, TIFFREADER_CORRUPT, "its directory cannot be read");
  if (page > 0 && !TIFFSetDirectory(reader->file, (tdir_t)page))
    return fail(reader, TIFFREADER_CORRUPT, "a page cannot be read");
  TIFFGetField(reader->file, TIFFTAG_IMAGEWIDTH, &reader->width);
  TIFFGetField(reader->file, TIFFTAG_IMAGELENGTH, &reader->height);
  header->width = reader->width;
  header->height = reader->height;
  uint16_t bits = 8, count = 0, *kinds = NULL;
  TIFFGetFieldDefaulted(reader->file, TIFFTAG_BITSPERSAMPLE, &bits);
  header->bits = bits;
  if (TIFFGetField(reader->file, TIFFTAG_EXTRASAMPLES, &count, &kinds))
    for (uint16_t index = 0; index < count; index++)
      header->has_alpha |= kinds[index] == EXTRASAMPLE_ASSOCALPHA || kinds[index] == EXTRASAMPLE_UNASSALPHA;
  if (!reader->width || !reader->height) return TIFFREADER_OK;

  uint32_t piece = 0;
  uint64_t piece_bytes = 0;
  if (TIFFIsTiled(reader->file)) {
    uint32_t tile_width = 0;
    TIFFGetField(reader->file, TIFFTAG_TILELENGTH, &piece);
    TIFFGetField(reader->file, TIFFTAG_TILEWIDTH, &tile_width);
    if (!piece || !tile_width) return fail(reader, TIFFREADER_CORRUPT, "its tiles have no size");
    piece_bytes = TIFFTileSize64(reader->file);
  } else {
    TIFFGetFieldDefaulted(reader->file, TIFFTAG_ROWSPERSTRIP, &piece);
    piece_bytes = TIFFStripSize64(reader->file);
  }
  if (piece == 0 || piece > reader->height) piece = reader->height;
  // Small strips are taken together.
  const uint32_t wanted = 64;
  uint32_t rows = piece < wanted ? piece * (wanted / piece) : piece;
  if (rows > reader->height) rows = reader->height;
  reader->band_rows = rows;
  header->band_rows = (int32_t)(rows > INT32_MAX ? INT32_MAX : rows);
  header->band_bytes = (uint64_t)reader->width * rows * sizeof *reader->raster + piece_bytes;
  reader->warnings = 0;
  return TIFFREADER_OK;
}

const uint8_t *tiffreader_block(TIFFReader *reader, TIFFReaderBlock block, size_t *count) {
  const ttag_t tags[] = {TIFFTAG_ICCPROFILE, TIFFTAG_XMLPACKET, TIFFTAG_RICHTIFFIPTC};
  uint32_t length = 0;
  void *bytes = NULL;
  *count = 0;
  if (!TIFFGetField(reader->file, tags[block], &length, &bytes) || bytes == NULL) return NULL;
  // Counted in words of four bytes, where it is written as such.
  const TIFFField *field = TIFFFieldWithTag(reader->file, tags[block]);
  const bool is_long = block == TIFFREADER_IPTC && field != NULL && TIFFFieldDataType(field) == TIFF_LONG;
  *count = is_long ? (size_t)length * 4 : length;
  return bytes;
}

int32_t tiffreader_pages(TIFFReader *reader, int32_t most) {
  int32_t pages = 0;
  for (int32_t index = 0; index < most; index++) {
    uint32_t kind = 0;
    TIFFGetField(reader->file, TIFFTAG_SUBFILETYPE, &kind);
    if (!(kind & FILETYPE_REDUCEDIMAGE)) pages++;
    if (!TIFFReadDirectory(reader->file)) break;
  }
  return pages > 0 ? pages : 1;
}

TIFFReaderStatus tiffreader_start(TIFFReader *reader) {
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(reader->file, TIFFTAG_COMPRESSION, &compression);
  if (!TIFFIsCODECConfigured(compression))
    return fail(reader, TIFFREADER_UNSUPPORTED, "its compression is not known here");
  char reason[1024] = "";
  // 0: goes on after damage.
  if (!TIFFRGBAImageBegin(&reader->image, reader->file, 0, reason)) {
    reader->message[0] = 0;
    return fail(reader, TIFFREADER_UNSUPPORTED, reason);
  }
  reader->is_begun = true;
  // The same for both: rows as stored, nothing turned.
  reader->image.orientation = ORIENTATION_TOPLEFT;
  reader->image.req_orientation = ORIENTATION_TOPLEFT;
  reader->raster = malloc((size_t)reader->width * reader->band_rows * sizeof *reader->raster);
  return reader->raster ? TIFFREADER_OK : fail(reader, TIFFREADER_OUT_OF_MEMORY, "no memory");
}

static void decode_band(TIFFReader *reader) {
  reader->band_start = reader->next_row;
  reader->band_count = reader->height - reader->next_row;
  if (reader->band_count > reader->band_rows) reader->band_count = reader->band_rows;
  reader->image.row_offset = (int)reader->band_start;
  reader->image.col_offset = 0;
  // What libtiff skips over keeps this gray.
  const size_t count = (size_t)reader->width * reader->band_count;
  for (size_t index = 0; index < count; index++) reader->raster[index] = 0xFF808080u;
  reader->is_band_missing = !TIFFRGBAImageGet(&reader->image, reader->raster, reader->width, reader->band_count);
  if (reader->is_band_missing && reader->warnings == 0) reader->warnings = 1;
  if (!reader->is_band_missing) reader->has_pixels = true;
}

// libtiff has multiplied the colours with the opacity already.
static void flatten(TIFFReader *reader, const uint32_t *source, uint8_t *target, uint32_t count) {
  for (uint32_t x = 0; x < count; x++, target += 3) {
    const unsigned alpha = TIFFGetA(source[x]);
    const unsigned light = reader->ground * (255 - alpha) / 255;
    reader->uses_alpha |= alpha != 255;
    const unsigned red = TIFFGetR(source[x]) + light;
    const unsigned green = TIFFGetG(source[x]) + light;
    const unsigned blue = TIFFGetB(source[x]) + light;
    target[0] = (uint8_t)(red > 255 ? 255 : red);
    target[1] = (uint8_t)(green > 255 ? 255 : green);
    target[2] = (uint8_t)(blue > 255 ? 255 : blue);
  }
}

TIFFReaderStatus tiffreader_rows(TIFFReader *reader, uint8_t *pixels, int32_t count) {
  for (int32_t row = 0; row < count && reader->next_row < reader->height; row++) {
    if (reader->next_row >= reader->band_start + reader->band_count) decode_band(reader);
    uint8_t *target = pixels + (size_t)row * reader->width * 3;
    const uint32_t *source = reader->raster + (size_t)(reader->next_row - reader->band_start) * reader->width;
    flatten(reader, source, target, reader->width);
    reader->next_row++;
  }
  if (reader->next_row == reader->height && !reader->has_pixels)
    return fail(reader, TIFFREADER_CORRUPT, "none of its pixels can be read");
  return TIFFREADER_OK;
}

void tiffreader_set_ground(TIFFReader *reader, uint8_t ground) { reader->ground = ground; }

bool tiffreader_uses_alpha(const TIFFReader *reader) { return reader->uses_alpha; }

int32_t tiffreader_warnings(const TIFFReader *reader) { return reader->warnings; }

const char *tiffreader_message(const TIFFReader *reader) { return reader->message; }

void tiffreader_close(TIFFReader *reader) {
  if (!reader) return;
  if (reader->is_begun) TIFFRGBAImageEnd(&reader->image);
  if (reader->file) TIFFClose(reader->file);
  free(reader->raster);
  free(reader);
}

const char *tiffreader_version(void) {
  const char *text = TIFFGetVersion();
  const char *number = strstr(text, "Version ");
  return number ? number + 8 : text;
}
