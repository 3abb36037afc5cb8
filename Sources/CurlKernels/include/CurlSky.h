// A half-turn sheet under its sky.
#ifndef CURL_SKY_H
#define CURL_SKY_H

#include <stdint.h>

// A frame's sheet as a caster under the sky; names are those of ShadowCaster, whose `scaledRadius` is
// `radius` here, and CurlFrame in Swift.
struct curl_sky {
  // The corner of pixel (0, 0) relative to the fold's point, page pixels; a pixel's sides; the fold's
  // normal.
  float origin_x, origin_y, step_x, step_y, normal_x, normal_y;
  // The sheet itself: the roll's radius, the share of light that full shadow takes, and the distance from
  // the fold before which the front sees the whole sky.
  float sheet_radius, amount, front_limit;
  float radius, axis_x, roll_length, length_per_radian, slope;
  float top_corner_x, top_corner_y, bottom_corner_x, bottom_corner_y;
  float far_corner_x, far_corner_y, near_corner_x, near_corner_y;
  float furthest_point_x, furthest_point_y, furthest_arc;
  float corner, corner_share;
};

#endif
