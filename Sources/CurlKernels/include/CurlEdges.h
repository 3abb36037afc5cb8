// Taps of the bent sheet's pixels, one by one, in floats that every processor rounds the same. `isWide`:
// this processor has AVX2.
#ifndef CURL_EDGES_H
#define CURL_EDGES_H

#include <stdint.h>

#include "CurlTaps.h"

// A fold seen from straight above: the roll's radius, its chord's slope, the fold's normal, a point of
// the fold, and the page's size; page pixels.
struct curl_fold {
  float radius, chord_slope, normal_x, normal_y, fold_x, fold_y, page_x, page_y;
};

// Most taps in a pixel: 32 across and 32 down.
#define CURL_MOST_TAPS 1024

// A pixel cut into taps: its distance from the fold line and place along the rulings; a tap's sides,
// half-extent along the normal and share of the pixel; the numbers of taps across and down.
struct curl_cut {
  float x, tau, box_x, box_y, reach, weight;
  int32_t across, down;
  // Whether the page's outline may cross the pixel; if not, it shows only one side.
  int32_t isCut;
};

// Where the texels of a page lie: texels per page pixel, the texel at page point (0, 0), and the end of the
// page, texels.
struct curl_map {
  float scale_x, scale_y, offset_x, offset_y, end_x, end_y;
};

// One side as a pixel's taps see it: its page; the weighted sum of texels, where weights add up to 2^15
// over a whole pixel; and the share of the pixel that they fill.
struct curl_side {
  struct curl_page page;
  struct curl_map map;
  int32_t sum[4];
  float coverage;
};

// Sums the texels that a pixel's taps see of the upper side, and of the lower side behind it. `lower` may
// be null if the upper side fills the pixel up to the silhouette, `upper` if there is no upper side. A
// `flip` of −1 mirrors the pictures along that axis.
void curl_edge(int isWide, const struct curl_fold *fold, const struct curl_cut *cut, float flip_x, float flip_y,
               struct curl_side *upper, struct curl_side *lower);

// Arc lengths and slopes of the lower side at distances, for taps with the half-extent `reach`; `count` is
// a multiple of 8.
void curl_spots(int isWide, const struct curl_fold *fold, const float *distances, int64_t count, float reach,
                float *arcs, float *slopes);

// Mixes a front into pixels of a back, by `share` (32767 = 1) times `through` (32768 = 1; null for 1).
void curl_mix(int isWide, uint16_t *back, const uint16_t *front, int16_t share,
              const uint16_t *through, int64_t count);

#endif
