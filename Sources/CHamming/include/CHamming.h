// Differing bits, many at a time: what Swift cannot say is which instructions of the processor to use, and which
// memory to fetch ahead.
//
// Every function gives the same result on every processor; the instruction that counts bits is used where there is one.
#ifndef CHAMMING_H
#define CHAMMING_H

#include <stddef.h>
#include <stdint.h>

// Places, from `first` on, of the rows of two words that differ from `row` in at most `limit` bits; rising.
// `places` has room for `end` - `first`. Returns how many there are.
size_t hamming_rows_near(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *places);

// The least number of bits in which one of `count` rows of eight words at `rows`, aligned as words are, differs from
// `row`; `limit` where none is below it.
unsigned hamming_least(const void *rows, size_t count, const uint64_t *row, unsigned limit);

// In how many bits each of `count` rows of four words differs from `row`. Their words lie column by column: first the
// first word of each row. Returns the least of them.
int16_t hamming_distances(const uint64_t *columns, size_t count, const uint64_t *row, int16_t *bits);

// The first place from `start` on whose number is no larger than the limit; `count` where there is none.
size_t hamming_place(const int16_t *bits, size_t count, size_t start, int16_t limit);

// Rows of a table, and sketches of a photo, at most.
#define HAMMING_ROW_BITS 26
#define HAMMING_MOST_SKETCHES 32
// Rows that are looked at under one value, and how far behind the last of all rows can be read.
#define HAMMING_MOST_ROWS 48
#define HAMMING_ROOM 4

// A table from the values of some bits to the rows that have them: those of a value are
// rows[starts[value]]…rows[starts[value + 1]], rising. Behind the last are HAMMING_ROOM more, of no meaning.
struct hamming_band {
  uint64_t mask[2];
  uint64_t factors[2];
  unsigned shift;  // the value is in the upper bits of the hash
  const uint32_t *starts;
  const uint32_t *rows;
};

// Looks up the sketches of `photo_count` photos, each `sketch_count` rows of two words at `sketches`, and keeps what they
// meet in `best`: of each photo `kept` entries of (differing bits << HAMMING_ROW_BITS | row), rising, each row once,
// UINT32_MAX where there is none. Of many rows under one value the next HAMMING_MOST_ROWS after the photo are looked at.
// More than `limit` differing bits, at most 60, do not count.
void hamming_meet(
    const struct hamming_band *band, const uint64_t *upright, const uint64_t *sketches, size_t sketch_count,
    const uint32_t *photos, size_t photo_count, unsigned limit, uint32_t *best, size_t kept);

// Memory for large tables that are read here and there, all zero; in large pages where the system has them, because in
// small ones finding the page costs as much as reading it. NULL where there is none.
void *hamming_allocate(size_t bytes);
void hamming_release(void *room, size_t bytes);

#endif
