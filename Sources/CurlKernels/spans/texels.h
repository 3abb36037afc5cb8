// Means of a picture over the boxes of up to four taps per pixel, for sixteen pixels at once. Weights are
// computed in lanes; then each pixel sums a block of neighbouring texels. Twin of boxMean in Filter.swift.
#pragma once

#include "filter.h"

_Static_assert(LANES == 16, "blocks are weighed for 16 pixels");

INLINE lanes load_lanes(const float *from) {
  lanes v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

INLINE void store_lanes(lanes v, float *to) {
  __builtin_memcpy(to, &v, sizeof v);
}

// Columns and rows of the largest block.
#define BLOCK 4
// Least side of a box that is computed here, texels; rounding may lose a shorter one.
#define BLOCK_LEAST_SIDE (1.0f / 256)

// Values of pixels k to k + 3, one a channel.
#define FOUR_OF(w, k)                                                                              \
  __builtin_shufflevector(w, w, k, k, k, k, k + 1, k + 1, k + 1, k + 1, k + 2, k + 2, k + 2, k + 2, \
                          k + 3, k + 3, k + 3, k + 3)

// One colour, repeated for four pixels.
#define FOUR_TIMES(c) __builtin_shufflevector(c, c, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3)

// The weights of sixteen pixels' blocks, row by row.
struct block_weights {
  // The weights of pixel k are at `place_of(k)`.
  quad rows[BLOCK][LANES];
  // The first texel of each block.
  int32_t first[LANES];
};

INLINE int place_of(int k) {
  return (k & 3) * 4 + (k >> 2);
}

// Transposes blocks of four: number k of block j of vector i becomes number i of block j of vector k.
INLINE void transpose(lanes a, lanes b, lanes c, lanes d, lanes to[4]) {
#define LOW_HALVES 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define HIGH_HALVES 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define LOW_PAIRS 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define HIGH_PAIRS 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
  const lanes ab_low = __builtin_shufflevector(a, b, LOW_HALVES);
  const lanes ab_high = __builtin_shufflevector(a, b, HIGH_HALVES);
  const lanes cd_low = __builtin_shufflevector(c, d, LOW_HALVES);
  const lanes cd_high = __builtin_shufflevector(c, d, HIGH_HALVES);
  to[0] = __builtin_shufflevector(ab_low, cd_low, LOW_PAIRS);
  to[1] = __builtin_shufflevector(ab_low, cd_low, HIGH_PAIRS);
  to[2] = __builtin_shufflevector(ab_high, cd_high, LOW_PAIRS);
  to[3] = __builtin_shufflevector(ab_high, cd_high, HIGH_PAIRS);
#undef LOW_HALVES
#undef HIGH_HALVES
#undef LOW_PAIRS
#undef HIGH_PAIRS
}

// What blocks of `n` × `n` texels add up to in the pixels of `active`.
INLINE void add_blocks(const struct curl_level *level, int form, uint32_t active, int n,
                       const struct block_weights *weights, quad *means) {
  for (; active; active &= active - 1) {
    const int k = __builtin_ctz(active), place = place_of(k);
    int64_t first = weights->first[k];
    if (n == 2) {
      texels2 sum = {0};
      for (int j = 0; j < n; j++, first += level->stride) {
        const quad row = weights->rows[j][place];
        sum += __builtin_shufflevector(row, row, 0, 0, 0, 0, 1, 1, 1, 1) *
               two_texels(level->texels, first, form);
      }
      means[k] = __builtin_shufflevector(sum, sum, 0, 1, 2, 3) +
                 __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
      continue;
    }
    texels4 sum = {0};
    for (int j = 0; j < n; j++, first += level->stride) {
      const quad row = weights->rows[j][place];
      sum += __builtin_shufflevector(row, row, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3) *
             four_texels(level->texels, first, form);
    }
    const texels2 half = __builtin_shufflevector(sum, sum, 0, 1, 2, 3, 4, 5, 6, 7) +
                         __builtin_shufflevector(sum, sum, 8, 9, 10, 11, 12, 13, 14, 15);
    means[k] = __builtin_shufflevector(half, half, 0, 1, 2, 3) +
               __builtin_shufflevector(half, half, 4, 5, 6, 7);
  }
}

// The boxes of pixels' taps, texels, and the weight of each box's mean.
struct tap_boxes {
  lanes low_x[4], low_y[4], high_x[4], high_y[4], weight[4];
};

// The covered length of each of `n` texels from `first` on, by boxes from `low` to `high`.
INLINE void overlaps(const lanes *low, const lanes *high, lanes first, int taps, int n,
                     lanes covered[4][BLOCK]) {
  for (int t = 0; t < taps; t++) {
    const lanes from = low[t] - first, to = high[t] - first;
    lanes last = from;
    for (int i = 0; i < n - 1; i++) {
      const lanes end = least(most(all((float)(i + 1)), from), to);
      covered[t][i] = end - last;
      last = end;
    }
    covered[t][n - 1] = to - last;
  }
}

// Computes the weights of pixels' blocks of `n` × `n` texels.
INLINE void weigh(const struct tap_boxes *boxes, lanes first_x, lanes first_y, int taps, int n,
                  struct block_weights *weights) {
  lanes across[4][BLOCK], down[4][BLOCK], shares[4];
  for (int t = 0; t < taps; t++) {
    shares[t] = (boxes->high_x[t] - boxes->low_x[t]) * (boxes->high_y[t] - boxes->low_y[t]);
  }
  if (taps == 4) {
    // One division instead of four.
    const lanes a = shares[0] * shares[1], b = shares[2] * shares[3];
    const lanes inverse = 1 / (a * b), for_a = inverse * b, for_b = inverse * a;
    const lanes first = for_a * shares[1], third = for_b * shares[3];
    shares[1] = for_a * shares[0] * boxes->weight[1];
    shares[3] = for_b * shares[2] * boxes->weight[3];
    shares[0] = first * boxes->weight[0];
    shares[2] = third * boxes->weight[2];
  } else {
    for (int t = 0; t < taps; t++) shares[t] = boxes->weight[t] / shares[t];
  }
  overlaps(boxes->low_x, boxes->high_x, first_x, taps, n, across);
  overlaps(boxes->low_y, boxes->high_y, first_y, taps, n, down);
  for (int j = 0; j < n; j++) {
    lanes sums[BLOCK] = {all(0), all(0), all(0), all(0)};
    for (int t = 0; t < taps; t++) {
      const lanes part = down[t][j] * shares[t];
      for (int i = 0; i < n; i++) {
        sums[i] = t == 0 ? part * across[t][i] : sums[i] + part * across[t][i];
      }
    }
    lanes rows[4];
    transpose(sums[0], sums[1], sums[2], sums[3], rows);
    __builtin_memcpy(weights->rows[j], rows, sizeof rows);
  }
}

INLINE void weigh_and_add(const struct curl_picture *picture, const struct tap_boxes *boxes,
                          lanes first_x, lanes first_y, int taps, int n, uint32_t active,
                          struct block_weights *weights, quad *means) {
  weigh(boxes, first_x, first_y, taps, n, weights);
  const struct curl_level *level = &picture->levels[0];
  switch (picture->levels[0].form) {
  case CURL_FLOATS: add_blocks(level, CURL_FLOATS, active, n, weights, means); break;
  case CURL_HALVES: add_blocks(level, CURL_HALVES, active, n, weights, means); break;
  default: add_blocks(level, CURL_FIXED_POINT, active, n, weights, means);
  }
}

// The same as `weigh` and `add_blocks` of one tap a pixel in blocks of 2 × 2 texels, of sixteen pixels whose
// blocks begin at texels side by side.
INLINE void add_run(const struct curl_level *level, int form, const struct tap_boxes *boxes,
                    lanes first_x, lanes first_y, int64_t first, quad *means) {
  lanes across[4][BLOCK], down[4][BLOCK], weights[2][2];
  const lanes share = boxes->weight[0] / ((boxes->high_x[0] - boxes->low_x[0]) *
                                          (boxes->high_y[0] - boxes->low_y[0]));
  overlaps(boxes->low_x, boxes->high_x, first_x, 1, 2, across);
  overlaps(boxes->low_y, boxes->high_y, first_y, 1, 2, down);
  for (int j = 0; j < 2; j++) {
    const lanes part = down[0][j] * share;
    for (int i = 0; i < 2; i++) weights[j][i] = part * across[0][i];
  }
#define ADD_FOUR(k)                                                                              \
  {                                                                                              \
    texels4 sums[2];                                                                             \
    for (int i = 0; i < 2; i++) {                                                                \
      sums[i] = FOUR_OF(weights[0][i], k) * four_texels(level->texels, first + k + i, form); \
      sums[i] += FOUR_OF(weights[1][i], k) *                                                     \
                 four_texels(level->texels, first + level->stride + k + i, form);            \
    }                                                                                            \
    sums[0] += sums[1];                                                                          \
    __builtin_memcpy(means + k, sums, sizeof *sums);                                             \
  }
  ADD_FOUR(0)
  ADD_FOUR(4)
  ADD_FOUR(8)
  ADD_FOUR(12)
#undef ADD_FOUR
}

// Weighted sums of a picture's means over the boxes of `taps` taps, for each `active` pixel whose boxes fit
// in a block of the finest level. Returns these pixels; the means of others stay as they are.
//
// Texels count as they are stored: weights have the picture's unit.
INLINE uint32_t block_means(const struct curl_picture *picture, const struct tap_boxes *boxes,
                            int taps, uint32_t active, quad *means) {
  const struct curl_level *level = &picture->levels[0];
  const int32_t width = level->width, height = level->height;
  if (!level->texels || width < BLOCK || height < BLOCK || level->stride * height > INT32_MAX) {
    return 0;
  }
  lanes left = boxes->low_x[0], top = boxes->low_y[0];
  lanes right = boxes->high_x[0], bottom = boxes->high_y[0];
  lanes side = least(right - left, bottom - top);
  for (int t = 1; t < taps; t++) {
    side = least(side, least(boxes->high_x[t] - boxes->low_x[t], boxes->high_y[t] - boxes->low_y[t]));
    left = least(left, boxes->low_x[t]);
    top = least(top, boxes->low_y[t]);
    right = most(right, boxes->high_x[t]);
    bottom = most(bottom, boxes->high_y[t]);
  }
  const whole column =
      __builtin_convertvector(least(most(left, all(0)), all((float)(width - BLOCK))), whole);
  const whole row =
      __builtin_convertvector(least(most(top, all(0)), all((float)(height - BLOCK))), whole);
  const lanes first_x = __builtin_convertvector(column, lanes);
  const lanes first_y = __builtin_convertvector(row, lanes);
  const lanes reach = most(right - first_x, bottom - first_y);
  active &= bits((left >= picture->offset_x) & (top >= picture->offset_y) &
                 (right <= picture->high_x) & (bottom <= picture->high_y) & (reach <= BLOCK) & (side > BLOCK_LEAST_SIDE));
  if (!active) return 0;
  const whole order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  struct block_weights weights;
  const whole first = row * (int32_t)level->stride + column;
  __builtin_memcpy(weights.first, &first, sizeof first);
  // Texels beyond all boxes have no weight: read only as large a block as the boxes need.
  if (bits(reach > 3) & active) {
    weigh_and_add(picture, boxes, first_x, first_y, taps, 4, active, &weights, means);
  } else if (taps > 1 || (bits(reach > 2) & active)) {
    weigh_and_add(picture, boxes, first_x, first_y, taps, 3, active, &weights, means);
  } else if (active == 0xffff && !bits(first != first[0] + order)) {
    switch (picture->levels[0].form) {
    case CURL_FLOATS: add_run(level, CURL_FLOATS, boxes, first_x, first_y, first[0], means); break;
    case CURL_HALVES: add_run(level, CURL_HALVES, boxes, first_x, first_y, first[0], means); break;
    default: add_run(level, CURL_FIXED_POINT, boxes, first_x, first_y, first[0], means);
    }
  } else {
    weigh_and_add(picture, boxes, first_x, first_y, taps, 2, active, &weights, means);
  }
  return active;
}
