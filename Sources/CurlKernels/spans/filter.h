// The filter, for one box at a time: four channels are one vector. Twin of Filter.swift.
#pragma once

#include "../lanes.h"
#include "CurlSpans.h"

// For functions that are called from several places and too long to inline.
#define OUTLINE static __attribute__((noinline))

// Premultiplied linear light: red, green, blue, alpha.
typedef float quad __attribute__((vector_size(16)));
typedef int32_t quad_whole __attribute__((vector_size(16)));
typedef uint16_t quad_short __attribute__((vector_size(8)));

INLINE quad quad_of(const float *v) {
  quad q;
  __builtin_memcpy(&q, v, sizeof q);
  return q;
}

INLINE float least1(float a, float b) {
  return a < b ? a : b;
}

INLINE float most1(float a, float b) {
  return a > b ? a : b;
}

INLINE float size1(float a) {
  return a < 0 ? -a : a;
}

INLINE float held1(float v, float low, float high) {
  return least1(most1(v, low), high);
}

// The smallest integer ≥ v, for v ≥ 0.
INLINE int32_t ceiling1(float v) {
  const int32_t i = (int32_t)v;
  return i + ((float)i < v);
}

// The mean of a picture over a box of `ex` × `ey` page pixels centred on (x, y), clipped to the picture.
INLINE quad box_mean(const struct curl_picture *picture, float x, float y, float ex, float ey) {
  x = x * picture->scale_x + picture->offset_x;
  y = y * picture->scale_y + picture->offset_y;
  ex *= picture->scale_x;
  ey *= picture->scale_y;
  int level = 0;
  float scale = 1;
  while (level < CURL_LEVELS - 1 &&
         (!picture->levels[level].texels ||
          (picture->levels[level + 1].texels && least1(ex, ey) * scale >= 8))) {
    level += 1;
    scale /= 2;
  }
  const struct curl_level *texels = &picture->levels[level];
  const float width = (float)picture->levels[0].width, height = (float)picture->levels[0].height;
  const float low_x = held1(x - ex / 2, 0, width) * scale;
  const float low_y = held1(y - ey / 2, 0, height) * scale;
  const float high_x = held1(x + ex / 2, 0, width) * scale;
  const float high_y = held1(y + ey / 2, 0, height) * scale;
  // NaN counts as 0.
  int32_t from_x = low_x > 0 ? (int32_t)low_x : 0, from_y = low_y > 0 ? (int32_t)low_y : 0;
  if (from_x > texels->width - 1) from_x = texels->width - 1;
  if (from_y > texels->height - 1) from_y = texels->height - 1;
  int32_t to_x = high_x > 0 ? ceiling1(high_x) : 0, to_y = high_y > 0 ? ceiling1(high_y) : 0;
  if (to_x > texels->width) to_x = texels->width;
  if (to_y > texels->height) to_y = texels->height;
  to_x = to_x - 1 > from_x ? to_x - 1 : from_x;
  to_y = to_y - 1 > from_y ? to_y - 1 : from_y;
  quad sum = {0};
  float total = 0;
  const int is_short = level == 0 && picture->unit > 0;
  for (int32_t row = from_y; row <= to_y; row++) {
    const float top = (float)row;
    // A box outside the picture has no extent; the nearest texel stands for it.
    const float down = most1(least1(top + 1, high_y) - most1(top, low_y), 1e-6f);
    const int64_t first = row * texels->stride;
    quad line = {0};
    float across = 0;
    for (int32_t column = from_x; column <= to_x; column++) {
      const float left = (float)column;
      const float weight = most1(least1(left + 1, high_x) - most1(left, low_x), 1e-6f);
      quad texel;
      if (is_short) {
        quad_short packed;
        __builtin_memcpy(&packed, (const uint16_t *)texels->texels + 4 * (first + column),
                         sizeof packed);
        texel = __builtin_convertvector(__builtin_convertvector(packed, quad_whole), quad);
      } else {
        __builtin_memcpy(&texel, (const float *)texels->texels + 4 * (first + column),
                         sizeof texel);
      }
      line += weight * texel;
      across += weight;
    }
    sum += down * line;
    total += down * across;
  }
  return sum * ((is_short ? picture->unit : 1) / total);
}
