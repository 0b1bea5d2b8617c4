// A decoder over libtiff: bytes in memory to rows of 8-bit RGB pixels of one page, as stored (the orientation is not
// applied), transparency laid on a ground, white where none is set.
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
  int32_t bits;           // a channel
  bool has_alpha;
} TIFFReaderHeader;

// Makes a reader of bytes[0..<count], which must stay where they are until tiffreader_close. No single allocation of
// libtiff's is larger than max_bytes. NULL when out of memory.
TIFFReader *tiffreader_open(const uint8_t *bytes, size_t count, size_t max_bytes);

// TIFFClientOpenExt, TIFFSetDirectory: reads the directory of a page, counted from 0. First call after open.
TIFFReaderStatus tiffreader_header(TIFFReader *reader, int32_t page, TIFFReaderHeader *header);

// The contents of a directory besides pixels.
typedef enum {
  TIFFREADER_PROFILE,  // ICC
  TIFFREADER_XMP,
  TIFFREADER_IPTC,
} TIFFReaderBlock;

// TIFFGetField: the bytes of a block; NULL where there is none. Valid until the next call that reads a directory.
const uint8_t *tiffreader_block(TIFFReader *reader, TIFFReaderBlock block, size_t *count);

// Directories that are pages, and no smaller copies of one, of at most `most` that are read. After that no pixels can
// be asked for.
int32_t tiffreader_pages(TIFFReader *reader, int32_t most);

// TIFFRGBAImageBegin: gets ready for rows.
TIFFReaderStatus tiffreader_start(TIFFReader *reader);

// The next `count` rows, packed RGB, to `pixels`, which holds width * 3 * count bytes. What is missing in a damaged
// file comes gray.
TIFFReaderStatus tiffreader_rows(TIFFReader *reader, uint8_t *pixels, int32_t count);

// Sets the gray level behind transparent pixels: 255 white, 0 black. To be called before the first row.
void tiffreader_set_ground(TIFFReader *reader, uint8_t ground);

// Whether the background is visible in the rows so far.
bool tiffreader_uses_alpha(const TIFFReader *reader);

// The number of warnings of libtiff about the pixels.
int32_t tiffreader_warnings(const TIFFReader *reader);

// The message of the last status other than TIFFREADER_OK. Valid until the next call.
const char *tiffreader_message(const TIFFReader *reader);

// Frees everything. NULL is allowed.
void tiffreader_close(TIFFReader *reader);

// "LIBTIFF, Version 4.5.0" up to the end of the line, without the words before the number; lasts for ever.
const char *tiffreader_version(void);
