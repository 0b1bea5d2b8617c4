// A decoder over libheif: bytes in memory to rows of 8-bit gray or RGB pixels of the primary picture, turned as irot,
// imir and clap say, transparency laid on a ground, white where none is set.
//
// libheif is C++ and has no way to report that memory ran out but to throw: exceptions are caught inside, every
// function returns normally. A reader belongs to one thread at a time, and libheif starts none for it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hevctiles.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  HEIFREADER_OK = 0,
  HEIFREADER_CORRUPT,        // not decodable; the message says why, in libheif's words
  HEIFREADER_UNSUPPORTED,    // well formed, but nothing installed decodes it
  HEIFREADER_OUT_OF_MEMORY,
} HEIFReaderStatus;

typedef struct HEIFReader HEIFReader;

typedef struct {
  int32_t width, height;  // upright: after irot, imir and clap
  size_t exif_bytes;      // of the first EXIF block, 0 where there is none
  bool has_alpha;
} HEIFReaderHeader;

// The contents of the file besides the pixels of its primary picture.
typedef struct {
  int32_t bits;           // a channel
  int32_t pictures;       // that stand for themselves; the primary one is one of them
  bool has_depth, has_gain_map, has_other_auxiliary;
  int32_t primaries, transfer;  // of nclx (ITU-T H.273); 2 where nothing is said
  size_t profile_bytes;   // of an ICC profile, 0 where there is none
  size_t xmp_bytes;
} HEIFReaderContents;

// Makes a reader of bytes[0..<count], which must stay where they are until heifreader_close. NULL when out of memory.
HEIFReader *heifreader_open(const uint8_t *bytes, size_t count);

// Reads other bytes than the file has from offset on. Before the header; nothing happens where they would end behind
// the file. False when out of memory.
bool heifreader_replace(HEIFReader *reader, size_t offset, const uint8_t *bytes, size_t count);

// heif_context_get_primary_image_handle: reads the boxes, no pixels. First call after open.
HEIFReaderStatus heifreader_header(HEIFReader *reader, HEIFReaderHeader *header);

// Copies the EXIF block, with the four bytes HEIF puts before it, to `target`, which holds exif_bytes.
HEIFReaderStatus heifreader_exif(HEIFReader *reader, uint8_t *target);

// Reads the contents. After the header.
HEIFReaderStatus heifreader_contents(HEIFReader *reader, HEIFReaderContents *contents);

// Copies the ICC profile to `target`, which holds profile_bytes.
HEIFReaderStatus heifreader_profile(HEIFReader *reader, uint8_t *target);

// Copies the XMP packet to `target`, which holds xmp_bytes.
HEIFReaderStatus heifreader_xmp(HEIFReader *reader, uint8_t *target);

// heif_decode_image: the whole picture. On HEIFREADER_OK *width, *height and *channels (1 or 3) say what
// heifreader_rows will give; channels can be 3 although gray was wanted. Gray is the luma of BT.601, whatever matrix
// the file uses.
HEIFReaderStatus heifreader_start(HEIFReader *reader, bool gray, int32_t *width, int32_t *height, int32_t *channels);

// Switches the reader to the embedded thumbnail. After the header, which is filled in anew. HEIFREADER_UNSUPPORTED
// where there is none.
HEIFReaderStatus heifreader_take_thumbnail(HEIFReader *reader, HEIFReaderHeader *header);

// Whether the first plane of tiles of these colours is what heifreader_rows would give as gray. After the header.
bool heifreader_shows_luma_of(HEIFReader *reader, HEVCTilesColor color);

// In place of heifreader_start: takes the picture from these tiles, which the reader then owns. The rows are the same as
// those of libheif, but for the rounding of colours. HEIFREADER_UNSUPPORTED where libheif has to decode: the tiles are of
// another size than the header, or their luma is of an unknown kind.
HEIFReaderStatus heifreader_take_tiles(HEIFReader *reader, HEVCTiles *tiles, bool gray);

// The next `count` rows, packed, to `pixels`, which holds width * channels * count bytes.
HEIFReaderStatus heifreader_rows(HEIFReader *reader, uint8_t *pixels, int32_t count);

// Sets the gray level behind transparent pixels: 255 white, 0 black. To be called before the first row.
void heifreader_set_ground(HEIFReader *reader, uint8_t ground);

// Whether the background is visible in the rows so far.
bool heifreader_uses_alpha(const HEIFReader *reader);

// The number of warnings of libheif.
int32_t heifreader_warnings(const HEIFReader *reader);

// The message of the last status other than HEIFREADER_OK. Valid until the next call.
const char *heifreader_message(const HEIFReader *reader);

// Frees everything. NULL is allowed.
void heifreader_close(HEIFReader *reader);

// "1.15.1"; lasts for ever.
const char *heifreader_version(void);

#ifdef __cplusplus
}
#endif
