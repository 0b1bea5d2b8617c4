#pragma once
#include <stdint.h>

// Pictures as coloured symbols, by libchafa, without a chafa or glib type.

// One character cell. Colours are 0xRRGGBB with direct colour, palette numbers otherwise; -1 is the
// terminal's own.
struct cchafa_cell {
  uint32_t character;
  int32_t foreground;
  int32_t background;
};

// Sets of symbols, from the plainest font to the richest.
enum {
  CCHAFA_HALF_BLOCKS = 0,   // space ▀ ▄ █
  CCHAFA_SEXTANTS = 1,      // and ▌ ▚ ▙ …, the eighths and the 2 × 3 blocks U+1FB00…
  CCHAFA_BRAILLE = 2,       // dots only
  CCHAFA_ASCII = 3,         // printable ASCII only
};

// Draws an RGB picture (3 bytes a pixel, row-major, no padding) into columns × rows cells, stretched to fill
// them. color_depth: 24, 8 or 0 (0 leaves all colours -1 and draws by shape). is_on_light: without colours,
// whether the characters are darker than what they stand on. cells: room for columns * rows. Safe on any thread: each call has its own canvas.
// Returns 0, or -1 when a size is not positive or too large.
int cchafa_draw(
  const uint8_t *rgb, int width, int height, int columns, int rows, int symbols, int color_depth,
  int is_on_light, struct cchafa_cell *cells);
