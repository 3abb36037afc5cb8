// Pixels that an edge of the sheet crosses, tap by tap, in floats that every processor rounds the same.
#ifndef CURL_EDGES_H
#define CURL_EDGES_H

#include <stdint.h>

#include "CurlTaps.h"

// A fold seen from straight above: the visible surface's radius and its chord's slope, page pixels; the
// paper's arc length per length on that surface; the fold's normal and a point of the fold.
struct curl_fold {
  float radius, chord_slope, arc_scale, normal_x, normal_y, fold_x, fold_y;
};

// Most taps in a pixel: 32 across and 32 down.
#define CURL_MOST_TAPS 1024

// A pixel cut into taps: its distance from the fold line and place along the rulings; a tap's sides,
// half-extent along the normal and share of the pixel; the numbers of taps across and down.
struct curl_cut {
  float x, tau, box_x, box_y, reach, weight;
  int32_t across, down;
};

// The flap's pixels: its four taps' places from a pixel's page point, and how the page point changes along a
// tap's two sides.
struct curl_quarters {
  float x[4], y[4], dx[2], dy[2];
};

// Where the texels of a page lie: texels per page pixel, the texel at page point (0, 0), the end of the
// page, texels, and its size, page pixels. A `flip` of −1 mirrors the picture along that axis.
struct curl_map {
  float scale_x, scale_y, offset_x, offset_y, end_x, end_y, page_x, page_y, flip_x, flip_y;
};

// One side of the sheet.
struct curl_side {
  struct curl_page page;
  struct curl_map map;
};

// What a pixel's taps see of a side: the sum of texels times weights, 2^15 for a whole pixel, and the shares
// of the pixel that the side fills and, behind it, a thick sheet's cut edge, 2^24 for all of it.
struct curl_seen {
  int32_t sum[4], share, edge;
};

// What pixels' taps see of the upper side of the bent sheet, and of the lower side behind it; either may be
// null. `isCut`: the page's outline may cross the pixels; if not, they show one side up to the silhouette.
// The upper side is that of `outer`, the lower one that of `inner`; of a thin sheet they are the same.
void curl_edges(int32_t width, const struct curl_fold *outer, const struct curl_fold *inner,
                const struct curl_cut *cuts, int64_t count, int isCut, const struct curl_side *upper,
                const struct curl_side *lower, struct curl_seen *above, struct curl_seen *below);

// The same for pixels of the flap, given by their page points: x and y of each.
void curl_flap_edges(int32_t width, const struct curl_quarters *quarters, const float *points,
                     int64_t count, const struct curl_side *side, struct curl_seen *seen);

// Arc lengths and slopes of the lower side at distances, for taps with the half-extent `reach`; `count` is
// a multiple of 16.
void curl_spots(int32_t width, const struct curl_fold *fold, const float *distances, int64_t count,
                float reach, float *arcs, float *slopes);

#endif
