#include "exifreader.h"

#include <libexif/exif-data.h>
#include <stdlib.h>
#include <string.h>

struct EXIFReader {
  ExifData *data;
  ExifByteOrder order;
};

// What libexif wants to see in front of a block.
static const uint8_t name[6] = {'E', 'x', 'i', 'f', 0, 0};
// The most that it reads.
enum { most = 0xfffe };

EXIFReader *exifreader_open(const uint8_t *bytes, size_t count) {
  if (bytes == NULL) count = 0;
  if (count > most - sizeof name) count = most - sizeof name;
  EXIFReader *reader = calloc(1, sizeof *reader);
  uint8_t *block = malloc(count + sizeof name);
  if (reader != NULL && block != NULL) reader->data = exif_data_new();
  if (reader == NULL || block == NULL || reader->data == NULL) {
    free(block);
    free(reader);
    return NULL;
  }
  memcpy(block, name, sizeof name);
  if (count > 0) memcpy(block + sizeof name, bytes, count);
  // Tags that libexif has no name for are wanted, and nothing is to be mended.
  exif_data_unset_option(reader->data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
  exif_data_unset_option(reader->data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_load_data(reader->data, block, (unsigned int)(count + sizeof name));
  free(block);
  reader->order = exif_data_get_byte_order(reader->data);
  return reader;
}

bool exifreader_is_big_endian(const EXIFReader *reader) { return reader->order == EXIF_BYTE_ORDER_MOTOROLA; }

EXIFReaderEntry exifreader_entry(const EXIFReader *reader, EXIFReaderDirectory directory, uint16_t tag) {
  EXIFReaderEntry found = {NULL, 0, 0, 0};
  ExifContent *content = reader->data->ifd[(int)directory];
  ExifEntry *entry = content == NULL ? NULL : exif_content_get_entry(content, (ExifTag)tag);
  if (entry == NULL || entry->data == NULL) return found;
  found.bytes = entry->data;
  found.count = entry->size;
  found.format = (uint16_t)entry->format;
  found.components = (uint32_t)entry->components;
  return found;
}

// Where a value stands. NULL where it is not within the entry.
static const uint8_t *at(EXIFReaderEntry entry, uint32_t index) {
  size_t size = exif_format_get_size((ExifFormat)entry.format);
  if (entry.bytes == NULL || size == 0 || index >= entry.components || index >= entry.count / size) return NULL;
  return entry.bytes + size * index;
}

bool exifreader_integer(const EXIFReader *reader, EXIFReaderEntry entry, uint32_t index, int64_t *value) {
  const uint8_t *value_bytes = at(entry, index);
  if (value_bytes == NULL) return false;
  switch ((ExifFormat)entry.format) {
  case EXIF_FORMAT_BYTE:
    *value = value_bytes[0];
    return true;
  case EXIF_FORMAT_SHORT:
    *value = exif_get_short(value_bytes, reader->order);
    return true;
  case EXIF_FORMAT_LONG:
    *value = exif_get_long(value_bytes, reader->order);
    return true;
  case EXIF_FORMAT_SLONG:
    *value = exif_get_slong(value_bytes, reader->order);
    return true;
  default:
    return false;
  }
}

bool exifreader_fraction(const EXIFReader *reader, EXIFReaderEntry entry, uint32_t index, double *value) {
  const uint8_t *value_bytes = at(entry, index);
  if (value_bytes == NULL) return false;
  if (entry.format == EXIF_FORMAT_RATIONAL) {
    ExifRational fraction = exif_get_rational(value_bytes, reader->order);
    if (fraction.denominator == 0) return false;
    *value = (double)fraction.numerator / fraction.denominator;
    return true;
  }
  if (entry.format == EXIF_FORMAT_SRATIONAL) {
    ExifSRational fraction = exif_get_srational(value_bytes, reader->order);
    if (fraction.denominator == 0) return false;
    *value = (double)fraction.numerator / fraction.denominator;
    return true;
  }
  return false;
}

void exifreader_close(EXIFReader *reader) {
  if (reader == NULL) return;
  exif_data_unref(reader->data);
  free(reader);
}
