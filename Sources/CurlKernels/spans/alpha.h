// Means of a picture's alpha from tables of sums, for all lanes at once. Twin of boxMean in Filter.swift, but
// that boxes of stores keep their ends.
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

INLINE struct alpha_side alpha_side_of(lanes middle, lanes extent, float start, float end, lanes scale,
                                       lanes texels) {
  lanes low = most(least(middle - extent / 2, all(end)), all(start)) * scale;
  lanes high = most(least(middle + extent / 2, all(end)), all(start)) * scale;
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

INLINE void put_whole(int32_t *to, whole v) {
  __builtin_memcpy(to, &v, sizeof v);
}

// Sums from a box's first texel up to itself, its second texel, the last one `side` further, and the texel
// beyond that; over the rows from `first` to `row`.
INLINE quad alpha_sums(const uint32_t *row, const uint32_t *first, int64_t side) {
  typedef uint32_t quad_sum __attribute__((vector_size(16)));
  quad_sum low, high;
  __builtin_memcpy(&low, row, 8);
  __builtin_memcpy((char *)&low + 8, row + side, 8);
  __builtin_memcpy(&high, first, 8);
  __builtin_memcpy((char *)&high + 8, first + side, 8);
  const quad_sum rows = low - high;
  return __builtin_convertvector(rows - rows[0], quad);
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
      alpha_side_of(x, ex, picture->offset_x, picture->high_x, scale, width);
  const struct alpha_side down =
      alpha_side_of(y, ey, picture->offset_y, picture->high_y, scale, height);
  const whole stride = __builtin_convertvector(width, whole) + 1;
  // In memory: to read one lane of a vector costs a store of all of them.
  int32_t strides[LANES], offsets[LANES], columns[LANES], rows[LANES], sides[LANES], heights[LANES];
  float left[LANES], right[LANES], above[LANES], below[LANES], sums[LANES];
  put_whole(strides, stride);
  put_whole(offsets, offset);
  put_whole(columns, across.from);
  put_whole(rows, down.from);
  put_whole(sides, across.to - across.from);
  put_whole(heights, down.to - down.from);
  __builtin_memcpy(left, &across.first, sizeof left);
  __builtin_memcpy(right, &across.last, sizeof right);
  __builtin_memcpy(above, &down.first, sizeof above);
  __builtin_memcpy(below, &down.last, sizeof below);
  for (uint32_t rest = chosen; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    const int64_t row = strides[i], side = sides[i];
    const uint32_t *first = picture->sums + offsets[i] + rows[i] * row + columns[i];
    const uint32_t *last = first + heights[i] * row;
    const quad second_row = alpha_sums(first + row, first, side);
    const quad last_row = alpha_sums(last, first, side);
    const quad beyond_row = alpha_sums(last + row, first, side);
    const quad weights = {0, -left[i], 1 - right[i], right[i]};
    const quad sum = weights * (((1 - below[i]) * last_row + below[i] * beyond_row) -
                                above[i] * second_row);
    sums[i] = sum[1] + (sum[2] + sum[3]);
  }
  lanes total;
  __builtin_memcpy(&total, sums, sizeof total);
  return total / (across.length * down.length * 32767);
}
