// Means of a page that lies flat, seen through any camera, in floats that every processor rounds the
// same: `isWide` tells whether this one has AVX2.
#ifndef CURL_PLATE_H
#define CURL_PLATE_H

#include <stdint.h>

#include "CurlTaps.h"

// The way from output pixels to a page: pixel (x, y) is at origin + (x + ½, y + ½) · step on the
// page plane, and `rows`, three rows of three, take that to the page by a division.
struct curl_way {
  float rows[9];
  float origin_x, origin_y, step_x, step_y;
  // The page's size; −1 along an axis in which its picture is mirrored.
  float page_x, page_y, flip_x, flip_y;
  // What counts as the sides of a tap on the page at least; see `tapCount` in Filter.swift.
  float narrow;
  // Fewest taps across and down; 0 where a pixel is an upright box on the page, and one of them.
  int32_t fewest;
};

/// Linear light of `count` pixels of a row from (x, y) on, each of which the page fills.
void curl_plate(int isWide, const struct curl_page *page, const struct curl_way *way, int64_t x,
                int64_t y, int64_t count, uint16_t *linear);

/// The same where a page is only moved: `page` starts at the first pixel's first texel, and 2 × 2
/// texels' weights, row by row, are the same for all, in all 2^15.
void curl_shift(int isWide, const struct curl_page *page, const int32_t weights[4], int64_t count,
                uint16_t *linear);

#endif
