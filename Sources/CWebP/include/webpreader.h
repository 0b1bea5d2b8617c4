// A decoder over libwebp: bytes in memory to rows of 8-bit RGB pixels, transparency laid on a ground, white where none
// is set. Of an animation the first frame, on its canvas.
//
// A reader belongs to one thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  WEBPREADER_OK = 0,
  WEBPREADER_CORRUPT,        // not decodable; the message says why
  WEBPREADER_OUT_OF_MEMORY,
} WebPReaderStatus;

typedef struct WebPReader WebPReader;

typedef struct {
  int32_t width, height;  // of the canvas
  bool has_alpha;
  bool is_lossless;       // held as a whole while decoding, four bytes a pixel
} WebPReaderHeader;

// Makes a reader of bytes[0..<count], which must stay where they are until webpreader_close. NULL when out of memory.
WebPReader *webpreader_open(const uint8_t *bytes, size_t count);

// WebPGetFeatures, and for an animation WebPDemuxPartial. First call after open.
WebPReaderStatus webpreader_header(WebPReader *reader, WebPReaderHeader *header);

// WebPDecode of the whole picture, scaled to *width x *height where those are smaller than the canvas; an animation
// whose first frame does not fill its canvas is never scaled. On WEBPREADER_OK *width and *height say what
// webpreader_rows will give.
WebPReaderStatus webpreader_start(WebPReader *reader, int32_t *width, int32_t *height);

// The next `count` rows, packed RGB, to `pixels`, which holds width * 3 * count bytes.
WebPReaderStatus webpreader_rows(WebPReader *reader, uint8_t *pixels, int32_t count);

// Sets the gray level behind transparent pixels: 255 white, 0 black. To be called before the first row.
void webpreader_set_ground(WebPReader *reader, uint8_t ground);

// Whether the background is visible in the rows so far.
bool webpreader_uses_alpha(const WebPReader *reader);

// The message of the last status other than WEBPREADER_OK. Valid until the next call.
const char *webpreader_message(const WebPReader *reader);

// Frees everything. NULL is allowed.
void webpreader_close(WebPReader *reader);

// WebPGetDecoderVersion: major, minor and revision, eight bits each.
int32_t webpreader_version(void);
