// A decoder over OpenJPEG: bytes in memory to rows of 8-bit gray or RGB pixels, transparency laid on a background,
// white where none is set. Nothing in it starts a thread.
//
// Where the program is built without OpenJPEG, every reader is NULL and so is the version.
//
// A reader belongs to one thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  JP2READER_OK = 0,
  JP2READER_CORRUPT,        // not decodable; the message says why
  JP2READER_OUT_OF_MEMORY,
} JP2ReaderStatus;

// The kinds of components, in the order of the file.
typedef enum {
  JP2READER_GRAY = 0,
  JP2READER_RGB,
  JP2READER_YCC,            // luma and two differences, as JPEG has them
  JP2READER_CMY,
  JP2READER_CMYK,
} JP2ReaderColors;

typedef struct JP2Reader JP2Reader;

// Makes a reader of bytes[0..<count], which must stay where they are until jp2reader_close: a file of boxes, or a bare
// codestream. NULL when out of memory, and where OpenJPEG is not built in.
JP2Reader *jp2reader_open(const uint8_t *bytes, size_t count, bool is_codestream);

// opj_read_header. First call after open. *resolutions: how many there are, each half of the next.
JP2ReaderStatus jp2reader_header(JP2Reader *reader, int32_t *resolutions);

// opj_decode of the whole picture, its sides halved `reductions` times. On JP2READER_OK *width, *height and *channels
// (1 gray, 3 RGB) say what jp2reader_rows will give.
JP2ReaderStatus jp2reader_start(JP2Reader *reader, JP2ReaderColors colors, int32_t reductions, int32_t *width,
                                int32_t *height, int32_t *channels);

// The next `count` rows, packed, to `pixels`, which holds width * channels * count bytes.
JP2ReaderStatus jp2reader_rows(JP2Reader *reader, uint8_t *pixels, int32_t count);

// Sets the gray level behind transparent pixels: 255 white, 0 black. To be called before the first row.
void jp2reader_set_ground(JP2Reader *reader, uint8_t ground);

// Whether there is an alpha component. After the start.
bool jp2reader_has_alpha(const JP2Reader *reader);

// Whether the background is visible in the rows so far.
bool jp2reader_uses_alpha(const JP2Reader *reader);

// The number of warnings of the library while it decoded.
int32_t jp2reader_warnings(const JP2Reader *reader);

// The message of the last status other than JP2READER_OK. Valid until the next call.
const char *jp2reader_message(const JP2Reader *reader);

// Frees everything. NULL is allowed.
void jp2reader_close(JP2Reader *reader);

// opj_version: "2.5.0". NULL where OpenJPEG is not built in.
const char *jp2reader_version(void);
