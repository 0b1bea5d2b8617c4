// What a row of marks says, for loops that the compiler makes vectors of as long as nothing is collected in them.
#ifndef CPIXELS_MARKS_H
#define CPIXELS_MARKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "wide.h"

// The places of a row of marks that are set, written to `found`; gives back how many.
INLINE size_t marked(const uint8_t *marks, size_t count, int32_t first, int32_t *found) {
  size_t number = 0;
  for (size_t start = 0; start < count; start += 8) {
    uint64_t eight = 0;
    memcpy(&eight, marks + start, count - start < 8 ? count - start : 8);
    for (; eight; eight &= eight - 1) found[number++] = first + (int32_t)start + __builtin_ctzll(eight) / 8;
  }
  return number;
}

#endif
