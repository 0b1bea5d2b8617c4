// A decoder over libde265 for pictures that are put together from tiles, as the HEICs of phones are. libheif decodes
// each tile by a decoder of its own and holds the whole picture several times: more than twice the processor time at 12
// megapixels, four times at 200.
//
// Whatever is unusual is refused, and left to libheif. Nothing is thrown, and no thread is started.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct HEVCTiles HEVCTiles;

typedef struct {
  const uint8_t *configuration;  // the content of its hvcC box (ISO/IEC 14496-15, 8.3.3.1)
  size_t configuration_bytes;
  const uint8_t *data;           // slices, each behind its length
  size_t data_bytes;
  int32_t x, y;                  // where it lies in the stored picture; even
  int32_t width, height;
} HEVCTile;

typedef struct {
  bool is_full_range;
  int32_t matrix;  // ITU-T H.273; 2 where the tiles do not say
} HEVCTilesColor;

// NULL when out of memory.
HEVCTiles *hevctiles_open(void);

// Room for a picture of width × height, stored so and shown after that many quarter turns against the clock; what was
// there is gone, and what no tile shows is black or green. What lies beyond the edges of it is cut off. False when out
// of memory, or when there is no such picture.
bool hevctiles_begin(HEVCTiles *tiles, int32_t width, int32_t height, int32_t turns);

// Decodes one more tile. False where it is not as described: damaged, of another size, not 4:2:0, or of other colours
// than those before it. Then nothing of the picture may be used.
bool hevctiles_add(HEVCTiles *tiles, const HEVCTile *tile);

// A plane, 0 luma, 1 Cb, 2 Cr: packed, 8 bits, turned. Pixels without a tile are not set.
const uint8_t *hevctiles_plane(const HEVCTiles *tiles, int32_t plane, int32_t *width, int32_t *height);

// The colour description in the tiles.
HEVCTilesColor hevctiles_color(const HEVCTiles *tiles);

// Frees everything. NULL is allowed.
void hevctiles_close(HEVCTiles *tiles);

// "1.0.11"; lasts for ever.
const char *hevctiles_version(void);

#ifdef __cplusplus
}
#endif
