// Pictures as JPEG. Nothing of a file reaches it but pixels.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t width, height;
  int32_t channels;      // 1 (gray) or 3 (RGB)
  int32_t quality;       // 1...100
  bool has_full_chroma;  // 4:4:4, else 4:2:0
  bool is_progressive;
  bool is_bare;          // without a JFIF segment
} JPEGWriterForm;

// JPEG, with the best Huffman tables, of width * height * channels bytes, row by row.
// Returns its bytes, to be freed with jpegwriter_free, and their number in *count; NULL when out of memory, or for a
// size that JPEG has not.
uint8_t *jpegwriter_picture(const uint8_t *pixels, const JPEGWriterForm *form, size_t *count);

void jpegwriter_free(uint8_t *bytes);
