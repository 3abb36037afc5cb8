// Means of a picture's alpha from tables of sums, for all lanes at once. Twin of boxMean in Filter.swift.
#pragma once

#include "filter.h"
#include "surface.h"

// Least side of a box, texels; rounding would lose a shorter one.
#define ALPHA_LEAST_SIDE (1.0f / 1024)

// One axis of boxes, texels: their first and last texel; the part of the first one before the box, and the
// part of the last one within it; the box's length.
struct alpha_side {
  whole from, to;
  lanes first, last, length;
};

INLINE struct alpha_side alpha_side_of(lanes middle, lanes extent, float end, lanes scale,
                                       lanes texels) {
  lanes low = most(least(middle - extent / 2, all(end)), all(0)) * scale;
  lanes high = most(least(middle + extent / 2, all(end)), all(0)) * scale;
  // A box outside the picture has no extent; the nearest texel stands for it.
  const whole is_thin = high - low < ALPHA_LEAST_SIDE;
  low = pick(is_thin, least(low, all(end) * scale - ALPHA_LEAST_SIDE), low);
  high = pick(is_thin, low + ALPHA_LEAST_SIDE, high);
  struct alpha_side side;
  side.from = __builtin_convertvector(least(low, texels - 1), whole);
  side.to = __builtin_convertvector(least(high, texels - 1), whole);
  side.first = low - __builtin_convertvector(side.from, lanes);
  side.last = high - __builtin_convertvector(side.to, lanes);
  side.length = high - low;
  return side;
}

// The mean alpha over boxes of `ex` × `ey` page pixels centred on (x, y), where `wanted`; elsewhere
// undefined.
INLINE lanes mean_alpha(const struct curl_picture *picture, lanes x, lanes y, lanes ex, lanes ey,
                        whole wanted) {
  const uint32_t chosen = bits(wanted);
  if (!picture->sums) {
    lanes alpha = all(0);
    for (uint32_t rest = chosen; rest; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      alpha[i] = box_mean(picture, x[i], y[i], ex[i], ey[i])[3];
    }
    return alpha;
  }
  x = x * picture->scale_x + picture->offset_x;
  y = y * picture->scale_y + picture->offset_y;
  ex *= picture->scale_x;
  ey *= picture->scale_y;
  const lanes narrow = least(ex, ey);
  lanes scale = all(1);
  lanes width = all((float)picture->levels[0].width), height = all((float)picture->levels[0].height);
  whole offset = {0};
  for (int level = 1; level < CURL_LEVELS; level++) {
    const whole coarser = narrow * scale >= 8;
    if (!any(coarser)) break;
    const struct curl_level *texels = &picture->levels[level];
    scale = pick(coarser, scale / 2, scale);
    width = pick(coarser, all((float)texels->width), width);
    height = pick(coarser, all((float)texels->height), height);
    offset = (coarser & picture->sum_offsets[level]) | (~coarser & offset);
  }
  const struct alpha_side across =
      alpha_side_of(x, ex, (float)picture->levels[0].width, scale, width);
  const struct alpha_side down =
      alpha_side_of(y, ey, (float)picture->levels[0].height, scale, height);
  // Sums from a box's first texel up to its second, its last, and the texel beyond, in rows and columns.
  enum { SECOND, LAST, BEYOND, PLACES };
  float sums[PLACES][PLACES][LANES];
  const whole stride = __builtin_convertvector(width, whole) + 1;
  for (uint32_t rest = chosen; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    const int64_t row = stride[i], column = across.from[i];
    const uint32_t *base = picture->sums + offset[i] + down.from[i] * row + column;
    const int64_t rows[PLACES] = {row, (down.to[i] - down.from[i]) * row,
                                  (down.to[i] - down.from[i] + 1) * row};
    const int64_t columns[PLACES] = {1, across.to[i] - column, across.to[i] - column + 1};
    for (int j = 0; j < PLACES; j++) {
      for (int k = 0; k < PLACES; k++) {
        sums[j][k][i] = (float)(base[rows[j] + columns[k]] - base[rows[j]] - base[columns[k]] + base[0]);
      }
    }
  }
  lanes lines[PLACES];
  for (int j = 0; j < PLACES; j++) {
    lanes second, last, beyond;
    __builtin_memcpy(&second, sums[j][SECOND], sizeof second);
    __builtin_memcpy(&last, sums[j][LAST], sizeof last);
    __builtin_memcpy(&beyond, sums[j][BEYOND], sizeof beyond);
    lines[j] = last + across.last * (beyond - last) - across.first * second;
  }
  const lanes sum =
      lines[LAST] + down.last * (lines[BEYOND] - lines[LAST]) - down.first * lines[SECOND];
  return sum / (across.length * down.length * 32767);
}
