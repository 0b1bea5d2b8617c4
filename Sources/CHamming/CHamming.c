#include "CHamming.h"

#include <stdbool.h>
#include <sys/mman.h>

#include "CProcessor.h"

#if defined(__x86_64__)
#define COUNTING __attribute__((target("popcnt")))
#define SHUFFLING __attribute__((target("avx2,popcnt")))
#define WIDE __attribute__((target("avx512f,avx512vl,avx512bw,avx512vpopcntdq,popcnt")))
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

INLINE unsigned differing_of_two(const uint64_t *left, const uint64_t *right) {
  return (unsigned)(__builtin_popcountll(left[0] ^ right[0]) + __builtin_popcountll(left[1] ^ right[1]));
}

// MARK: Rows near one

INLINE size_t rows_near(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *places) {
  size_t found = 0;
  for (size_t place = first; place < end; place++) {
    // Written always, counted only if it is near: no branch to guess wrong.
    places[found] = (uint32_t)place;
    found += differing_of_two(rows + 2 * place, row) <= limit;
  }
  return found;
}

static size_t rows_near_plain(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *places) {
  return rows_near(rows, first, end, row, limit, places);
}

#if defined(__x86_64__)
COUNTING static size_t rows_near_counting(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *places) {
  return rows_near(rows, first, end, row, limit, places);
}

WIDE static size_t rows_near_wide(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *places) {
  size_t found = 0, place = first;
  const __m512i mine = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)row));
  const __m512i bound = _mm512_set1_epi64((long long)limit);
  for (; place + 4 <= end; place += 4) {
    __m512i bits = _mm512_popcnt_epi64(_mm512_xor_si512(_mm512_loadu_si512(rows + 2 * place), mine));
    bits = _mm512_add_epi64(bits, _mm512_shuffle_epi32(bits, _MM_PERM_BADC));
    unsigned near = _mm512_cmple_epu64_mask(bits, bound) & 0x55;
    while (near) {
      places[found++] = (uint32_t)(place + (size_t)__builtin_ctz(near) / 2);
      near &= near - 1;
    }
  }
  return found + rows_near(rows, place, end, row, limit, places + found);
}
#endif

size_t hamming_rows_near(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *places) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_AVX512)) return rows_near_wide(rows, first, end, row, limit, places);
  if (processor_has(PROCESSOR_SSE4)) return rows_near_counting(rows, first, end, row, limit, places);
#endif
  return rows_near_plain(rows, first, end, row, limit, places);
}

// MARK: The least of some

INLINE unsigned least(const uint64_t *rows, size_t count, const uint64_t *row, unsigned limit) {
  for (size_t place = 0; place < count; place++) {
    const uint64_t *other = rows + 8 * place;
    unsigned bits = differing_of_two(other, row) + differing_of_two(other + 2, row + 2);
    if (bits >= limit) continue;
    bits += differing_of_two(other + 4, row + 4) + differing_of_two(other + 6, row + 6);
    if (bits < limit) limit = bits;
  }
  return limit;
}

static unsigned least_plain(const uint64_t *rows, size_t count, const uint64_t *row, unsigned limit) {
  return least(rows, count, row, limit);
}

#if defined(__x86_64__)
COUNTING static unsigned least_counting(const uint64_t *rows, size_t count, const uint64_t *row, unsigned limit) {
  return least(rows, count, row, limit);
}

WIDE static unsigned least_wide(const uint64_t *rows, size_t count, const uint64_t *row, unsigned limit) {
  const __m512i mine = _mm512_loadu_si512(row);
  for (size_t place = 0; place < count; place++) {
    const __m512i bits = _mm512_popcnt_epi64(_mm512_xor_si512(_mm512_loadu_si512(rows + 8 * place), mine));
    const unsigned sum = (unsigned)_mm512_reduce_add_epi64(bits);
    if (sum < limit) limit = sum;
  }
  return limit;
}
#endif

unsigned hamming_least(const void *rows, size_t count, const uint64_t *row, unsigned limit) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_AVX512)) return least_wide(rows, count, row, limit);
  if (processor_has(PROCESSOR_SSE4)) return least_counting(rows, count, row, limit);
#endif
  return least_plain(rows, count, row, limit);
}

// MARK: Distances

// Column by column, so that the compiler makes vectors of it.
INLINE int16_t distances(const uint64_t *columns, size_t count, const uint64_t *row, int16_t *bits) {
  const uint64_t *first = columns, *second = columns + count, *third = second + count, *fourth = third + count;
  for (size_t place = 0; place < count; place++) {
    bits[place] = (int16_t)(
        __builtin_popcountll(first[place] ^ row[0]) + __builtin_popcountll(second[place] ^ row[1])
        + __builtin_popcountll(third[place] ^ row[2]) + __builtin_popcountll(fourth[place] ^ row[3]));
  }
  int16_t least = INT16_MAX;
  for (size_t place = 0; place < count; place++) least = bits[place] < least ? bits[place] : least;
  return least;
}

// A loop without a way out, of which the compiler makes vectors.
INLINE bool is_any_small(const int16_t *bits, size_t count, int16_t limit) {
  uint16_t is_small = 0;
  for (size_t place = 0; place < count; place++) is_small |= bits[place] <= limit;
  return is_small;
}

// Next to none is that small.
INLINE size_t place_of(const int16_t *bits, size_t count, size_t start, int16_t limit) {
  while (start + 64 <= count && !is_any_small(bits + start, 64, limit)) start += 64;
  while (start + 16 <= count && !is_any_small(bits + start, 16, limit)) start += 16;
  while (start < count && bits[start] > limit) start++;
  return start;
}

static int16_t distances_plain(const uint64_t *columns, size_t count, const uint64_t *row, int16_t *bits) {
  return distances(columns, count, row, bits);
}

#if defined(__x86_64__)
SHUFFLING static int16_t distances_shuffling(
    const uint64_t *columns, size_t count, const uint64_t *row, int16_t *bits) {
  return distances(columns, count, row, bits);
}

WIDE static int16_t distances_wide(const uint64_t *columns, size_t count, const uint64_t *row, int16_t *bits) {
  return distances(columns, count, row, bits);
}
#endif

#if defined(__x86_64__)
WIDE static size_t place_of_wide(const int16_t *bits, size_t count, size_t start, int16_t limit) {
  return place_of(bits, count, start, limit);
}
#endif

size_t hamming_place(const int16_t *bits, size_t count, size_t start, int16_t limit) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_AVX512)) return place_of_wide(bits, count, start, limit);
#endif
  return place_of(bits, count, start, limit);
}

int16_t hamming_distances(const uint64_t *columns, size_t count, const uint64_t *row, int16_t *bits) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_AVX512)) return distances_wide(columns, count, row, bits);
  if (processor_has(PROCESSOR_AVX2)) return distances_shuffling(columns, count, row, bits);
#endif
  return distances_plain(columns, count, row, bits);
}

// MARK: Bands

#define ROW (((uint32_t)1 << HAMMING_ROW_BITS) - 1)

INLINE uint64_t value_of(const struct hamming_band *band, const uint64_t *words) {
  const uint64_t low = (words[0] & band->mask[0]) * band->factors[0];
  const uint64_t high = (words[1] & band->mask[1]) * band->factors[1];
  return (low ^ high * 0x9E3779B97F4A7C15u) >> band->shift;
}

// Keeps the nearest, each once; ties go to the lower row.
INLINE void keep(uint32_t entry, uint32_t *best, size_t kept) {
  size_t gap = kept - 1;
  for (size_t place = 0; place < kept && best[place] != UINT32_MAX; place++) {
    if ((best[place] ^ entry) & ROW) continue;
    if (best[place] <= entry) return;
    gap = place;
    break;
  }
  for (; gap > 0 && best[gap - 1] > entry; gap--) best[gap] = best[gap - 1];
  best[gap] = entry;
}

// The first place of a run whose row is after `photo`.
INLINE size_t place_after(const uint32_t *rows, size_t low, size_t high, uint32_t photo) {
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (rows[middle] <= photo) low = middle + 1;
    else high = middle;
  }
  return low;
}

// What is known of the sketches of one photo on their way through a table.
struct lookup {
  uint32_t photo;
  const uint64_t *sketches;
  uint32_t from[HAMMING_MOST_SKETCHES], to[HAMMING_MOST_SKETCHES];
  // What all sketches meet: each row with the number of its sketch above it.
  size_t met_count;
  uint32_t met[HAMMING_MOST_SKETCHES * HAMMING_MOST_ROWS + HAMMING_ROOM];
};

// Four steps, between which memory has the time of the steps of three other photos to bring what the next one reads.
INLINE void find_values(struct lookup *lookup, const struct hamming_band *band, size_t count) {
  for (size_t probe = 0; probe < count; probe++) {
    lookup->from[probe] = (uint32_t)value_of(band, lookup->sketches + 2 * probe);
    __builtin_prefetch(band->starts + lookup->from[probe]);
  }
}

INLINE void find_runs(struct lookup *lookup, const struct hamming_band *band, size_t count) {
  for (size_t probe = 0; probe < count; probe++) {
    const uint32_t *start = band->starts + lookup->from[probe];
    lookup->from[probe] = start[0];
    lookup->to[probe] = start[1];
    __builtin_prefetch(band->rows + start[0]);
  }
}

INLINE void find_rows(
    struct lookup *lookup, const struct hamming_band *band, const uint64_t *upright, size_t count) {
  size_t met = 0;
  for (size_t probe = 0; probe < count; probe++) {
    const size_t from = lookup->from[probe], to = lookup->to[probe], run = to - from;
    const uint32_t above = (uint32_t)probe << HAMMING_ROW_BITS;
    if (run <= HAMMING_MOST_ROWS) {
      // Always a few at once, counted only as far as they belong to the value: most runs have one row or none, and no
      // branch could be guessed.
      for (size_t step = 0; step == 0 || step < run; step += HAMMING_ROOM) {
        for (size_t next = 0; next < HAMMING_ROOM; next++) {
          lookup->met[met + step + next] = band->rows[from + step + next] | above;
        }
      }
      met += run;
    } else {
      const size_t start = place_after(band->rows, from, to, lookup->photo);
      for (size_t step = 0; step < HAMMING_MOST_ROWS; step++) {
        lookup->met[met++] = band->rows[start + step < to ? start + step : start + step - run] | above;
      }
    }
  }
  lookup->met_count = met;
  for (size_t place = 0; place < met; place++) __builtin_prefetch(upright + 2 * (size_t)(lookup->met[place] & ROW));
}

INLINE void compare(
    const struct lookup *lookup, const uint64_t *upright, unsigned limit, uint32_t *best, size_t kept) {
  const uint64_t bound = (uint64_t)(limit + 1) << HAMMING_ROW_BITS;
  uint64_t worst = best[kept - 1] < bound ? best[kept - 1] : bound;
  for (size_t place = 0; place < lookup->met_count; place++) {
    const uint32_t row = lookup->met[place] & ROW;
    const uint64_t *sketch = lookup->sketches + 2 * (size_t)(lookup->met[place] >> HAMMING_ROW_BITS);
    const uint64_t bits = differing_of_two(sketch, upright + 2 * (size_t)row);
    const uint64_t entry = bits << HAMMING_ROW_BITS | row;
    if (entry >= worst || row == lookup->photo) continue;
    keep((uint32_t)entry, best, kept);
    worst = best[kept - 1] < bound ? best[kept - 1] : bound;
  }
}

#define STEPS 4

INLINE void meet(
    const struct hamming_band *band, const uint64_t *upright, const uint64_t *sketches, size_t sketch_count,
    const uint32_t *photos, size_t photo_count, unsigned limit, uint32_t *best, size_t kept) {
  struct lookup lookups[STEPS];
  for (size_t place = 0; place < photo_count + STEPS - 1; place++) {
    if (place < photo_count) {
      struct lookup *lookup = &lookups[place % STEPS];
      lookup->photo = photos[place];
      lookup->sketches = sketches + 2 * sketch_count * lookup->photo;
      find_values(lookup, band, sketch_count);
    }
    if (place >= 1 && place - 1 < photo_count) find_runs(&lookups[(place - 1) % STEPS], band, sketch_count);
    if (place >= 2 && place - 2 < photo_count) find_rows(&lookups[(place - 2) % STEPS], band, upright, sketch_count);
    if (place >= 3) {
      const struct lookup *lookup = &lookups[(place - 3) % STEPS];
      compare(lookup, upright, limit, best + kept * lookup->photo, kept);
    }
  }
}

#if defined(__x86_64__)
COUNTING static void meet_counting(
    const struct hamming_band *band, const uint64_t *upright, const uint64_t *sketches, size_t sketch_count,
    const uint32_t *photos, size_t photo_count, unsigned limit, uint32_t *best, size_t kept) {
  meet(band, upright, sketches, sketch_count, photos, photo_count, limit, best, kept);
}
#endif

void hamming_meet(
    const struct hamming_band *band, const uint64_t *upright, const uint64_t *sketches, size_t sketch_count,
    const uint32_t *photos, size_t photo_count, unsigned limit, uint32_t *best, size_t kept) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_SSE4)) {
    meet_counting(band, upright, sketches, sketch_count, photos, photo_count, limit, best, kept);
    return;
  }
#endif
  meet(band, upright, sketches, sketch_count, photos, photo_count, limit, best, kept);
}

// MARK: Memory

static size_t whole_pages(size_t bytes) {
  const size_t page = (size_t)2 << 20;
  return bytes < page ? bytes : (bytes + page - 1) / page * page;
}

void *hamming_allocate(size_t bytes) {
  void *room = mmap(NULL, whole_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return NULL;
  // Advice only: where it is not taken, small pages do as well.
  madvise(room, whole_pages(bytes), MADV_HUGEPAGE);
  return room;
}

void hamming_release(void *room, size_t bytes) { munmap(room, whole_pages(bytes)); }
