#include "CChafa.h"

#include <chafa.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Room for any terminal, and far from where columns * rows could overflow.
enum { LONGEST_SIDE = 4096 };

static ChafaSymbolTags tags_for(int symbols) {
  switch (symbols) {
    case CCHAFA_HALF_BLOCKS: return CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_VHALF | CHAFA_SYMBOL_TAG_SOLID;
    case CCHAFA_BRAILLE: return CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BRAILLE;
    case CCHAFA_ASCII: return CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_ASCII;
    default:
      return CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BLOCK | CHAFA_SYMBOL_TAG_QUAD | CHAFA_SYMBOL_TAG_HALF
        | CHAFA_SYMBOL_TAG_SEXTANT;
  }
}

static ChafaCanvasConfig *new_config(int columns, int rows, int symbols, int color_depth, int is_on_light) {
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, columns, rows);
  chafa_canvas_config_set_work_factor(config, 0.5f);
  ChafaSymbolMap *map = chafa_symbol_map_new();
  chafa_symbol_map_add_by_tags(map, tags_for(symbols));
  chafa_canvas_config_set_symbol_map(config, map);
  chafa_symbol_map_unref(map);
  switch (color_depth) {
    case 24: chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR); break;
    // 240: without the 16 that users change.
    case 8: chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_INDEXED_240); break;
    default:
      // Shape alone has to carry the picture: dots set or not, dithered into greys.
      chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_FGBG);
      chafa_canvas_config_set_fg_color(config, is_on_light ? 0x000000 : 0xFFFFFF);
      chafa_canvas_config_set_bg_color(config, is_on_light ? 0xFFFFFF : 0x000000);
      chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_DIFFUSION);
      // One grain for each dot of braille; chafa works on 8 × 8 pixels a cell.
      chafa_canvas_config_set_dither_grain_size(config, 4, 2);
      break;
  }
  return config;
}

// chafa builds its tables of symbols on first use, and its own threads would fight with ours for the cores.
static void prepare(void) {
  chafa_set_n_threads(1);
  chafa_term_db_get_default();
}

// chafa steps from row to row in units of four bytes, so that rows of three bytes a pixel come sheared. NULL without
// memory.
static uint8_t *four_bytes(const uint8_t *rgb, size_t pixels) {
  uint8_t *rgba = malloc(pixels * 4);
  for (size_t pixel = 0; rgba && pixel < pixels; pixel++) {
    memcpy(rgba + pixel * 4, rgb + pixel * 3, 3);
    rgba[pixel * 4 + 3] = 255;
  }
  return rgba;
}

int cchafa_draw(
  const uint8_t *rgb, int width, int height, int columns, int rows, int symbols, int color_depth,
  int is_on_light, struct cchafa_cell *cells) {
  if (width <= 0 || height <= 0 || columns <= 0 || rows <= 0) return -1;
  if (width > 65535 || height > 65535 || columns > LONGEST_SIDE || rows > LONGEST_SIDE) return -1;
  uint8_t *rgba = four_bytes(rgb, (size_t)width * (size_t)height);
  if (!rgba) return -1;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
  ChafaCanvasConfig *config = new_config(columns, rows, symbols, color_depth, is_on_light);
  ChafaCanvas *canvas = chafa_canvas_new(config);
  chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, rgba, width, height, width * 4);
  free(rgba);
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      struct cchafa_cell *cell = cells + row * columns + column;
      gint foreground = -1, background = -1;
      cell->character = chafa_canvas_get_char_at(canvas, column, row);
      // Palette numbers as they are: chafa's own RGB for them would be matched to the palette a second time.
      if (color_depth == 24) chafa_canvas_get_colors_at(canvas, column, row, &foreground, &background);
      else if (color_depth > 0) chafa_canvas_get_raw_colors_at(canvas, column, row, &foreground, &background);
      cell->foreground = foreground;
      cell->background = background;
    }
  }
  chafa_canvas_unref(canvas);
  chafa_canvas_config_unref(config);
  return 0;
}
