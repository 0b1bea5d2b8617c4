// Loops over pixels, many at a time: what Swift cannot say is which instructions of the processor to use.
//
// Every function gives the same result on every processor.
#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

// Pixels that `pixels_stand_out` reads, and marks that it writes, behind the last.
#define PIXELS_ROOM 32

// For each of `count` pixels whether nine of the sixteen at `ring`, offsets from it around a circle, one after the other
// are all brighter than it by more than the threshold (1), or all darker (2), or neither (0).
void pixels_stand_out(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint8_t *marks);

#endif
