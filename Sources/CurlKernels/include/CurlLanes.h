// Data that `curl_roll` reads for the groups of taps of a bent sheet's cells, in floats that every
// processor rounds the same.
#ifndef CURL_LANES_H
#define CURL_LANES_H

#include <stdint.h>

// Consecutive taps of a pixel: the first one and their number, 1…4.
struct curl_group {
  int32_t first, count;
};

// Fills in 2 anchors and 72 lanes of each group of each cell, see `curl_bend`.
//
// A cell has three nodes, at its edges and in its middle, and shares the outer ones with its neighbours.
// `lows` and `extents` are x and y of the taps' boxes at every node, texels: low edges and sides.
// Three more taps are read from both, of any value. `weight` is a tap's share of a pixel, 0…1; `unit` a texel's length in lanes.
void curl_lanes(int32_t width, const float *lows, const float *extents, int64_t taps, int64_t cells,
                const struct curl_group *groups, int64_t count, float weight, int32_t unit,
                int32_t *anchors, int16_t *lanes);

#endif
