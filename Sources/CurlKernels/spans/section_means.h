// Means of a picture over one or two boxes per lane, and their weighted sums by pixel. Twin of boxMean in
// Filter.swift.
//
// Boxes that fit in a window of four columns and eight rows are summed there, and each texel is read once.
// Other boxes go to the filter one at a time.
#pragma once

#include "filter.h"
#include "surface.h"

INLINE lanes lanes_at(const float *v) {
  lanes l;
  __builtin_memcpy(&l, v, sizeof l);
  return l;
}

INLINE void put_lanes(float *v, lanes l) {
  __builtin_memcpy(v, &l, sizeof l);
}

// Rows of a window.
#define WINDOW_ROWS 8

// Windows of four columns and several rows of texels around one or two boxes per lane, which share their
// columns: the boxes' ends from the first column on, the first column and row, and the weight of each row.
struct windows {
  float low_x[LANES], high_x[LANES], rows[WINDOW_ROWS][LANES];
  int32_t column[LANES], row[LANES];
  // Bit sets of lanes: boxes that a window holds; that one, two, three, four of its rows hold.
  uint32_t fit, one, two, three, four;
};

// One box of each lane along y: its centre and side, and the weight of its mean.
struct box {
  lanes y, ey, weight;
};

INLINE whole held_whole(whole v, int32_t most) {
  return (v & (v < most)) | ((most - (whole){0}) & ~(v < most));
}

INLINE void windows_of(const struct curl_picture *picture, lanes x, lanes ex,
                       const struct box *boxes, int count, struct windows *w) {
  const lanes left = all(picture->offset_x), right = all(picture->high_x);
  const lanes above = all(picture->offset_y), below = all(picture->high_y);
  const int is_store = picture->is_store;
  x = x * picture->scale_x + picture->offset_x;
  ex *= picture->scale_x;
  const lanes low_x = box_ends_at(x - ex / 2, ex, left, right, is_store);
  const lanes high_x = box_ends_at(x + ex / 2, ex, left, right, is_store);
  whole fits = high_x - low_x > 1e-3f;
  lanes low[2], high[2], least_low = below, most_high = above;
  for (int i = 0; i < count; i++) {
    const lanes y = boxes[i].y * picture->scale_y + picture->offset_y;
    const lanes ey = boxes[i].ey * picture->scale_y;
    low[i] = box_ends_at(y - ey / 2, ey, above, below, is_store);
    high[i] = box_ends_at(y + ey / 2, ey, above, below, is_store);
    const whole counts = boxes[i].weight > 0;
    least_low = pick(counts & (low[i] < least_low), low[i], least_low);
    most_high = pick(counts & (high[i] > most_high), high[i], most_high);
    fits &= ~counts | ((high[i] - low[i] > 1e-3f) & ~((ex >= 8) & (ey >= 8)));
  }
  const int32_t last_x = picture->levels[0].width - 4, last_y = picture->levels[0].height - 4;
  const whole column = held_whole(__builtin_convertvector(low_x, whole), last_x);
  const whole row = held_whole(__builtin_convertvector(least_low, whole), last_y);
  const lanes first = __builtin_convertvector(row, lanes);
  fits &= (high_x - __builtin_convertvector(column, lanes) <= 4) &
          (most_high - first <= WINDOW_ROWS);
  w->fit = picture->levels[0].texels && last_x >= 0 && last_y >= 0 ? bits(fits) : 0;
  w->four = bits(most_high - first <= 4);
  w->three = bits(most_high - first <= 3);
  w->two = bits(most_high - first <= 2);
  w->one = bits(most_high - first <= 1);
  const lanes origin = __builtin_convertvector(column, lanes);
  put_lanes(w->low_x, low_x - origin);
  put_lanes(w->high_x, high_x - origin);
  __builtin_memcpy(w->column, &column, sizeof column);
  __builtin_memcpy(w->row, &row, sizeof row);
  lanes scale[2];
  for (int i = 0; i < count; i++) {
    const lanes area = (high_x - low_x) * (high[i] - low[i]);
    scale[i] = pick(boxes[i].weight > 0, picture->unit * boxes[i].weight / area, all(0));
  }
  const int row_count = w->fit & ~w->four ? WINDOW_ROWS : 4;
  for (int k = 0; k < row_count; k++) {
    const lanes top = first + (float)k;
    lanes sum = all(0);
    for (int i = 0; i < count; i++) {
      sum += scale[i] * most(least(top + 1, high[i]) - most(top, low[i]), all(0));
    }
    put_lanes(w->rows[k], sum);
  }
}

// The weighted sum of a window's texels, one quad for each of the four columns.
INLINE lanes window_sum(const struct curl_level *level, int form, const struct windows *w, int i,
                        int rows) {
  const lanes left = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  const lanes across =
      most(least(left + 1, all(w->high_x[i])) - most(left, all(w->low_x[i])), all(0));
  int64_t at = w->row[i] * level->stride + w->column[i];
  lanes sum = w->rows[0][i] * four_texels(level->texels, at, form);
  for (int k = 1; k < rows; k++) {
    at += level->stride;
    sum += w->rows[k][i] * four_texels(level->texels, at, form);
  }
  return sum * across;
}

INLINE lanes any_window_sum(const struct curl_level *level, int form, const struct windows *w,
                            int i) {
  if (w->one >> i & 1) return window_sum(level, form, w, i, 1);
  if (w->two >> i & 1) return window_sum(level, form, w, i, 2);
  if (w->three >> i & 1) return window_sum(level, form, w, i, 3);
  if (w->four >> i & 1) return window_sum(level, form, w, i, 4);
  // A row without weight isn't read: it may lie beyond the picture.
  int rows = WINDOW_ROWS;
  while (rows > 5 && w->rows[rows - 1][i] == 0) rows--;
  return window_sum(level, form, w, i, rows);
}

// Adds the sums of some windows to the sums of their pixels.
INLINE void add_windows(const struct curl_level *level, int form, const struct windows *w,
                        uint32_t wanted, const uint8_t *pixel, lanes *sums) {
  for (uint32_t left = wanted; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    sums[pixel[i]] += any_window_sum(level, form, w, i);
  }
}

// The sum of the four quads of `v`.
INLINE quad folded(lanes v) {
  const quad a = __builtin_shufflevector(v, v, 0, 1, 2, 3);
  const quad b = __builtin_shufflevector(v, v, 4, 5, 6, 7);
  const quad c = __builtin_shufflevector(v, v, 8, 9, 10, 11);
  const quad d = __builtin_shufflevector(v, v, 12, 13, 14, 15);
  return (a + b) + (c + d);
}

INLINE void add_quad(lanes *sum, quad add) {
  quad first;
  __builtin_memcpy(&first, sum, sizeof first);
  first += add;
  __builtin_memcpy(sum, &first, sizeof first);
}

// Adds a picture's means over boxes, times their weights, to the sums of the boxes' pixels.
OUTLINE void add_means(const struct curl_picture *picture, lanes x, lanes ex,
                       const struct box *boxes, int count, whole mask, const uint8_t *pixel,
                       lanes *sums) {
  struct windows w;
  windows_of(picture, x, ex, boxes, count, &w);
  const uint32_t wanted = bits(mask);
  const struct curl_level *level = &picture->levels[0];
  switch (level->form) {
  case CURL_FLOATS: add_windows(level, CURL_FLOATS, &w, wanted & w.fit, pixel, sums); break;
  case CURL_HALVES: add_windows(level, CURL_HALVES, &w, wanted & w.fit, pixel, sums); break;
  default: add_windows(level, CURL_FIXED_POINT, &w, wanted & w.fit, pixel, sums);
  }
  for (uint32_t left = wanted & ~w.fit; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    for (int k = 0; k < count; k++) {
      const float weight = boxes[k].weight[i];
      if (weight <= 0) continue;
      add_quad(&sums[pixel[i]], weight * box_mean(picture, x[i], boxes[k].y[i], ex[i], boxes[k].ey[i]));
    }
  }
}

// Means of a picture over boxes.
OUTLINE void means_of(const struct curl_picture *picture, lanes x, lanes ex, lanes y, lanes ey,
                      whole mask, quad *means) {
  const struct box box = {y, ey, all(1)};
  struct windows w;
  windows_of(picture, x, ex, &box, 1, &w);
  for (uint32_t left = bits(mask); left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    means[i] = w.fit >> i & 1 ? folded(any_window_sum(&picture->levels[0], picture->levels[0].form, &w, i))
                              : box_mean(picture, x[i], y[i], ex[i], ey[i]);
  }
}
