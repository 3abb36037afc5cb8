// The filter for several taps of a pixel at once, if they all lie in a window of 4 × 4 texels: it adds up
// the taps' weights first, then reads each texel once. One pixel per lane.
#pragma once

#include "filter.h"
#include "surface.h"

// Largest number of taps per pixel.
#define WINDOW_TAPS 4

// A pixel's taps on a picture: low and high edges, texels, and the weight of each tap.
struct window {
  int32_t taps;
  lanes low_x[WINDOW_TAPS], low_y[WINDOW_TAPS], high_x[WINDOW_TAPS], high_y[WINDOW_TAPS];
  lanes weight[WINDOW_TAPS];
};

// Whether a picture has texels for a window.
INLINE int has_windows(const struct curl_picture *picture) {
  return picture->levels[0].texels && picture->levels[0].width >= 4 && picture->levels[0].height >= 4;
}

// Adds a tap: a box of ex × ey page pixels centred on (x, y).
INLINE void add_tap(struct window *window, const struct curl_picture *picture, lanes x, lanes y,
                    lanes ex, lanes ey, lanes weight) {
  const int n = window->taps++;
  const lanes cx = x * picture->scale_x + picture->offset_x;
  const lanes cy = y * picture->scale_y + picture->offset_y;
  const lanes sx = ex * picture->scale_x, sy = ey * picture->scale_y;
  const lanes hx = sx / 2, hy = sy / 2;
  const lanes left = all(picture->offset_x), right = all(picture->high_x);
  const lanes top = all(picture->offset_y), bottom = all(picture->high_y);
  const int is_store = picture->is_store;
  window->low_x[n] = box_ends_at(cx - hx, sx, left, right, is_store);
  window->low_y[n] = box_ends_at(cy - hy, sy, top, bottom, is_store);
  window->high_x[n] = box_ends_at(cx + hx, sx, left, right, is_store);
  window->high_y[n] = box_ends_at(cy + hy, sy, top, bottom, is_store);
  window->weight[n] = weight;
}

// Four texels under their weights.
INLINE texels4 window_row(const void *texels, int form, quad weights) {
  return four_texels(texels, 0, form) *
         __builtin_shufflevector(weights, weights, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

// Sums the weighted means of a picture over each `wanted` pixel's taps. Returns the pixels whose taps fit
// the window; the sums of others stay as they are.
OUTLINE whole see_window(const struct window *window, const struct curl_picture *picture,
                        whole wanted, quad sums[LANES]) {
  const int32_t width = picture->levels[0].width, height = picture->levels[0].height;
  lanes first_x = window->low_x[0], first_y = window->low_y[0];
  lanes last_x = window->high_x[0], last_y = window->high_y[0];
  whole is_thin = {0};
  for (int n = 0; n < window->taps; n++) {
    const whole counts = window->weight[n] > 0;
    first_x = pick(counts, least(first_x, window->low_x[n]), first_x);
    first_y = pick(counts, least(first_y, window->low_y[n]), first_y);
    last_x = pick(counts, most(last_x, window->high_x[n]), last_x);
    last_y = pick(counts, most(last_y, window->high_y[n]), last_y);
    // A tap of almost no extent stands for its nearest texel: left to the caller.
    is_thin |= counts & ((window->high_x[n] - window->low_x[n] < 1e-4f) |
                         (window->high_y[n] - window->low_y[n] < 1e-4f));
  }
  const whole held_x = __builtin_convertvector(least(first_x, all((float)(width - 4))), whole);
  const whole held_y = __builtin_convertvector(least(first_y, all((float)(height - 4))), whole);
  const lanes x = __builtin_convertvector(held_x, lanes);
  const lanes y = __builtin_convertvector(held_y, lanes);
  const whole fits = wanted & ~is_thin & (last_x - x <= 4) & (last_y - y <= 4);
  if (!any(fits)) return fits;
  const struct curl_level *level = &picture->levels[0];
  const int form = picture->levels[0].form;
  const int64_t size = form == CURL_FLOATS ? 16 : 8, pitch = level->stride * size;
  // Neighbours along a row of the frame lie in other rows of the picture: all of them are on their
  // way while the weights are found.
  const char *texels[LANES];
  for (uint32_t rest = bits(fits); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    texels[i] = (const char *)level->texels + held_y[i] * pitch + held_x[i] * size;
    for (int k = 0; k < 3; k++) __builtin_prefetch(texels[i] + k * pitch);
  }
  lanes weights[4][4] = {{{0}}};
  for (int n = 0; n < window->taps; n++) {
    const lanes lx = window->low_x[n] - x, hx = window->high_x[n] - x;
    const lanes ly = window->low_y[n] - y, hy = window->high_y[n] - y;
    const lanes area = (hx - lx) * (hy - ly);
    const lanes scale = pick(window->weight[n] > 0, window->weight[n] / area, all(0));
    lanes across[4];
    for (int k = 0; k < 4; k++) {
      const float left = (float)k;
      across[k] = most(least(all(left + 1), hx) - most(all(left), lx), all(0));
    }
    for (int k = 0; k < 4; k++) {
      const float top = (float)k;
      const lanes down = scale * most(least(all(top + 1), hy) - most(all(top), ly), all(0));
      for (int j = 0; j < 4; j++) weights[k][j] += down * across[j];
    }
  }
  // A pixel's sixteen weights side by side.
  quad own[4][LANES];
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < LANES; i += 4) {
      quad a, b, c, d;
      __builtin_memcpy(&a, (const float *)&weights[k][0] + i, sizeof a);
      __builtin_memcpy(&b, (const float *)&weights[k][1] + i, sizeof b);
      __builtin_memcpy(&c, (const float *)&weights[k][2] + i, sizeof c);
      __builtin_memcpy(&d, (const float *)&weights[k][3] + i, sizeof d);
      const quad ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
      const quad AB = __builtin_shufflevector(a, b, 2, 6, 3, 7);
      const quad cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
      const quad CD = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      own[k][i] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
      own[k][i + 1] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
      own[k][i + 2] = __builtin_shufflevector(AB, CD, 0, 1, 4, 5);
      own[k][i + 3] = __builtin_shufflevector(AB, CD, 2, 3, 6, 7);
    }
  }
  const whole rows = ceiling(last_y - y);
  for (uint32_t rest = bits(fits); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    const char *first = texels[i];
    texels4 row = window_row(first, form, own[0][i]);
    if (rows[i] > 1) row += window_row(first + pitch, form, own[1][i]);
    if (rows[i] > 2) row += window_row(first + 2 * pitch, form, own[2][i]);
    if (rows[i] > 3) row += window_row(first + 3 * pitch, form, own[3][i]);
    const quad a = __builtin_shufflevector(row, row, 0, 1, 2, 3);
    const quad b = __builtin_shufflevector(row, row, 4, 5, 6, 7);
    const quad c = __builtin_shufflevector(row, row, 8, 9, 10, 11);
    const quad d = __builtin_shufflevector(row, row, 12, 13, 14, 15);
    sums[i] = picture->unit * ((a + b) + (c + d));
  }
  return fits;
}

// The means of a picture over one box for each lane that is `wanted`.
OUTLINE void box_means(const struct curl_picture *picture, lanes x, lanes y, lanes ex, lanes ey,
                      whole wanted, quad means[LANES]) {
  whole done = {0};
  if (has_windows(picture)) {
    struct window window;
    window.taps = 0;
    add_tap(&window, picture, x, y, ex, ey, pick(wanted, all(1), all(0)));
    done = see_window(&window, picture, wanted, means);
  }
  for (uint32_t rest = bits(wanted & ~done); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    means[i] = box_mean(picture, x[i], y[i], ex[i], ey[i]);
  }
}
