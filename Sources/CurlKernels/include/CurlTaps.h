// Means of a page over the boxes of a pixel's taps, in integers: every processor gets the same
// values. Their Swift twins, name by name, are in CurlCPU/Rows/SheetTwins.swift, which draw where
// the processor lacks the instructions, and test these.
#ifndef CURL_TAPS_H
#define CURL_TAPS_H

#include <stdint.h>

// A page: 4 channels a texel, 0…32767, rows `stride` texels apart. Loads reach 3 texels right of a
// box's first one and 2 rows below.
struct curl_page {
  const uint16_t *texels;
  int64_t stride;
};

// Page points of a row's pixels, 1/2^32 page pixel: of the first, and a pixel's step.
struct curl_walk {
  int64_t x, y, dx, dy;
};

// Four boxes of 1/2 × 1/2 page pixel, where an isometry shows the page: of each, 1 less its near
// edge's distance from the walk's point, 1/2^14 page pixel.
struct curl_quad {
  int16_t x[4], y[4];
};

// A range of distances from the fold line in which a pixel has the same number of taps, in cells;
// a cell's numbers change linearly across it but for the arc length, a parabola.
struct curl_piece {
  // Where it ends and where its first cell begins, 1/2^32 page pixel; a cell's width as a power of
  // two of that.
  int64_t end, low, shift;
  // How many cells, and groups of four taps in a pixel; the first of both in the bend's.
  int64_t cells, groups, first_cell, first_group;
};

// A side of the bent sheet.
struct curl_bend {
  const struct curl_piece *pieces;
  int64_t count;
  // Of each cell 8: three coefficients of arc length (1/2^16 page pixel), light and its change
  // (32767 = 1), and three that say nothing.
  const int32_t *cells;
  // Of each group of four taps 2: where the group's first box begins from the cell's point, 1/2^16.
  const int32_t *anchors;
  // Of each group 72: nine vectors of eight (four taps' x, four taps' y): edge and its change, size
  // and its change, factor, inverse and its change, weight and its change; see SheetLanes.swift.
  const int16_t *lanes;
  // The fold's normal, 1/2^30.
  int64_t normal_x, normal_y;
};

// Distances from the fold line of a row's pixels and their places along the rulings as page points.
struct curl_bent_walk {
  int64_t distance, step;
  struct curl_walk along;
};

// How a sampled row becomes bytes: light × (offset + through × (scale × colour + shade)), then
// encoded; through and light 32768 = 1, null for 1.
struct curl_tone {
  int16_t scale, shade[4], offset[4];
  const uint16_t *through, *light;
  const uint8_t *encoded;
};

// Whether this processor has what the functions below need (AVX2).
int curl_taps_usable(void);

void curl_flap(const struct curl_page *page, const struct curl_quad *quad,
               const struct curl_walk *walk, int64_t count, uint16_t *linear);

void curl_roll(const struct curl_page *page, const struct curl_bend *bend,
               const struct curl_bent_walk *walk, int64_t count, uint16_t *linear,
               uint16_t *light);

// Pixels of `groups` groups each: where each group begins (texel x, y), and 40 lanes of each:
// edge, size, factor, inverse, weight.
void curl_groups(const struct curl_page *page, int64_t groups, const int32_t *places,
                 const int16_t *lanes, int64_t count, uint16_t *linear);

void curl_tone(const struct curl_tone *tone, const uint16_t *linear, int64_t count, uint8_t *bytes);

#endif
