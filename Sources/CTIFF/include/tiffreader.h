// A decoder over libtiff: bytes in memory to rows of 8-bit RGB pixels of the first page, as stored (the orientation is not
// applied), transparency laid on white.
//
// A reader belongs to one thread at a time; no handler of libtiff's is set globally.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  TIFFREADER_OK = 0,
  TIFFREADER_CORRUPT,        // not decodable; the message says why, in libtiff's words
  TIFFREADER_UNSUPPORTED,    // well formed, but a compression or kind of pixel that libtiff does not turn into RGB
  TIFFREADER_OUT_OF_MEMORY,
} TIFFReaderStatus;

typedef struct TIFFReader TIFFReader;

typedef struct {
  int64_t width, height;  // as stored
  int32_t band_rows;      // rows that come in one piece: of a strip, of a row of tiles, or of several small strips
  uint64_t band_bytes;    // what one such piece takes while it is decoded
} TIFFReaderHeader;

// Makes a reader of bytes[0..<count], which must stay where they are until tiffreader_close. No single allocation of
// libtiff's is larger than max_bytes. NULL when out of memory.
TIFFReader *tiffreader_open(const uint8_t *bytes, size_t count, size_t max_bytes);

// TIFFClientOpenExt: reads the first directory. First call after open.
TIFFReaderStatus tiffreader_header(TIFFReader *reader, TIFFReaderHeader *header);

// TIFFRGBAImageBegin: gets ready for rows.
TIFFReaderStatus tiffreader_start(TIFFReader *reader);

// The next `count` rows, packed RGB, to `pixels`, which holds width * 3 * count bytes. What is missing in a damaged file
// comes gray.
TIFFReaderStatus tiffreader_rows(TIFFReader *reader, uint8_t *pixels, int32_t count);

// How often libtiff found something wrong in the pixels but went on.
int32_t tiffreader_warnings(const TIFFReader *reader);

// What the last status that was not TIFFREADER_OK was about. Valid until the next call.
const char *tiffreader_message(const TIFFReader *reader);

// Frees everything. NULL is allowed.
void tiffreader_close(TIFFReader *reader);

// "LIBTIFF, Version 4.5.0" up to the end of the line, without the words before the number; lasts for ever.
const char *tiffreader_version(void);
