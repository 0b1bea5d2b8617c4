// A pull decoder over libpng (pngwriter.h has the other way): bytes in memory to rows of 8-bit gray or RGB pixels,
// transparency laid on a ground, white where none is set.
//
// setjmp/longjmp stay inside: every function returns normally. A reader belongs to one thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  PNGREADER_OK = 0,
  PNGREADER_CORRUPT,        // not decodable; the message says why, in libpng's words
  PNGREADER_OUT_OF_MEMORY,
} PNGReaderStatus;

typedef struct PNGReader PNGReader;

typedef struct {
  int32_t width, height;
  bool is_interlaced;
  int32_t channels;  // of the rows that come: 1 or 3
  bool has_alpha;
} PNGReaderHeader;

// Makes a reader of bytes[0..<count], which must stay where they are until pngreader_close.
// NULL when out of memory.
PNGReader *pngreader_open(const uint8_t *bytes, size_t count);

// png_read_info: up to the first pixels. First call after open. Neither side may exceed max_side.
PNGReaderStatus pngreader_header(PNGReader *reader, int32_t max_side, PNGReaderHeader *header);

// Prepares for rows. An interlaced picture is decoded as a whole here.
PNGReaderStatus pngreader_start(PNGReader *reader);

// png_read_row: the next `count` rows, packed, to `pixels`, which holds width * channels * count bytes.
// Never asks for more rows than there are.
PNGReaderStatus pngreader_rows(PNGReader *reader, uint8_t *pixels, int32_t count);

// png_read_end: reads to the end of the picture. After the last row.
PNGReaderStatus pngreader_finish(PNGReader *reader);

// Sets the gray level behind transparent pixels: 255 white, 0 black. To be called before the first row.
void pngreader_set_ground(PNGReader *reader, uint8_t ground);

// Whether the background is visible in the rows so far.
bool pngreader_uses_alpha(const PNGReader *reader);

// The number of warnings of libpng.
int32_t pngreader_warnings(const PNGReader *reader);

// The message of the last status other than PNGREADER_OK. Valid until the next call.
const char *pngreader_message(const PNGReader *reader);

// Frees everything. NULL is allowed.
void pngreader_close(PNGReader *reader);

// png_get_libpng_ver: "1.6.39"; lasts for ever.
const char *pngreader_version(void);
