#include "siftreader.h"

#include <math.h>
#include <stdlib.h>
#include <vl/sift.h>

// Below this contrast, in steps of gray, what is found is noise.
#define LEAST_CONTRAST 2.0
#define MOST_EDGE_RATIO 10.0
// The picture as it is: enlarged to twice its size, as Lowe does, it gives a fifth more and costs twice the time.
#define FIRST_OCTAVE 0
#define LEVELS 3
#define MOST_ANGLES 4

struct candidate {
  int index;
  float contrast;
};

// The strongest first; of equals the one found first.
static int by_contrast(const void *left, const void *right) {
  const struct candidate *a = left, *b = right;
  if (a->contrast != b->contrast) return a->contrast > b->contrast ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

// The difference of Gaussians where the keypoint was found.
static float contrast_of(const VlSiftFilt *filter, const VlSiftKeypoint *key) {
  const size_t level = (size_t)filter->octave_width * (size_t)filter->octave_height;
  const size_t pixel = (size_t)key->iy * (size_t)filter->octave_width + (size_t)key->ix;
  return fabsf(filter->dog[(size_t)(key->is - filter->s_min) * level + pixel]);
}

static void write_descriptor(VlSiftFilt *filter, const VlSiftKeypoint *key, double angle, int8_t *bytes) {
  float values[SIFT_DESCRIPTOR_BYTES];
  vl_sift_calc_keypoint_descriptor(filter, values, key, angle);
  for (int index = 0; index < SIFT_DESCRIPTOR_BYTES; index++) {
    const float scaled = 256 * values[index];
    bytes[index] = scaled >= 127 ? 127 : scaled > 0 ? (int8_t)(scaled + 0.5f) : 0;
  }
}

// Keypoints of the present octave, at most `room`. Returns how many; -1 where there is no memory.
static int read_octave(VlSiftFilt *filter, int capacity, struct sift_keypoint *keypoints, int8_t *descriptors) {
  vl_sift_detect(filter);
  const int found = vl_sift_get_nkeypoints(filter);
  if (found == 0) return 0;
  const VlSiftKeypoint *keys = vl_sift_get_keypoints(filter);
  struct candidate *candidates = calloc((size_t)found, sizeof *candidates);
  if (!candidates) return -1;
  for (int index = 0; index < found; index++) {
    candidates[index] = (struct candidate){index, contrast_of(filter, keys + index)};
  }
  qsort(candidates, (size_t)found, sizeof *candidates, by_contrast);
  int count = 0;
  for (int rank = 0; rank < found && count < capacity; rank++) {
    const VlSiftKeypoint *key = keys + candidates[rank].index;
    double angles[MOST_ANGLES];
    const int turns = vl_sift_calc_keypoint_orientations(filter, angles, key);
    for (int turn = 0; turn < turns && count < capacity; turn++, count++) {
      keypoints[count] = (struct sift_keypoint){key->x + 0.5f, key->y + 0.5f, key->sigma, (float)angles[turn]};
      write_descriptor(filter, key, angles[turn], descriptors + (size_t)count * SIFT_DESCRIPTOR_BYTES);
    }
  }
  free(candidates);
  return count;
}

// How many keypoints there may be up to an octave: each has half of those of the one before.
static int quota(int most, int octave, int octaves) {
  return (int)lround(most * (1 - pow(0.5, octave + 1)) / (1 - pow(0.5, octaves)));
}

int sift_read(
    const uint8_t *pixels, int width, int height, int most, struct sift_keypoint *keypoints, int8_t *descriptors) {
  const size_t size = (size_t)width * (size_t)height;
  float *plane = malloc(size * sizeof *plane);
  if (!plane) return -1;
  for (size_t index = 0; index < size; index++) plane[index] = pixels[index];
  VlSiftFilt *filter = vl_sift_new(width, height, -1, LEVELS, FIRST_OCTAVE);
  if (!filter) {
    free(plane);
    return -1;
  }
  vl_sift_set_peak_thresh(filter, LEAST_CONTRAST);
  vl_sift_set_edge_thresh(filter, MOST_EDGE_RATIO);
  const int octaves = vl_sift_get_noctaves(filter);
  int count = 0;
  int failure = vl_sift_process_first_octave(filter, plane);
  for (int octave = 0; failure == 0 && octave < octaves; octave++) {
    const int capacity = quota(most, octave, octaves) - count;
    const int added = read_octave(
        filter, capacity, keypoints + count, descriptors + (size_t)count * SIFT_DESCRIPTOR_BYTES);
    if (added < 0) {
      count = -1;
      break;
    }
    count += added;
    failure = vl_sift_process_next_octave(filter);
  }
  vl_sift_delete(filter);
  free(plane);
  return count;
}
