// Means over boxes of taps without wide instructions: twins of those in taps.h, one pixel at a time.
#pragma once

#include "CurlTaps.h"

static int32_t lesser(int32_t a, int32_t b) {
  return a < b ? a : b;
}

static int32_t greater(int32_t a, int32_t b) {
  return a > b ? a : b;
}

static int32_t size_of(int32_t a) {
  return a < 0 ? -a : a;
}

// See `snapped` in means.h.
static int32_t snapped1(int32_t at) {
  const int32_t edge = (at + (1 << 12)) & -(1 << 13), away = size_of(at - edge);
  const int32_t left = greater(away - greater((1 << 5) - away, 0), 0);
  return at < edge ? edge - left : edge + left;
}

// The shares of a box before the ends of a block's first texels, see `shares`.
static void shares1(int32_t edge, int32_t part, int32_t size, int32_t factor, int32_t inverse, int n,
                    int is_half, int snaps, int32_t *out) {
  if (is_half) {
    for (int i = 0; i < n - 1; i++) {
      out[i] = lesser(greater(4 * (lesser(edge + (i << 14), 32767) - part), 0), 32767);
    }
    return;
  }
  int32_t at = edge - part, side = size;
  if (snaps && size >= 1 << 12) {
    const int32_t high = snapped1(at - size);
    at = snapped1(at);
    side = at - high;
  }
  for (int i = 0; i < n - 1; i++) {
    const uint32_t held = (uint32_t)lesser(greater(at, 0), size);
    const uint32_t wide = (held * (uint32_t)factor & 0xffff) * (uint32_t)inverse >> 16;
    out[i] = snaps && at >= side ? 32767 : lesser((int32_t)wide, 32767);
    at = lesser(at + (n == 3 ? 1 << 14 : 1 << 13), 32767);
  }
}

static int32_t times1(int32_t a, int32_t b) {
  return (a * b + (1 << 14)) >> 15;
}

static void means_plain(const struct curl_page *page, const struct curl_boxes *it, int64_t count,
                        uint16_t *linear, int is_half, int holds) {
  const int n = page->rows;
  for (int64_t i = 0; i < count; i++) {
    int32_t sums[4][4] = {{0}}, colour[4] = {0};
    for (int k = 0; k < 4; k++) {
      int32_t a[3], b[3];
      shares1(it->x[k][i], it->part_x[i], it->size_x[i], it->factor_x[i], it->inverse_x[i], n, is_half,
              page->snaps, a);
      shares1(it->y[k][i], it->part_y[i], it->size_y[i], it->factor_y[i], it->inverse_y[i], n, is_half,
              page->snaps, b);
      for (int c = 0; c < n - 1; c++) sums[n - 1][c] += a[c] >> 1;
      for (int r = 0; r < n - 1; r++) {
        for (int c = 0; c < n - 1; c++) sums[r][c] += times1(a[c] >> 1, b[r]);
        sums[r][n - 1] += b[r] >> 1;
      }
    }
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n; c++) sums[r][c] >>= 1;
    }
    sums[n - 1][n - 1] = 4 * 16383 / 2;
    const uint16_t *at = page->texels + 4 * (int64_t)it->texels[i];
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n; c++) {
        const int32_t left = c > 0 ? sums[r][c - 1] : 0, above = r > 0 ? sums[r - 1][c] : 0;
        const int32_t both = r > 0 && c > 0 ? sums[r - 1][c - 1] : 0;
        const uint16_t *texel = at + 4 * (r * page->stride + c);
        for (int v = 0; v < 4; v++) colour[v] += (sums[r][c] - left - above + both) * texel[v];
      }
    }
    for (int v = 0; v < 4; v++) {
      const int32_t value = (colour[v] + (1 << 14)) >> 15;
      linear[4 * i + v] = (uint16_t)lesser(greater(value, holds ? 0 : -32768), 32767);
    }
  }
}

static void pair_means_plain(const struct curl_page *page, const struct curl_pairs *it, int64_t count,
                             uint16_t *linear) {
  for (int64_t i = 0; i < count; i++) {
    int32_t colour[4] = {0};
    for (int r = 0; r < page->rows; r++) {
      const uint16_t *texel = page->texels + 4 * (it->texels[i] + r * page->stride);
      for (int c = 0; c < 4; c++, texel += 4) {
        const int32_t weight = times1(it->columns[16 * c + i], it->rows[0][r][i]) +
                               times1(it->columns[16 * (4 + c) + i], it->rows[1][r][i]);
        for (int v = 0; v < 4; v++) colour[v] += weight * texel[v];
      }
    }
    for (int v = 0; v < 4; v++) {
      linear[4 * i + v] = (uint16_t)lesser(greater((colour[v] + (1 << 14)) >> 15, 0), 32767);
    }
  }
}

static void flap_plain(const struct curl_page *page, const struct curl_quad *quad,
                       const struct curl_walk *walk, int64_t count, uint16_t *linear, int is_half) {
  struct curl_boxes boxes;
  for (int i = 0; i < 16; i++) {
    for (int k = 0; k < 4; k++) {
      boxes.x[k][i] = quad->x[k];
      boxes.y[k][i] = quad->y[k];
    }
    boxes.size_x[i] = quad->size_x;
    boxes.size_y[i] = quad->size_y;
    boxes.factor_x[i] = quad->factor_x;
    boxes.factor_y[i] = quad->factor_y;
    boxes.inverse_x[i] = quad->inverse_x;
    boxes.inverse_y[i] = quad->inverse_y;
  }
  const int bits = page->rows == 3 ? 2 : 3;
  for (int64_t from = 0; from < count; from += 16) {
    for (int i = 0; i < 16; i++) {
      const int32_t x = (int32_t)((walk->x + from * walk->dx) >> 16) + (int32_t)((i * walk->dx) >> 16);
      const int32_t y = (int32_t)((walk->y + from * walk->dy) >> 16) + (int32_t)((i * walk->dy) >> 16);
      boxes.part_x[i] = (int16_t)((x & 0xffff) >> bits);
      boxes.part_y[i] = (int16_t)((y & 0xffff) >> bits);
      boxes.texels[i] = (y >> 16) * (int32_t)page->stride + (x >> 16);
    }
    means_plain(page, &boxes, count - from < 16 ? count - from : 16, linear + 4 * from,
                is_half, 0);
  }
}
