// Scale-invariant keypoints of a gray picture, by VLFeat (vl/sift.h).
#ifndef SIFTREADER_H
#define SIFTREADER_H

#include <stddef.h>
#include <stdint.h>

#define SIFT_DESCRIPTOR_BYTES 128

// A place that is found again in another picture, at another size and turned.
struct sift_keypoint {
  float x, y;   // pixels from the upper left corner; the centre of the first pixel is 0.5, 0.5
  float scale;  // sigma in pixels
  float angle;  // radians, clockwise as y grows downwards
};

// Finds at most `most` keypoints, a share of each octave, of it those of the greatest contrast. `pixels` are `width` ×
// `height` bytes, row by row; both sides are at least 16 and at most 4096. Writes as many keypoints, and for each
// SIFT_DESCRIPTOR_BYTES of its descriptor: a vector of length 256, no part of it negative. The same pixels give the same answer. Returns the number of keypoints; -1
// where there is no memory.
int sift_read(
    const uint8_t *pixels, int width, int height, int most, struct sift_keypoint *keypoints, int8_t *descriptors);

#endif
