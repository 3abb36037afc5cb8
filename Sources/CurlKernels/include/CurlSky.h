// The sky's light at places of an opaque sheet and the plane beyond it, in floats that every
// processor rounds the same: `isWide` tells whether this one has AVX2.
#ifndef CURL_SKY_H
#define CURL_SKY_H

#include <stdint.h>

// A frame's sheet as the sky sees it; names are those of ShadowCaster and CurlFrame in Swift.
struct curl_sky {
  // Where pixel (0, 0) begins from the fold's point, page pixels; a pixel's sides; the fold's normal.
  float origin_x, origin_y, step_x, step_y, normal_x, normal_y;
  // Of the sheet itself: the roll's radius, the light that full shadow takes, and where the front
  // sees all of the sky.
  float sheet_radius, amount, front_limit;
  float radius, foot, roll_length, length_per_radian, slope;
  float top_x, top_y, bottom_x, bottom_y, far_x, far_y, near_x, near_y, end_x, end_y;
  float furthest, corner, corner_share;
};

// What light a place has.
enum curl_sky_kind {
  // That of the flat front, beyond the fold that at the fold.
  CURL_SKY_FLAT,
  // That of the plane.
  CURL_SKY_PLANE,
  // That of the front, flat or in the roll.
  CURL_SKY_FRONT,
};

// Light 0…1 at the centres of pixels (x, y); `count` is a multiple of 8.
void curl_sky_light(int isWide, const struct curl_sky *sky, int32_t kind, const int32_t *x,
                    const int32_t *y, int64_t count, float *light);

#endif
