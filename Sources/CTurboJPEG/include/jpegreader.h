// A pull decoder over libjpeg(-turbo): bytes in memory to rows of gray or RGB pixels.
//
// setjmp/longjmp stay inside: every function returns normally. A reader belongs to one thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  JPEGREADER_OK = 0,
  JPEGREADER_CORRUPT,        // not decodable; the message says why, in libjpeg's words
  JPEGREADER_UNSUPPORTED,    // a JPEG process libjpeg has no decoder for: lossless, hierarchical, 12 bit
  JPEGREADER_TOO_LARGE,      // more than libjpeg's 65500 pixels on a side
  JPEGREADER_TOO_COSTLY,     // more scans than allowed
  JPEGREADER_OUT_OF_MEMORY,  // malloc failed, or the memory limit was reached
} JPEGReaderStatus;

typedef struct JPEGReader JPEGReader;

typedef struct {
  int32_t width, height;          // as stored, before any EXIF orientation
  int32_t components;
  bool is_progressive;
  bool has_multiple_scans;        // the whole picture is held as coefficients while decoding
  uint64_t coefficient_bytes;     // how large they are, if so
} JPEGReaderHeader;

// Makes a reader of bytes[0..<count], which must stay where they are until jpegreader_close.
// NULL when out of memory.
JPEGReader *jpegreader_open(const uint8_t *bytes, size_t count);

// jpeg_read_header: up to the first scan. First call after open.
JPEGReaderStatus jpegreader_header(JPEGReader *reader, JPEGReaderHeader *header);

// jpeg_start_decompress. Decodes at scale/8 (1...8) of the stored size, to gray where `gray`, else to what is
// natural: gray for a gray file, RGB for all others.
// On JPEGREADER_OK *width, *height and *channels (1 or 3) say what jpegreader_rows will give; channels can be 3
// although gray was wanted (CMYK). max_scans: more of them are JPEGREADER_TOO_COSTLY.
JPEGReaderStatus jpegreader_start(JPEGReader *reader, int scale, bool gray, int max_scans, int32_t *width,
                                  int32_t *height, int32_t *channels);

// jpeg_read_scanlines: the next `count` rows, packed, to `pixels`, which holds width * channels * count bytes.
// Never asks for more rows than there are.
JPEGReaderStatus jpegreader_rows(JPEGReader *reader, uint8_t *pixels, int32_t count);

// jpeg_finish_decompress: reads to the end of the picture. After the last row.
JPEGReaderStatus jpegreader_finish(JPEGReader *reader);

// The number of warnings of libjpeg about bad or missing data.
int32_t jpegreader_warnings(const JPEGReader *reader);

// The message of the last status other than JPEGREADER_OK. Valid until the next call.
const char *jpegreader_message(const JPEGReader *reader);

// Frees everything. NULL is allowed.
void jpegreader_close(JPEGReader *reader);

// Whether malloc would give `bytes` now. Nothing is kept: it tells a caller whose own allocations cannot fail.
bool jpegreader_has_memory(size_t bytes);

// "2.1.5"; lasts for ever.
const char *jpegreader_version(void);
