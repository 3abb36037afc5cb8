// Means of a page over the boxes of a pixel's taps, in integers: every processor gets the same values.
// `curl_roll` and `curl_tone` need AVX2; their twins in CurlRaster/Filter/SheetTwins.swift draw on processors
// without it, and test them.
#ifndef CURL_TAPS_H
#define CURL_TAPS_H

#include <stdint.h>

#include "CurlWidths.h"

// A page: 4 channels per texel, 0…32767, rows `stride` texels apart. Boxes are weighed in blocks of 4 texels
// × `rows`, 3 or 4, from their first texel on. `snaps`, in blocks of 4: an end of a box close to a texel's edge
// is moved towards it.
struct curl_page {
  const uint16_t *texels;
  int64_t stride;
  int32_t rows, snaps;
};

// Points of a row's pixels on the page, 1/2^32 texel: the first pixel's point, and the step per pixel.
struct curl_walk {
  int64_t x, y, dx, dy;
};

// Four boxes of one size, at the same places in every pixel. For each: 1 minus the distance of its low edge
// from the walk's point; then their sides, and the sides' inverses in two factors, see `curl_bend`. Lengths
// are 1/2^14 texel where blocks have 3 rows, which hold all four boxes then in 3 columns, else 1/2^13.
struct curl_quad {
  int16_t x[4], y[4], size_x, size_y, factor_x, factor_y;
  uint16_t inverse_x, inverse_y;
};

// Pixels of `curl_boxes`.
#define CURL_BOXES 32

// Boxes of some pixels, four of one size in each: the distances from their low edges to the end of the
// first texel of the pixel's block, of which `part` is still to be subtracted; their sides and the sides'
// inverses in two factors; and the first texels. Lengths as in `curl_quad`.
struct curl_boxes {
  int16_t x[4][CURL_BOXES], y[4][CURL_BOXES], part_x[CURL_BOXES], part_y[CURL_BOXES];
  int16_t size_x[CURL_BOXES], size_y[CURL_BOXES], factor_x[CURL_BOXES], factor_y[CURL_BOXES];
  uint16_t inverse_x[CURL_BOXES], inverse_y[CURL_BOXES];
  int32_t texels[CURL_BOXES];
};

// Pairs of taps of sixteen pixels: for each tap the weights of four columns of texels and those of `rows` rows,
// 2^15 = 1, whose products add up to at most 1 but for rounding; and the first texels. A weight's sixteen numbers are neighbours.
struct curl_pairs {
  const int16_t *columns;
  int16_t rows[2][4][16];
  int32_t texels[16];
};

// A range of distances from the fold line in which all pixels have the same number of taps, divided into
// cells. A cell's values change linearly across it; only the arc length is a parabola.
struct curl_piece {
  // The range's end and its first cell's start, 1/2^32 page pixel; a cell's width as a power of two of
  // that.
  int64_t end, low, shift;
  // The numbers of cells, and of groups of four taps per pixel; the first cell and group in the bend's
  // arrays.
  int64_t cells, groups, first_cell, first_group;
};

// A side of the bent sheet.
struct curl_bend {
  const struct curl_piece *pieces;
  int64_t count;
  // 8 for each cell: three coefficients of arc length (1/2^16 page pixel), light and its change (32767 =
  // 1), and three unused.
  const int32_t *cells;
  // 2 for each group of four taps: the offset of the group's first box from the cell's point, 1/2^16 texel.
  const int32_t *anchors;
  // 72 for each group: nine vectors of eight (four taps' x, four taps' y): edge and its change, size and
  // its change, factor, inverse and its change, weight and its change; see SheetLanes.swift.
  const int16_t *lanes;
  // The fold's normal, 1/2^30 texel per page pixel.
  int64_t normal_x, normal_y;
  // Lengths in lanes are 1/2^bits texel: 13, or where groups reach over less than two texels, 14.
  int32_t bits;
};

// Distances from the fold line of a row's pixels and their places along the rulings as page points.
struct curl_bent_walk {
  int64_t distance, step;
  struct curl_walk along;
};

// How a sampled row becomes bytes: white + light × (offset + through × (scale × colour + shade)), then
// encoded; through and light 32768 = 1, null for 1; white 32767 = 1, null for 0. Encoded values are 1/256 of a
// byte; `noise` and `noise_step`: the row's hashes, as in Noise.swift.
struct curl_tone {
  int16_t scale, shade[4], offset[4];
  const uint16_t *through, *light, *white, *encoded;
  uint32_t noise, noise_step;
};

void curl_flap(int32_t width, const struct curl_page *page, const struct curl_quad *quad,
               const struct curl_walk *walk, int64_t count, uint16_t *linear);

// The first `count` ≤ CURL_BOXES pixels. Where roundings of weights take a mean slightly below zero, it is zero.
void curl_box_means(int32_t width, const struct curl_page *page, const struct curl_boxes *boxes,
                    int64_t count, uint16_t *linear);

// The first `count` of sixteen pixels.
void curl_pair_means(int32_t width, const struct curl_page *page, const struct curl_pairs *pairs,
                     int64_t count, uint16_t *linear);

void curl_roll(int32_t width, const struct curl_page *page, const struct curl_bend *bend,
               const struct curl_bent_walk *walk, int64_t count, uint16_t *linear,
               uint16_t *light, uint16_t *white);

void curl_tone(int32_t width, const struct curl_tone *tone, const uint16_t *linear, int64_t count,
               uint8_t *bytes);

#endif
