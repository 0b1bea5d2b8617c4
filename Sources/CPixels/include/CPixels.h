// Loops over pixels, many at a time: what Swift cannot say is which instructions of the processor to use.
//
// Every function gives the same result on every processor.
#ifndef CPIXELS_H
#define CPIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Pixels that `pixels_stand_out` reads, and scores that it writes, behind the last.
#define PIXELS_LANES 32

// For each of `count` pixels 0, or where nine of the sixteen at `ring`, offsets from it around a circle, one after the
// other are all brighter than it by more than the threshold, or all darker: 1, and the sum of what the sixteen have
// beyond that.
void pixels_stand_out(
    const uint8_t *pixels, size_t count, const ptrdiff_t *ring, uint8_t threshold, uint16_t *scores);

// For each of `count` scores in rows of `width` whether it outdoes its eight neighbours (1), of equal ones the first,
// or not (0).
void pixels_outdo(const uint16_t *scores, size_t count, ptrdiff_t width, uint8_t *marks);

// The sums of the squares of the differences along a row and along a column, and of their products, over the 7 × 7
// pixels around one. It lies five pixels and four rows inside the picture.
struct pixels_gradients {
  int32_t across, down, both;
};
struct pixels_gradients pixels_gradients(const uint8_t *centre, ptrdiff_t width);

// Comparisons of two points, and words of the bits that they give.
#define PIXELS_COMPARISONS 256

// Turns the points around a pixel by an angle, and takes the pixel nearest to each; bit n of `bits` is set where point
// n is darker than point n + PIXELS_COMPARISONS.
void pixels_compare(
    const uint8_t *centre, int32_t width, float cosine, float sine, const float *x, const float *y, uint64_t *bits);

// Gaussian of deviation 2 over 7 × 7 pixels, in whole numbers; the border pixel goes on outside. `rows` has room for a
// number of each pixel.
void pixels_smooth(const uint8_t *pixels, size_t width, size_t height, uint16_t *rows, uint8_t *smoothed);

// Sums of neighbours in a row, eight at a time, of which four and four look at 16 pixels from a place of their own.
struct pixels_columns {
  // Two for each eight sums.
  const int32_t *indices;
  // For each eight sums `steps` times 32: of which pixels a sum takes one and another, in the lowest and the third of
  // four bytes; the others, and pixels that are not taken, are 128.
  const uint8_t *taken;
  // For each of these pairs of bytes what the pixel counts for.
  const int16_t *weights;
  size_t count, steps;
};

// Whether the processor can do the following.
bool pixels_can_gather(void);
void pixels_gather(const uint8_t *row, struct pixels_columns columns, uint32_t *sums);

// Adds `count` values times `weight` to the sums, or makes them the sums.
void pixels_weigh(const uint32_t *values, size_t count, uint32_t weight, bool is_first, uint32_t *sums);
void pixels_weigh_bytes(const uint8_t *values, size_t count, uint16_t weight, bool is_first, uint32_t *sums);

// (sum + half) * factor / 2^shift of `count` sums. None of them may exceed a byte, and shift lies between 32 and 63.
void pixels_divide(const uint32_t *sums, size_t count, uint32_t half, uint32_t factor, int shift, uint8_t *quotients);

// The weighted sum of `taps` rows of `count` pixels each, rounded and limited to 0…255.
void pixels_blend(const uint8_t *const *rows, const float *weights, size_t taps, size_t count, uint8_t *blended);

// The columns of a picture as rows.
void pixels_transpose(const uint8_t *pixels, size_t width, size_t height, uint8_t *columns);

// Blocks that are transformed at once, and a value that no coefficient of a picture of 8 bits comes to.
#define PIXELS_BLOCKS 8
#define PIXELS_LARGEST 4096

// Whether the transform to `side` pixels looks at this row or column of coefficients: two pixels take all odd ones,
// four all but that of the middle, and the others as many as they are.
static inline bool pixels_takes(int side, int frequency) {
  return side == 2 ? frequency % 2 == 1 || frequency == 0 : side == 4 ? frequency != 4 : frequency < side;
}

// The inverse DCT of libjpeg (`jidctint.c`, for two and four `jidctred.c`) that makes `side` × `side` pixels of a
// block, 2 to 7, of PIXELS_BLOCKS blocks side by side, of which the first `count` are written. `values` has the
// coefficients along the zigzag, of each place one for each block; `steps` is in natural order, and each has at most 15
// bits. False where one of them, times its step, comes to PIXELS_LARGEST, a column to 2^14 (three pixels do not mind
// that), or a sample lies outside of -512...511: then the pixels mean nothing.
bool pixels_reduced(
    int side, const int16_t *values, size_t count, const int32_t *steps, uint8_t *target, size_t stride);

// Of each of `width` pixels in a row how steep the picture is there (Sobel), and which way: the angle modulo pi in
// eighths of pi, 0 to 8, within 2e-6. The border pixel goes on outside; a plane's first and last row are their own
// neighbours.
void pixels_directions(
    const float *above, const float *row, const float *below, size_t width, float *magnitudes, float *directions);

// Counts of four times |1 -2 1; -2 4 -2; 1 -2 1| at each pixel that has eight neighbours, cut to whole numbers below
// PIXELS_ROUGHNESS, are added to the histogram.
#define PIXELS_ROUGHNESS 1024
void pixels_roughness(const float *pixels, size_t width, size_t height, uint32_t *histogram);

// One step of Haar wavelets (factor 1/2) in rows that begin `stride` values apart: the approximation, the sum of the
// squares of the three details, and counts of twice the size of the diagonal one, cut to whole numbers below
// PIXELS_DIAGONALS.
#define PIXELS_DIAGONALS 512
void pixels_haar(
    const float *values, size_t width, size_t height, size_t stride, float *approximation, float *energies,
    uint32_t *histogram);

// The largest value of each block of `side` (at most 64) pixels a side.
void pixels_block_maxima(const float *values, size_t width, size_t height, size_t side, float *maxima);

// Radix-2 Fourier transform down all columns, a multiple of PIXELS_COLUMNS, of a power of two rows. The cosines and sines
// at n + k are those of -pi k / n for n of 1, 2, 4... and k below n. `buffer` is for 2 * PIXELS_COLUMNS numbers of each
// row, and starts where vectors may (64).
#define PIXELS_COLUMNS 16
void pixels_fourier(
    float *real, float *imaginary, size_t rows, size_t columns, const float *cosines, const float *sines, void *buffer);

// Gray pixels, at least one, of a picture whose sides are `across` and `down`.
struct pixels_plane {
  const uint8_t *pixels;
  int32_t width, height;
  double across, down;
};

// The gray values at points of the picture, linear between pixels; the border pixel goes on outside.
void pixels_between(struct pixels_plane plane, const double *x, const double *y, size_t count, double *values);

// Matches of points come in columns of `count` numbers, one after the other: the x of each, its y, both of where it
// should be, the cosine and the sine of how far its patch is turned there, and the square of how much larger it is.

// How many come near to where they should be. `transform` is a, b and the shift of (a x - b y, b x + a y). Near is a
// square of the distance of at most `most`. Reads the first four columns.
size_t pixels_near(const double *matches, size_t count, const double *transform, double most);

// What goes together, all in squares: two matches lie more than `apart` from each other on both sides, and the
// transform through them scales by `smallest` to `largest`. A patch agrees with a transform when the scales differ by a
// factor below `growth`, and the turns by an angle of a cosine above `cosine`.
struct pixels_match_limits {
  double apart, smallest, largest, growth, cosine;
};

// The indices of matches that come near to where they should be and whose patches agree; gives back how many. `found`
// has room for `count`.
size_t pixels_agreeing(
    const double *matches, size_t count, const double *transform, double most, struct pixels_match_limits limits,
    int32_t *found);

// The indices of those among the first `tried` matches that go together with the one at `later`, whose patches both
// agree with the transform through the two; gives back how many. `found` has room for `tried`.
size_t pixels_partners(
    const double *matches, size_t count, size_t later, size_t tried, struct pixels_match_limits limits,
    int32_t *found);

// Edges that cross a row of a picture: indices two inside whose slope is over the floor, larger than that across, and
// the largest around. Their indices are written to `found`, and what blur would make steps so wide: the height of the
// monotone ramp through each, PIXELS_RISE steps each way at most, over sqrt(2 pi) times its slope along the edge. Only
// ramps higher than `contrast_floor` are kept; gives back how many. There is room for `width` of each, and a row above
// and below.
#define PIXELS_RISE 20
size_t pixels_edge_spreads(
    const float *row, size_t width, float slope_floor, float contrast_floor, uint8_t *marks, int32_t *found,
    float *spreads);

// The luma of BT.601, rounded as libjpeg does, of `count` pixels of red, green and blue. It may be written over them.
void pixels_luma(const uint8_t *rgb, size_t count, uint8_t *luma);

// How many of `count` pixels have the upper five bits of each channel as this colour has, whose lower three are 0.
size_t pixels_of_colour(const uint8_t *rgb, size_t count, const uint8_t *colour);

// How many of `count` gray pixels differ by 2 to 8 from their right or their lower neighbour, whichever differs more.
size_t pixels_middling(const uint8_t *row, const uint8_t *below, size_t count);

// For each of some blocks of PIXELS_TEXT_SIDE gray pixels a side, side by side, whether it looks like text (1) or not
// (0): dark on light, or light on dark. Then most pixels are near one end of what lies between the darkest and the
// lightest, the rest near the other, and many steps along a row are steep. 2 where three tenths of it have one gray,
// and no other: text that was drawn, on a ground that nobody photographed.
#define PIXELS_TEXT_SIDE 16
void pixels_text(const uint8_t *row, ptrdiff_t width, size_t blocks, uint8_t *marks);

// Takes the filters of a PNG off its rows in place (PNG specification, part 9): each has the number of its filter in
// front, and `count` bytes, a multiple of the `stride` of 1 to 4 that a pixel takes. False where a row has a filter
// that there is not.
bool pixels_unfilter(uint8_t *bytes, size_t rows, size_t count, int stride);

// `count` pixels of `channels` bytes, each the weighted sum of `taps` pixels of a row from its start on, rounded and
// limited to 0…255. `weights` has `taps` for each pixel.
void pixels_gather_across(
    const uint8_t *row, size_t channels, const uint32_t *starts, const float *weights, size_t taps, size_t count,
    uint8_t *target);

// Luma, blue and red of BT.601 of `count` pixels, in levels, none of them rounded. Gives back how many pixels have a
// colour that could be seen, more than 3 levels. `restrict`: the targets do not overlap.
size_t pixels_chroma(
    const uint8_t *rgb, size_t count, float *restrict luma, float *restrict blue, float *restrict red);

// The sum of the differences of `count` levels, without signs, and the largest of them.
uint32_t pixels_levels_between(const uint8_t *one, const uint8_t *other, size_t count, uint8_t *largest);

// The means of `count` cells of 4 × 4 pixels side by side of two pictures in planes of luma, blue and red, `plane` values
// apart: for each cell the difference of luma, of blue and of red, and the lengths of the larger gradients of luma and of
// chroma, in levels a pixel. `one` and `other` are the first pixels of the first of four rows, which are `row` values
// apart; values are read by one around the cells, and by 16 from the first pixel of each fourth cell.
void pixels_differences(
    const float *one, const float *other, ptrdiff_t row, ptrdiff_t plane, size_t count, float *means);

// The mean structural similarity (SSIM) of two planes, by windows of 8 × 8 pixels in steps of four. 0 where a side is
// shorter than a window.
double pixels_similarity(const uint8_t *one, const uint8_t *other, size_t width, size_t height);

#endif
