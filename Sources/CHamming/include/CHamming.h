// Differing bits, many at a time: what Swift cannot say is which instructions of the processor to use, and which
// memory to fetch ahead.
//
// Every function gives the same result on every processor; the instruction that counts bits is used where there is one.
#ifndef CHAMMING_H
#define CHAMMING_H

#include <stddef.h>
#include <stdint.h>

// Places, from `first` on, of the rows of two words that differ from `row` in at most `limit` bits; rising.
// `indices` has room for `end` - `first`. Returns how many there are.
size_t hamming_rows_near(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *indices);

// The least number of bits in which one of `count` rows of eight words at `rows`, aligned as words are, differs from
// `row`; `limit` where none is below it.
unsigned hamming_least(const void *rows, size_t count, const uint64_t *row, unsigned limit);

// The number of bits in which each of `count` rows of four words differs from `row`. The words are stored by column:
// first the first word of each row. Returns the least number.
int16_t hamming_distances(const uint64_t *columns, size_t count, const uint64_t *row, int16_t *bits);

// The first index from `start` on whose number is no larger than the limit; `count` where there is none.
size_t hamming_index(const int16_t *bits, size_t count, size_t start, int16_t limit);

// The number of bits for the index of a row.
#define HAMMING_ROW_BITS 26
// The largest number of rows compared under one value.
#define HAMMING_MOST_ROWS 48
// The largest number of pieces in a part of a table.
#define HAMMING_MOST_PIECES 512

// One part of a table from the values of some bits to the rows that have them, and to their signatures. The upper bits
// of a value say its part; the others are the value within the part, `part_bits` of them, whose rows are
// rows[starts[value]]…rows[starts[value + 1]], rising; `signatures` has two words for each. All values that differ in
// their lowest `piece_bits` only are a piece: it is read at once, and should fit into the cache of a processor.
struct hamming_band {
  uint64_t mask[2];
  uint64_t factors[2];
  unsigned shift;  // the value is in the upper bits of the hash
  unsigned part, part_bits, piece_bits;
  const uint32_t *starts;
  const uint32_t *rows;
  const uint64_t *signatures;
};

// A look-up of a signature, to be sorted by piece.
struct hamming_question {
  uint32_t value, photo;
  uint64_t signature[2];
};

// Looks up the signatures of `photo_count` photos, each `signature_count` rows of two words at `signatures`, and keeps
// what those that fall into this part meet in `best`: of each photo `kept` entries of (differing bits <<
// HAMMING_ROW_BITS | row), rising, each row once, UINT32_MAX where there is none; what was kept of other parts and
// tables stays as far as it is near. Of many rows under one value the next HAMMING_MOST_ROWS after the photo are looked
// at. More than `limit` differing bits, at most 60, do not count. At `questions` is space for `capacity` of them, at least
// twice as many as pieces and signatures of a photo, and one more.
void hamming_meet(
    const struct hamming_band *band, const uint64_t *signatures, size_t signature_count, const uint32_t *photos,
    size_t photo_count, unsigned limit, uint32_t *best, size_t kept, struct hamming_question *questions, size_t capacity);

// Memory for large tables with random access, all zero; in large pages where the system has them, because in
// small ones finding the page costs as much as reading it. NULL where there is none.
void *hamming_allocate(size_t bytes);
void hamming_release(void *memory, size_t bytes);

#endif
