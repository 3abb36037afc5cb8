// Means of a picture over the taps of a sheet's pixels, sixteen pixels at once.
#pragma once

#include "texels.h"
#include "surface.h"

// Boxes of up to four taps in each of sixteen pixels.
struct window {
  int32_t taps;
  struct tap_boxes boxes;
};

// Adds a tap: a box of ex × ey page pixels centred on (x, y). Where its weight is 0, it is not seen.
INLINE void add_tap(struct window *window, const struct curl_picture *picture, lanes x, lanes y,
                    lanes ex, lanes ey, lanes weight) {
  const int n = window->taps++;
  struct tap_boxes *boxes = &window->boxes;
  const lanes cx = x * picture->scale_x + picture->offset_x;
  const lanes cy = y * picture->scale_y + picture->offset_y;
  const lanes sx = ex * picture->scale_x, sy = ey * picture->scale_y;
  const lanes hx = sx / 2, hy = sy / 2;
  const lanes left = all(picture->offset_x), right = all(picture->high_x);
  const lanes top = all(picture->offset_y), bottom = all(picture->high_y);
  const int is_store = picture->is_store;
  boxes->low_x[n] = box_ends_at(cx - hx, sx, left, right, is_store);
  boxes->low_y[n] = box_ends_at(cy - hy, sy, top, bottom, is_store);
  boxes->high_x[n] = box_ends_at(cx + hx, sx, left, right, is_store);
  boxes->high_y[n] = box_ends_at(cy + hy, sy, top, bottom, is_store);
  boxes->weight[n] = picture->unit * most(weight, all(0));
}

// Replaces boxes of no weight by others of their pixels.
INLINE void place_unseen(struct window *window) {
  struct tap_boxes *boxes = &window->boxes;
  lanes low_x = boxes->low_x[0], low_y = boxes->low_y[0];
  lanes high_x = boxes->high_x[0], high_y = boxes->high_y[0];
  for (int n = 1; n < window->taps; n++) {
    const whole counts = boxes->weight[n] > 0;
    low_x = pick(counts, boxes->low_x[n], low_x);
    low_y = pick(counts, boxes->low_y[n], low_y);
    high_x = pick(counts, boxes->high_x[n], high_x);
    high_y = pick(counts, boxes->high_y[n], high_y);
  }
  for (int n = 0; n < 4; n++) {
    const whole counts = n < window->taps ? boxes->weight[n] > 0 : (whole){0};
    boxes->low_x[n] = pick(counts, boxes->low_x[n], low_x);
    boxes->low_y[n] = pick(counts, boxes->low_y[n], low_y);
    boxes->high_x[n] = pick(counts, boxes->high_x[n], high_x);
    boxes->high_y[n] = pick(counts, boxes->high_y[n], high_y);
    if (n >= window->taps) boxes->weight[n] = all(0);
  }
}

// Sums the weighted means of a picture over each `wanted` pixel's taps. Returns the pixels whose taps fit
// a block of texels; the sums of others stay as they are.
OUTLINE whole see_window(struct window *window, const struct curl_picture *picture, whole wanted,
                         quad sums[LANES]) {
  if (window->taps == 1) {
    return mask_of(block_means(picture, &window->boxes, 1, bits(wanted), sums));
  }
  place_unseen(window);
  return mask_of(block_means(picture, &window->boxes, 4, bits(wanted), sums));
}

// The means of a picture over one box for each lane that is `wanted`.
OUTLINE void box_means(const struct curl_picture *picture, lanes x, lanes y, lanes ex, lanes ey,
                       whole wanted, quad means[LANES]) {
  struct window window;
  window.taps = 0;
  add_tap(&window, picture, x, y, ex, ey, all(1));
  const whole done = see_window(&window, picture, wanted, means);
  for (uint32_t rest = bits(wanted & ~done); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    means[i] = box_mean(picture, x[i], y[i], ex[i], ey[i]);
  }
}
