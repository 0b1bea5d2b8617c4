// A reader of Exif blocks over libexif: bytes in memory to the entries of its directories.
//
// A reader belongs to one thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In the order of libexif's ExifIfd.
typedef enum {
  EXIFREADER_MAIN = 0,      // IFD0: the picture and the camera
  EXIFREADER_SHOOTING = 2,  // the Exif directory
  EXIFREADER_GPS = 3,
} EXIFReaderDirectory;

typedef struct EXIFReader EXIFReader;

typedef struct {
  const uint8_t *bytes;  // valid until exifreader_close; NULL where there is no such entry
  size_t count;
  uint16_t format;  // as TIFF 6.0 numbers them: 1 BYTE, 2 ASCII, 3 SHORT, 4 LONG, 5 RATIONAL, 7 UNDEFINED, 9 SLONG, 10 SRATIONAL
  uint32_t components;
} EXIFReaderEntry;

// exif_data_load_data: reads bytes[0..<count], a block from its byte order mark on, without "Exif\0\0"; of more than
// 65 528 bytes only these. Entries are left as they are and none is left out. NULL when out of memory.
EXIFReader *exifreader_open(const uint8_t *bytes, size_t count);

bool exifreader_is_big_endian(const EXIFReader *reader);

// exif_content_get_entry
EXIFReaderEntry exifreader_entry(const EXIFReader *reader, EXIFReaderDirectory directory, uint16_t tag);

// The value at `index` of an entry of whole numbers. False where there is none.
bool exifreader_integer(const EXIFReader *reader, EXIFReaderEntry entry, uint32_t index, int64_t *value);

// The value at `index` of an entry of fractions. False where there is none, or one over zero.
bool exifreader_fraction(const EXIFReader *reader, EXIFReaderEntry entry, uint32_t index, double *value);

// Frees everything. NULL is allowed.
void exifreader_close(EXIFReader *reader);
