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
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *indices) {
  size_t found = 0;
  for (size_t index = first; index < end; index++) {
    // Written always, counted only if it is near: no branch to guess wrong.
    indices[found] = (uint32_t)index;
    found += differing_of_two(rows + 2 * index, row) <= limit;
  }
  return found;
}

static size_t rows_near_plain(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *indices) {
  return rows_near(rows, first, end, row, limit, indices);
}

#if defined(__x86_64__)
COUNTING static size_t rows_near_counting(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *indices) {
  return rows_near(rows, first, end, row, limit, indices);
}

WIDE static size_t rows_near_wide(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *indices) {
  size_t found = 0, index = first;
  const __m512i mine = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)row));
  const __m512i bound = _mm512_set1_epi64((long long)limit);
  for (; index + 4 <= end; index += 4) {
    __m512i bits = _mm512_popcnt_epi64(_mm512_xor_si512(_mm512_loadu_si512(rows + 2 * index), mine));
    bits = _mm512_add_epi64(bits, _mm512_shuffle_epi32(bits, _MM_PERM_BADC));
    unsigned near = _mm512_cmple_epu64_mask(bits, bound) & 0x55;
    while (near) {
      indices[found++] = (uint32_t)(index + (size_t)__builtin_ctz(near) / 2);
      near &= near - 1;
    }
  }
  return found + rows_near(rows, index, end, row, limit, indices + found);
}
#endif

size_t hamming_rows_near(
    const uint64_t *rows, size_t first, size_t end, const uint64_t *row, unsigned limit, uint32_t *indices) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_AVX512)) return rows_near_wide(rows, first, end, row, limit, indices);
  if (processor_has(PROCESSOR_SSE4)) return rows_near_counting(rows, first, end, row, limit, indices);
#endif
  return rows_near_plain(rows, first, end, row, limit, indices);
}

// MARK: The least of some

INLINE unsigned least(const uint64_t *rows, size_t count, const uint64_t *row, unsigned limit) {
  for (size_t index = 0; index < count; index++) {
    const uint64_t *other = rows + 8 * index;
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
  for (size_t index = 0; index < count; index++) {
    const __m512i bits = _mm512_popcnt_epi64(_mm512_xor_si512(_mm512_loadu_si512(rows + 8 * index), mine));
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
  for (size_t index = 0; index < count; index++) {
    bits[index] = (int16_t)(
        __builtin_popcountll(first[index] ^ row[0]) + __builtin_popcountll(second[index] ^ row[1])
        + __builtin_popcountll(third[index] ^ row[2]) + __builtin_popcountll(fourth[index] ^ row[3]));
  }
  int16_t least = INT16_MAX;
  for (size_t index = 0; index < count; index++) least = bits[index] < least ? bits[index] : least;
  return least;
}

// A loop without a way out, of which the compiler makes vectors.
INLINE bool is_any_small(const int16_t *bits, size_t count, int16_t limit) {
  uint16_t is_small = 0;
  for (size_t index = 0; index < count; index++) is_small |= bits[index] <= limit;
  return is_small;
}

// Next to none is that small.
INLINE size_t index_of(const int16_t *bits, size_t count, size_t start, int16_t limit) {
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
WIDE static size_t index_of_wide(const int16_t *bits, size_t count, size_t start, int16_t limit) {
  return index_of(bits, count, start, limit);
}
#endif

size_t hamming_index(const int16_t *bits, size_t count, size_t start, int16_t limit) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_AVX512)) return index_of_wide(bits, count, start, limit);
#endif
  return index_of(bits, count, start, limit);
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

INLINE uint64_t value_of(const struct hamming_band *band, const uint64_t *signature) {
  const uint64_t low = (signature[0] & band->mask[0]) * band->factors[0];
  const uint64_t high = (signature[1] & band->mask[1]) * band->factors[1];
  return (low ^ high * 0x9E3779B97F4A7C15u) >> band->shift;
}

// Keeps the nearest, each once; ties go to the lower row.
INLINE void keep(uint32_t entry, uint32_t *best, size_t kept) {
  size_t gap = kept - 1;
  for (size_t index = 0; index < kept && best[index] != UINT32_MAX; index++) {
    if ((best[index] ^ entry) & ROW) continue;
    if (best[index] <= entry) return;
    gap = index;
    break;
  }
  for (; gap > 0 && best[gap - 1] > entry; gap--) best[gap] = best[gap - 1];
  best[gap] = entry;
}

// The first index of a run whose row is after `photo`.
INLINE size_t index_after(const uint32_t *rows, size_t low, size_t high, uint32_t photo) {
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (rows[middle] <= photo) low = middle + 1;
    else high = middle;
  }
  return low;
}

INLINE bool is_in_part(const struct hamming_band *band, uint32_t value) {
  return value >> band->part_bits == band->part;
}

INLINE size_t piece_of(const struct hamming_band *band, uint32_t value) {
  return (value & (((uint32_t)1 << band->part_bits) - 1)) >> band->piece_bits;
}

// Questions on their way, piece by piece: each piece has a chain of chunks, so that none has to be counted before it is
// written. The first index of a chunk says which chunk of the piece was full before it.
struct chains {
  struct hamming_question *questions;
  unsigned chunk_bits;
  uint32_t used, chunks;
  uint32_t ends[HAMMING_MOST_PIECES];
};

#define NO_CHUNK UINT32_MAX

// A chunk of its own, behind `before`. Returns the first index for a question.
INLINE uint32_t next_chunk(struct chains *chains, uint32_t before) {
  const uint32_t start = chains->used++ << chains->chunk_bits;
  chains->questions[start].value = before;
  return start + 1;
}

// Chunks as large as leave every piece four, and at most of 256.
INLINE unsigned chunk_bits_for(size_t pieces, size_t signature_count, size_t capacity) {
  unsigned bits = 1;
  while (bits < 8 && (pieces + signature_count) << (bits + 3) <= capacity) bits++;
  return bits;
}

// Writes the questions of photos from `first` on to their pieces, for as many photos as there is room for. What another
// part answers is written, too, behind all of them: that costs less than a branch that is guessed wrong half of the
// time. Returns the photo after the last of these.
INLINE size_t write_questions(
    const struct hamming_band *band, const uint64_t *signatures, size_t signature_count, const uint32_t *photos, size_t first,
    size_t photo_count, struct chains *chains, size_t behind) {
  const uint32_t within = ((uint32_t)1 << chains->chunk_bits) - 1;
  size_t index = first;
  for (; index < photo_count && chains->used + signature_count <= chains->chunks; index++) {
    const uint64_t *signature = signatures + 2 * signature_count * photos[index];
    for (size_t number = 0; number < signature_count; number++, signature += 2) {
      const uint32_t value = (uint32_t)value_of(band, signature);
      const bool is_asked = is_in_part(band, value);
      uint32_t *piece_end = chains->ends + piece_of(band, value);
      const uint32_t end = *piece_end + is_asked;
      struct hamming_question *question = chains->questions + (is_asked ? *piece_end : behind);
      question->value = value & (((uint32_t)1 << band->part_bits) - 1);
      question->photo = photos[index];
      question->signature[0] = signature[0];
      question->signature[1] = signature[1];
      *piece_end = end & within ? end : next_chunk(chains, (end - 1) >> chains->chunk_bits);
    }
  }
  return index;
}

// Brings a piece of the table into the cache of this processor: in order it comes many times as fast as row by row.
INLINE void fetch_piece(const struct hamming_band *band, size_t piece) {
  const size_t first = piece << band->piece_bits, end = (piece + 1) << band->piece_bits;
  uint64_t sum = 0;
  for (size_t value = first; value < end; value += 16) sum += band->starts[value];
  const size_t rows_end = band->starts[end];
  for (size_t row = band->starts[first]; row < rows_end; row += 4) sum += band->signatures[2 * row];
  __asm__ volatile("" : : "r"(sum));
}

// Answers that are near enough, on their way to what is kept: memory has time to bring that.
struct answers {
  size_t count;
  struct {
    uint32_t photo, index, bits;
  } near[64];
};

INLINE void keep_answers(
    struct answers *answers, const struct hamming_band *band, uint32_t *best, size_t kept) {
  for (size_t number = 0; number < answers->count; number++) {
    const uint32_t photo = answers->near[number].photo, row = band->rows[answers->near[number].index];
    const uint32_t entry = answers->near[number].bits << HAMMING_ROW_BITS | row;
    uint32_t *mine = best + kept * photo;
    if (entry < mine[kept - 1] && row != photo) keep(entry, mine, kept);
  }
  answers->count = 0;
}

INLINE void answer(
    struct answers *answers, const struct hamming_band *band, const struct hamming_question *question, size_t index,
    unsigned limit, uint32_t *best, size_t kept) {
  const unsigned bits = differing_of_two(question->signature, band->signatures + 2 * index);
  if (bits > limit) return;
  const uint32_t *mine = best + kept * question->photo;
  __builtin_prefetch(mine);
  __builtin_prefetch(mine + kept - 1);
  __builtin_prefetch(band->rows + index);
  answers->near[answers->count].photo = question->photo;
  answers->near[answers->count].index = (uint32_t)index;
  answers->near[answers->count].bits = bits;
  if (++answers->count == sizeof answers->near / sizeof *answers->near) keep_answers(answers, band, best, kept);
}

INLINE void answer_all(
    struct answers *answers, const struct hamming_band *band, const struct hamming_question *first,
    const struct hamming_question *end, unsigned limit, uint32_t *best, size_t kept) {
  for (const struct hamming_question *question = first; question < end; question++) {
    const size_t from = band->starts[question->value], to = band->starts[question->value + 1];
    if (to - from <= HAMMING_MOST_ROWS) {
      for (size_t index = from; index < to; index++) answer(answers, band, question, index, limit, best, kept);
    } else {
      const size_t start = index_after(band->rows, from, to, question->photo);
      for (size_t step = start; step < start + HAMMING_MOST_ROWS; step++) {
        answer(answers, band, question, step < to ? step : step - (to - from), limit, best, kept);
      }
    }
  }
}

// Questions of a piece that lie side by side, in one chunk; without any, the chain is at its end.
struct link {
  const struct hamming_question *first, *end;
};

INLINE struct link last_link(const struct chains *chains, size_t piece) {
  const uint32_t chunk = chains->ends[piece] >> chains->chunk_bits;
  return (struct link){chains->questions + (chunk << chains->chunk_bits) + 1, chains->questions + chains->ends[piece]};
}

// Those of the chunk that was full before.
INLINE struct link link_before(const struct chains *chains, struct link link) {
  const uint32_t chunk = link.first[-1].value;
  if (chunk == NO_CHUNK) return (struct link){NULL, NULL};
  const struct hamming_question *start = chains->questions + (chunk << chains->chunk_bits);
  return (struct link){start + 1, start + ((size_t)1 << chains->chunk_bits)};
}

// Answers the questions of a piece, the last of its chunks first.
INLINE void answer_piece(
    const struct hamming_band *band, const struct chains *chains, size_t piece, unsigned limit, uint32_t *best,
    size_t kept) {
  const struct link last = last_link(chains, piece);
  size_t count = 0;
  for (struct link link = last; link.first; link = link_before(chains, link)) {
    count += (size_t)(link.end - link.first);
  }
  const size_t rows = band->starts[(piece + 1) << band->piece_bits] - band->starts[piece << band->piece_bits];
  // For few questions only what they read is brought.
  if (count > 0 && count * 16 >= rows) fetch_piece(band, piece);
  struct answers answers;
  answers.count = 0;
  for (struct link link = last; link.first; link = link_before(chains, link)) {
    answer_all(&answers, band, link.first, link.end, limit, best, kept);
  }
  keep_answers(&answers, band, best, kept);
}

INLINE void meet(
    const struct hamming_band *band, const uint64_t *signatures, size_t signature_count, const uint32_t *photos,
    size_t photo_count, unsigned limit, uint32_t *best, size_t kept, struct hamming_question *questions, size_t capacity) {
  const size_t pieces = (size_t)1 << (band->part_bits - band->piece_bits);
  struct chains chains;
  chains.questions = questions;
  chains.chunk_bits = chunk_bits_for(pieces, signature_count, capacity);
  chains.chunks = (uint32_t)(capacity >> chains.chunk_bits);
  for (size_t first = 0; first < photo_count;) {
    chains.used = 0;
    for (size_t piece = 0; piece < pieces; piece++) chains.ends[piece] = next_chunk(&chains, NO_CHUNK);
    first = write_questions(band, signatures, signature_count, photos, first, photo_count, &chains, capacity);
    for (size_t piece = 0; piece < pieces; piece++) answer_piece(band, &chains, piece, limit, best, kept);
  }
}

#if defined(__x86_64__)
COUNTING static void meet_counting(
    const struct hamming_band *band, const uint64_t *signatures, size_t signature_count, const uint32_t *photos,
    size_t photo_count, unsigned limit, uint32_t *best, size_t kept, struct hamming_question *questions, size_t capacity) {
  meet(band, signatures, signature_count, photos, photo_count, limit, best, kept, questions, capacity);
}
#endif

void hamming_meet(
    const struct hamming_band *band, const uint64_t *signatures, size_t signature_count, const uint32_t *photos,
    size_t photo_count, unsigned limit, uint32_t *best, size_t kept, struct hamming_question *questions, size_t capacity) {
#if defined(__x86_64__)
  if (processor_has(PROCESSOR_SSE4)) {
    meet_counting(band, signatures, signature_count, photos, photo_count, limit, best, kept, questions, capacity);
    return;
  }
#endif
  meet(band, signatures, signature_count, photos, photo_count, limit, best, kept, questions, capacity);
}

// MARK: Memory

static size_t whole_pages(size_t bytes) {
  const size_t page = (size_t)2 << 20;
  return bytes < page ? bytes : (bytes + page - 1) / page * page;
}

void *hamming_allocate(size_t bytes) {
  void *memory = mmap(NULL, whole_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  // Advice only: where it is not taken, small pages do as well.
  madvise(memory, whole_pages(bytes), MADV_HUGEPAGE);
  return memory;
}

void hamming_release(void *memory, size_t bytes) { munmap(memory, whole_pages(bytes)); }
