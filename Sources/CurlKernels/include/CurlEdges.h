// Taps of pixels of the bent sheet one by one, in floats that every processor rounds the same: `isWide`
// tells whether this one has AVX2.
#ifndef CURL_EDGES_H
#define CURL_EDGES_H

#include <stdint.h>

#include "CurlTaps.h"

// A fold as its pixels see it from straight above: the roll's radius, its chord's gradient, the
// fold's normal, a point of it and the page, page pixels.
struct curl_fold {
  float radius, gradient, normal_x, normal_y, fold_x, fold_y, page_x, page_y;
};

// Most taps in a pixel: 32 across and 32 down.
#define CURL_MOST_TAPS 1024

// A pixel cut into taps: its distance from the fold line and place along the rulings, a tap's
// sides, half its extent along the normal and its share; how many taps, across and down.
struct curl_cut {
  float x, tau, box_x, box_y, reach, weight;
  int32_t across, down;
  // Whether the page's outline may cross it; where not, one side alone is seen.
  int32_t isCut;
};

// One side as a pixel's taps see it: its page; then the sum of texels by their weights, 2^15 for all
// of the pixel, and the share of the pixel that they fill.
struct curl_side {
  struct curl_page page;
  int32_t sum[4];
  float coverage;
};

// Finds what a pixel's taps see of the upper side and of the lower one behind it; `lower` may be
// null where the upper one fills what the silhouette leaves, and `upper` where there is none.
// Pictures are mirrored along the axes where `flip` is −1.
void curl_edge(int isWide, const struct curl_fold *fold, const struct curl_cut *cut, float flip_x, float flip_y,
               struct curl_side *upper, struct curl_side *lower);

// Arc lengths and slopes of the lower side at distances, for taps of half an extent of `reach`;
// `count` is a multiple of 8.
void curl_spots(int isWide, const struct curl_fold *fold, const float *distances, int64_t count, float reach,
                float *arcs, float *slopes);

// Mixes what a front shows into pixels of a back: `share` (32767 = 1) of it, times `through`
// (32768 = 1) where that isn't null.
void curl_mix(uint16_t *back, const uint16_t *front, int16_t share, const uint16_t *through,
              int64_t count);

#endif
