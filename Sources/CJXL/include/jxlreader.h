// A decoder over libjxl: bytes in memory to rows of 8-bit gray or RGB pixels, upright, transparency laid on a ground,
// white where none is set. Of an animation the first frame, on its canvas. Nothing in it starts a thread.
//
// Where the program is built without libjxl, every reader is NULL and the version 0.
//
// A reader belongs to one thread at a time.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  JXLREADER_OK = 0,
  JXLREADER_CORRUPT,        // not decodable; the message says why
  JXLREADER_OUT_OF_MEMORY,
} JXLReaderStatus;

typedef struct JXLReader JXLReader;

typedef struct {
  uint32_t width, height;    // upright
  uint32_t bits;             // of a channel of colour
  uint32_t extra_channels;   // alpha among them
  int32_t channels;          // of the rows: 1 gray, 3 RGB
  bool has_alpha;
  bool has_other_channels;   // depth, heat and the like: what is neither colour nor alpha
  bool is_whole;             // stored as numbers, as lossless pictures are: held as a whole while decoding
  bool is_animated;
} JXLReaderHeader;

typedef struct {
  int32_t primaries, transfer;  // as ITU-T H.273 numbers them; 2 where a profile says it
  size_t profile_bytes;         // 0: none
} JXLReaderColors;

// JxlDecoderCreate over bytes[0..<count], which must stay where they are until jxlreader_close. NULL when out of
// memory, and where libjxl is not built in.
JXLReader *jxlreader_open(const uint8_t *bytes, size_t count);

// JxlDecoderGetBasicInfo. First call after open.
JXLReaderStatus jxlreader_header(JXLReader *reader, JXLReaderHeader *header);

// JxlDecoderGetColorAsEncodedProfile and JxlDecoderGetICCProfileSize of the original picture. After the header.
JXLReaderStatus jxlreader_colors(JXLReader *reader, JXLReaderColors *colors);

// JxlDecoderGetColorAsICCProfile to `profile`, which holds profile_bytes.
JXLReaderStatus jxlreader_profile(JXLReader *reader, uint8_t *profile, size_t profile_bytes);

// Decodes a frame, counted from 0, all of it. After the header. What the frame is laid on is decoded, too.
JXLReaderStatus jxlreader_start(JXLReader *reader, int32_t frame);

// The next `count` rows, packed, to `pixels`, which holds width * channels * count bytes.
JXLReaderStatus jxlreader_rows(JXLReader *reader, uint8_t *pixels, int32_t count);

// Sets the gray level behind transparent pixels: 255 white, 0 black. To be called before the first row.
void jxlreader_set_ground(JXLReader *reader, uint8_t ground);

// Whether the background is visible in the rows so far.
bool jxlreader_uses_alpha(const JXLReader *reader);

// Counts the frames of an animation, at most `limit`, by their headers, and how many milliseconds they last. Begins
// anew: no pixels are given afterwards.
JXLReaderStatus jxlreader_frames(JXLReader *reader, int32_t limit, int32_t *frames, int64_t *milliseconds);

// The content of a box "brob", without its head of 8 bytes, decompressed by Brotli: at most `limit` bytes of it. NULL
// where that fails; else to be given back to jxlreader_free.
uint8_t *jxlreader_inflated(const uint8_t *box, size_t box_count, size_t limit, size_t *count);

void jxlreader_free(uint8_t *bytes);

// The message of the last status other than JXLREADER_OK. Valid until the next call.
const char *jxlreader_message(const JXLReader *reader);

// Frees everything. NULL is allowed.
void jxlreader_close(JXLReader *reader);

// JxlDecoderVersion: millions, thousands and ones for major, minor and revision. 0 where libjxl is not built in.
int32_t jxlreader_version(void);
