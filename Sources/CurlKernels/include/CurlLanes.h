// What `curl_roll` reads of the groups of taps of a bent sheet's cells, in floats that every
// processor rounds the same: `isWide` tells whether this one has AVX2.
#ifndef CURL_LANES_H
#define CURL_LANES_H

#include <stdint.h>

// Some of a pixel's taps, in their order: the first and how many, 1…4.
struct curl_group {
  int32_t first, count;
};

// Fills in 2 anchors and 72 lanes of each group of each cell, see `curl_bend`.
//
// A cell has three nodes, at its edges and in its middle, and shares the outer ones with its
// neighbours. `lows` and `extents` are x and y of the taps' boxes of every node, page pixels: near
// edges and sides; both go on by three taps' numbers, whatever these are. `weight` is a tap's share
// of a pixel, 0…1.
void curl_lanes(int isWide, const float *lows, const float *extents, int64_t taps, int64_t cells,
                const struct curl_group *groups, int64_t count, float weight, int32_t *anchors,
                int16_t *lanes);

#endif
