// Encoders for pictures that tests make, in the many forms that photos come in.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t quality;                                 // 1...100
  int32_t horizontal_sampling, vertical_sampling;  // of the first component, 1...4; the others have 1
  bool is_progressive, is_arithmetic;
  bool has_standard_tables;                        // as cameras write them; else the best Huffman tables
  bool is_stored_as_rgb;   // three components without the transform to YCbCr
  bool is_stored_as_ycck;  // four components with the transform
  bool has_adobe_marker;   // only read for four components
  int32_t restart_interval;  // blocks between restart markers, 0: none
} TestJPEGOptions;

// Encodes packed rows of 1 (gray), 3 (RGB) or 4 (CMYK, stored as given) bytes a pixel. app1 is the whole content of
// an APP1 segment, or NULL. Returns malloc'd bytes (testimages_free), NULL where libjpeg refuses.
uint8_t *testimages_jpeg(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                         const TestJPEGOptions *options, const uint8_t *app1, size_t app1_count, size_t *count);

typedef struct {
  int32_t bit_depth;   // 1, 2, 4, 8, 16
  int32_t color_type;  // as in IHDR: 0 gray, 2 RGB, 3 palette, 4 gray + alpha, 6 RGB + alpha
  bool is_interlaced;
  const uint8_t *palette;  // RGB triples
  int32_t palette_count;
  const uint8_t *palette_alpha;  // NULL: none
  int32_t palette_alpha_count;
  const uint8_t *exif;  // from the byte order mark on, NULL: none
  size_t exif_count;
} TestPNGOptions;

// Encodes rows that already have the layout PNG wants (16 bits: big-endian), row_bytes each. Returns malloc'd bytes
// (testimages_free), NULL where libpng refuses.
uint8_t *testimages_png(const uint8_t *pixels, int32_t width, int32_t height, size_t row_bytes,
                        const TestPNGOptions *options, size_t *count);

// Encodes packed RGB or RGBA as WebP. exif is a whole EXIF chunk's content, or NULL. frame_count > 1 makes an animation
// whose first frame is the picture, at (left, top) of a canvas of canvas_width x canvas_height, and whose others are
// black. Returns malloc'd bytes (testimages_free), NULL where libwebp refuses.
typedef struct {
  bool is_lossless;
  int32_t frame_count;
  int32_t canvas_width, canvas_height, left, top;
} TestWebPOptions;
uint8_t *testimages_webp(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                         const TestWebPOptions *options, const uint8_t *exif, size_t exif_count, size_t *count);

// Encodes packed rows of 1, 3 or 4 samples of 8 or 16 bits as TIFF.
typedef struct {
  int32_t compression;    // TIFFTAG_COMPRESSION: 1 none, 5 LZW, 7 JPEG, 8 deflate, 32773 PackBits
  int32_t bits;           // 8 or 16 (little-endian)
  int32_t rows_per_strip; // 0 with tiles
  int32_t tile_side;      // a multiple of 16, 0 with strips
  int32_t orientation;    // 1...8
  bool is_planar, is_big, is_premultiplied;
} TestTIFFOptions;
uint8_t *testimages_tiff(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                         const TestTIFFOptions *options, size_t *count);

// Encodes packed RGB or RGBA as HEIC, or as AVIF. exif goes in from its byte order mark on, or is NULL. NULL also where
// libheif has no encoder here.
uint8_t *testimages_heif(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels, bool is_avif,
                         bool keeps_chroma, const uint8_t *exif, size_t exif_count, size_t *count);

// Encodes packed rows of 1 (gray), 2 (gray + alpha), 3 (RGB) or 4 (RGB + alpha) samples of 8 or 16 bits as JPEG XL.
// exif is the whole content of a box "Exif", or NULL. Frames behind the first are black, a tenth of a second each. NULL
// also where libjxl is not built in.
typedef struct {
  bool is_lossless;
  int32_t bits;                 // 8 or 16 (in the byte order of the machine)
  int32_t orientation;          // 1...8, of the codestream
  int32_t frame_count;
  int32_t primaries, transfer;  // as ITU-T H.273 numbers them
  bool has_depth;               // a plane of distances, all 0
  bool compresses_exif;         // as a box "brob"
} TestJXLOptions;
uint8_t *testimages_jxl(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                        const TestJXLOptions *options, const uint8_t *exif, size_t exif_count, size_t *count);

// Stores a JPEG as JPEG XL, so that its bytes can be had again.
uint8_t *testimages_jxl_of_jpeg(const uint8_t *jpeg, size_t jpeg_count, size_t *count);

// Encodes packed rows of 1 to 5 samples of 8 bits as JPEG 2000, widened or narrowed to `bits`. NULL also where OpenJPEG
// is not built in.
typedef struct {
  bool is_codestream;           // without boxes
  bool is_lossless;
  int32_t bits;                 // 1...16
  int32_t tile_side;            // 0: one tile
  int32_t color_space;          // as OpenJPEG numbers them: 1 sRGB, 2 gray, 3 sYCC, 5 CMYK
  int32_t chroma_step;          // of the second and third component
  bool is_signed;
  bool has_alpha;               // the last component is said to be alpha
} TestJP2Options;
uint8_t *testimages_jp2(const uint8_t *pixels, int32_t width, int32_t height, int32_t channels,
                        const TestJP2Options *options, size_t *count);

void testimages_free(uint8_t *bytes);
