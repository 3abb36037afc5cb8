// Means of a flat page seen through any camera, in floats that every processor rounds the same.
#ifndef CURL_PLATE_H
#define CURL_PLATE_H

#include <stdint.h>

#include "CurlTaps.h"

// The map from output pixels to a page. Pixel (x, y) lies at origin + (x + ½, y + ½) · step on the page
// plane; `rows`, a projective map of 3 × 3 numbers, takes that point to the page.
struct curl_page_map {
  float rows[9];
  float origin_x, origin_y, step_x, step_y;
  // The page's size, page pixels; −1 along an axis in which its picture is mirrored.
  float page_x, page_y, flip_x, flip_y;
  // Least side of a tap on the page, page pixels; see `tapCount` in Filter.swift.
  float narrow;
  // Fewest taps across and down; 0 means that a pixel is one upright box on the page.
  int32_t fewest;
};

/// Linear light of `count` pixels of a row from (x, y) on; the page must fill each of them.
void curl_plate(int32_t width, const struct curl_page *page, const struct curl_page_map *map, int64_t x,
                int64_t y, int64_t count, uint16_t *linear);

/// Linear light for a page that is only moved. `page` starts at the first pixel's first texel; the weights
/// of 2 × 2 texels, row by row, are the same for all pixels and add up to 2^15.
void curl_shift(int32_t width, const struct curl_page *page, const int32_t weights[4], int64_t count,
                uint16_t *linear);

#endif
