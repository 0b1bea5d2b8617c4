#include "CPixels.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// As wide as the widest processor reads at once; for others the compiler makes two of each.
typedef uint8_t lanes __attribute__((vector_size(PIXELS_ROOM)));

INLINE lanes load(const uint8_t *place) {
  lanes loaded;
  memcpy(&loaded, place, sizeof loaded);
  return loaded;
}

INLINE int is_any_set(lanes found) {
  uint64_t words[PIXELS_ROOM / 8];
  memcpy(words, &found, sizeof words);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

// Not 0 where nine in a row are not 0. Changes the ring.
INLINE lanes nine_in_a_row(lanes *ring) {
  for (int index = 0; index < 8; index++) ring[16 + index] = ring[index];
  // Two in a row, four, eight.
  for (int index = 0; index < 23; index++) ring[index] = __builtin_elementwise_min(ring[index], ring[index + 1]);
  for (int index = 0; index < 21; index++) ring[index] = __builtin_elementwise_min(ring[index], ring[index + 2]);
  for (int index = 0; index < 17; index++) ring[index] = __builtin_elementwise_min(ring[index], ring[index + 4]);
  lanes found = {0};
  for (int index = 0; index < 16; index++) {
    found = __builtin_elementwise_max(found, __builtin_elementwise_min(ring[index], ring[index + 1]));
  }
  return found;
}

INLINE void stand_out(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint8_t *marks) {
  const lanes step = (lanes){0} + threshold, one = (lanes){0} + 1;
  for (size_t start = 0; start < count; start += PIXELS_ROOM) {
    const uint8_t *centre = pixels + start;
    const lanes value = load(centre);
    // Nothing is brighter than 255, nor darker than 0.
    const lanes high = __builtin_elementwise_add_sat(value, step), low = __builtin_elementwise_sub_sat(value, step);
    // Nine in a row hold one of each two points that lie opposite.
    lanes brightest = (lanes){0} + 255, darkest = (lanes){0};
    for (int index = 0; index < 8; index += 2) {
      const lanes here = load(centre + ring[index]), there = load(centre + ring[index + 8]);
      brightest = __builtin_elementwise_min(brightest, __builtin_elementwise_max(here, there));
      darkest = __builtin_elementwise_max(darkest, __builtin_elementwise_min(here, there));
    }
    lanes found = {0}, excess[24];
    if (is_any_set(__builtin_elementwise_sub_sat(brightest, high))) {
      for (int index = 0; index < 16; index++) {
        excess[index] = __builtin_elementwise_sub_sat(load(centre + ring[index]), high);
      }
      found = __builtin_elementwise_min(nine_in_a_row(excess), one);
    }
    if (is_any_set(__builtin_elementwise_sub_sat(low, darkest))) {
      for (int index = 0; index < 16; index++) {
        excess[index] = __builtin_elementwise_sub_sat(low, load(centre + ring[index]));
      }
      const lanes darker = __builtin_elementwise_min(nine_in_a_row(excess), one);
      // Not both: eighteen of sixteen.
      found += darker + darker;
    }
    memcpy(marks + start, &found, sizeof found);
  }
}

static void stand_out_plain(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint8_t *marks) {
  stand_out(pixels, count, ring, threshold, marks);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void stand_out_wide(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint8_t *marks) {
  stand_out(pixels, count, ring, threshold, marks);
}
#endif

void pixels_stand_out(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint8_t *marks) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return stand_out_wide(pixels, count, ring, threshold, marks);
#endif
  stand_out_plain(pixels, count, ring, threshold, marks);
}
