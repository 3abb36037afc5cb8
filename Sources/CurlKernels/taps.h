// The kernels `curl_flap` and `curl_box_means` in registers of BITS bits.
#pragma once

#include "means.h"

// Stores the linear light of pixels by four sums: of four neighbours and, if registers hold two pixels, of the
// four that lie eight further.
// `holds`: means slightly below zero are stored as zero.
INLINE void store_four(const wide sums[4], uint16_t *linear, uint16_t *further, int holds) {
  const __m256i low = _mm256_set1_epi16(holds ? 0 : -32768);
#if BITS == 512
  const __m256i a = _mm256_max_epi16(linear_of(sums[0], sums[1]), low);
  const __m256i b = _mm256_max_epi16(linear_of(sums[2], sums[3]), low);
  const __m256i second = _mm256_unpackhi_epi64(a, b);
  _mm256_storeu_si256((__m256i *)further, _mm256_permute4x64_epi64(second, _MM_SHUFFLE(3, 1, 2, 0)));
  const __m256i first = _mm256_unpacklo_epi64(a, b);
#else
  (void)further;
  const __m256i a = _mm256_add_epi32(even_parts(sums[0], sums[1]), odd_parts(sums[0], sums[1]));
  const __m256i b = _mm256_add_epi32(even_parts(sums[2], sums[3]), odd_parts(sums[2], sums[3]));
  const __m256i first = _mm256_max_epi16(_mm256_packs_epi32(rounded(a), rounded(b)), low);
#endif
  _mm256_storeu_si256((__m256i *)linear, _mm256_permute4x64_epi64(first, _MM_SHUFFLE(3, 1, 2, 0)));
}

// Two registers of 32-bit numbers 0…65535 in 16 bits each.
INLINE wide packed(wide a, wide b) {
  // Packing mixes quarters.
#if BITS == 512
  return _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), _mm512_packus_epi32(a, b));
#else
  return _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), _MM_SHUFFLE(3, 1, 2, 0));
#endif
}

// Reorders dwords: from four rows to one of each per pixel.
INLINE void by_pixel(const wide rows[4], wide out[4]) {
  const wide a = W(unpacklo_epi32)(rows[0], rows[1]), b = W(unpackhi_epi32)(rows[0], rows[1]);
  const wide c = W(unpacklo_epi32)(rows[2], rows[3]), d = W(unpackhi_epi32)(rows[2], rows[3]);
  out[0] = W(unpacklo_epi64)(a, c);
  out[1] = W(unpackhi_epi64)(a, c);
  out[2] = W(unpacklo_epi64)(b, d);
  out[3] = W(unpackhi_epi64)(b, d);
}

// Boxes along an axis: their sides and the sides' inverses in two factors.
struct sides {
  wide size, factor, inverse;
};

// The shares of boxes before the ends of the first texels of a block of `n`; `edge` − `part` is the distance
// from a box's low edge to the first one. `is_half`: sides are half a texel, 1/2^14.
INLINE void shares(const struct sides *it, wide edge, wide part, int n, int is_half, int snaps,
                   wide *out) {
  if (is_half) {
    for (int i = 0; i < n - 1; i++) {
      wide x = W(subs_epi16)(edge, part);
      x = W(adds_epi16)(x, x);
      x = W(adds_epi16)(x, x);
      out[i] = W(max_epi16)(x, zero());
      edge = W(adds_epi16)(edge, W(set1_epi16)(1 << 14));
    }
    return;
  }
  wide x = W(subs_epi16)(edge, part);
  const wide side = snaps ? snapped_sides(&x, it->size) : it->size;
  for (int i = 0; i < n - 1; i++) {
    out[i] = before(x, it->size, it->factor, it->inverse, side, W(set1_epi16)(32767), snaps);
    x = W(adds_epi16)(x, W(set1_epi16)(n == 3 ? 1 << 14 : 1 << 13));
  }
}

// Boxes of SHORTS pixels, a lane for each: see `curl_boxes`.
struct box_lanes {
  wide x[4], y[4], part_x, part_y;
  struct sides across, down;
};

// Reorders weights by texel, `between`, to weights by pixel, of pixels 0…7 or, if registers hold two pixels, of
// each and the one eight further; then of the rest.
INLINE void to_pixels(const wide between[4][4], wide weights[16]) {
  // In each part, low unpacking takes pixels 0–3, high 4–7.
  wide near[2][4], far[2][4];
  for (int r = 0; r < 4; r++) {
    near[0][r] = W(unpacklo_epi16)(between[r][0], between[r][1]);
    near[1][r] = W(unpackhi_epi16)(between[r][0], between[r][1]);
    far[0][r] = W(unpacklo_epi16)(between[r][2], between[r][3]);
    far[1][r] = W(unpackhi_epi16)(between[r][2], between[r][3]);
  }
  for (int half = 0; half < 2; half++) {
    wide left[4], right[4];
    by_pixel(near[half], left);
    by_pixel(far[half], right);
    for (int i = 0; i < 4; i++) {
      wide both[2];
      neighbours(left[i], right[i], both);
      weights[4 * half + i] = both[0];
      weights[8 + 4 * half + i] = both[1];
    }
  }
}

// The weights of the texels in the pixels' blocks, see `to_pixels`.
INLINE void weigh_boxes(const struct box_lanes *it, wide weights[16], const int n, const int is_half,
                        const int snaps) {
  // Shares of the pixel before a row's end and a column's; the last of them are before a column's or a
  // row's end alone.
  wide sums[4][4];
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < n; c++) sums[r][c] = zero();
  }
  for (int k = 0; k < 4; k++) {
    wide a[3], b[3];
    shares(&it->across, it->x[k], it->part_x, n, is_half, snaps, a);
    shares(&it->down, it->y[k], it->part_y, n, is_half, snaps, b);
    for (int c = 0; c < n - 1; c++) {
      a[c] = W(srli_epi16)(a[c], 1);
      sums[n - 1][c] = W(add_epi16)(sums[n - 1][c], a[c]);
    }
    for (int r = 0; r < n - 1; r++) {
      for (int c = 0; c < n - 1; c++) {
        sums[r][c] = W(add_epi16)(sums[r][c], W(mulhrs_epi16)(a[c], b[r]));
      }
      sums[r][n - 1] = W(add_epi16)(sums[r][n - 1], W(srli_epi16)(b[r], 1));
    }
  }
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < n; c++) sums[r][c] = W(srli_epi16)(sums[r][c], 1);
  }
  sums[n - 1][n - 1] = W(set1_epi16)(4 * 16383 / 2);
  // From shares before the ends to weights between them, column by column, then row by row.
  wide between[4][4];
  for (int r = 0; r < 4; r++) {
    for (int c = 0; c < 4; c++) {
      between[r][c] = r >= n || c >= n ? zero()
                      : c == 0         ? sums[r][0]
                                       : W(sub_epi16)(sums[r][c], sums[r][c - 1]);
    }
  }
  for (int r = n - 1; r > 0; r--) {
    for (int c = 0; c < n; c++) between[r][c] = W(sub_epi16)(between[r][c], between[r - 1][c]);
  }
  to_pixels(between, weights);
}

// The means of the first `rest` of SHORTS pixels. Texels `ahead` of them are prefetched.
INLINE void add_boxes(const struct curl_page *page, const int32_t *texel, const wide weights[16],
                      int64_t rest, int64_t ahead, uint16_t *linear, const int n, const int holds) {
  for (int first = 0; first < 16; first += 4) {
    // The first pixel; where registers hold two, the other one lies eight further.
    const int64_t pixel = first < 8 ? first : first - 8 + SHORTS / 2;
    if (pixel >= rest) continue;
    wide means[4];
    for (int k = 0; k < 4; k++) {
      const uint16_t *at[TWO];
      for (int j = 0; j < TWO; j++) {
        const int64_t i = pixel + k + 8 * j;
        at[j] = page->texels + 4 * (int64_t)texel[i < rest ? i : 0];
        _mm_prefetch((const char *)(at[j] + ahead), _MM_HINT_T0);
        _mm_prefetch((const char *)(at[j] + ahead + 8 * page->stride), _MM_HINT_T0);
      }
      means[k] = mean(at, page->stride, weights[first + k], n);
    }
    const int64_t further = pixel + 8 * (TWO - 1);
    if (further + 4 <= rest) {
      store_four(means, linear + 4 * pixel, linear + 4 * further, holds);
      continue;
    }
    uint16_t block[4 * 16];
    store_four(means, block, block + 4 * 8 * (TWO - 1), holds);
    for (int j = 0; j < TWO; j++) {
      const int64_t from = pixel + 8 * j, some = rest - from < 4 ? rest - from : 4;
      if (some > 0) memcpy(linear + 4 * from, block + 32 * j, 8 * (size_t)some);
    }
  }
}

// Places of SHORTS pixels, 1/2^16, from the first one of sixteen or of twice sixteen.
INLINE void step(int64_t start, int64_t change, int64_t from, const int32_t steps[16], wide to[2]) {
  for (int k = 0; k < 2; k++) {
    const int64_t first = BITS == 512 ? from + 16 * k : from;
    const int32_t *those = BITS == 512 ? steps : steps + 8 * k;
    to[k] = W(add_epi32)(W(set1_epi32)((int32_t)((start + first * change) >> 16)), loaded(those));
  }
}

INLINE void flap_of(const struct curl_page *page, const struct curl_quad *quad,
                    const struct curl_walk *walk, int64_t count, uint16_t *linear, const int n,
                    const int is_half, const int snaps) {
  struct box_lanes boxes;
  boxes.across = (struct sides){W(set1_epi16)(quad->size_x), W(set1_epi16)(quad->factor_x),
                                W(set1_epi16)((int16_t)quad->inverse_x)};
  boxes.down = (struct sides){W(set1_epi16)(quad->size_y), W(set1_epi16)(quad->factor_y),
                              W(set1_epi16)((int16_t)quad->inverse_y)};
  for (int k = 0; k < 4; k++) {
    boxes.x[k] = W(set1_epi16)(quad->x[k]);
    boxes.y[k] = W(set1_epi16)(quad->y[k]);
  }
  // The steps of sixteen pixels from the first one.
  int32_t steps_x[16], steps_y[16];
  for (int i = 0; i < 16; i++) {
    steps_x[i] = (int32_t)((i * walk->dx) >> 16);
    steps_y[i] = (int32_t)((i * walk->dy) >> 16);
  }
  const wide whole = W(set1_epi32)(0xffff);
  // A page's rows are far apart: prefetch the texels of the pixels 16 later, in the first and the third of
  // their rows. Prefetching 32 pixels ahead takes 1.4 times as long.
  const int64_t below = (16 * walk->dy) >> 32;
  const int64_t ahead = 4 * (below * page->stride + ((16 * walk->dx) >> 32));
  const wide stride = W(set1_epi32)((int32_t)page->stride);
  const int bits = n == 3 ? 2 : 3;
  for (int64_t from = 0; from < count; from += SHORTS) {
    wide x[2], y[2];
    step(walk->x, walk->dx, from, steps_x, x);
    step(walk->y, walk->dy, from, steps_y, y);
    int32_t texel[SHORTS];
    for (int k = 0; k < 2; k++) {
      const wide row = W(mullo_epi32)(W(srai_epi32)(y[k], 16), stride);
      stored(W(add_epi32)(row, W(srai_epi32)(x[k], 16)), texel + SHORTS / 2 * k);
    }
    const int64_t rest = count - from < SHORTS ? count - from : SHORTS;
    // Places within the texel.
    boxes.part_x = packed(W(srli_epi32)(AND(x[0], whole), bits), W(srli_epi32)(AND(x[1], whole), bits));
    boxes.part_y = packed(W(srli_epi32)(AND(y[0], whole), bits), W(srli_epi32)(AND(y[1], whole), bits));
    wide weights[16];
    weigh_boxes(&boxes, weights, n, is_half, snaps);
    add_boxes(page, texel, weights, rest, ahead, linear + 4 * from, n, 0);
  }
}

TARGET void NAMED(curl_flap)(const struct curl_page *page, const struct curl_quad *quad,
                             const struct curl_walk *walk, int64_t count, uint16_t *linear,
                             int is_half) {
  if (page->rows == 4) {
    if (page->snaps) return flap_of(page, quad, walk, count, linear, 4, 0, 1);
    return flap_of(page, quad, walk, count, linear, 4, 0, 0);
  }
  if (is_half) return flap_of(page, quad, walk, count, linear, 3, 1, 0);
  flap_of(page, quad, walk, count, linear, 3, 0, 0);
}

INLINE void means_of(const struct curl_page *page, const struct curl_boxes *boxes, int64_t count,
                     uint16_t *linear, const int n, const int snaps) {
  for (int64_t i = 0; i < count; i += SHORTS) {
    struct box_lanes it;
    for (int k = 0; k < 4; k++) {
      it.x[k] = loaded(boxes->x[k] + i);
      it.y[k] = loaded(boxes->y[k] + i);
    }
    it.part_x = loaded(boxes->part_x + i);
    it.part_y = loaded(boxes->part_y + i);
    it.across = (struct sides){loaded(boxes->size_x + i), loaded(boxes->factor_x + i),
                               loaded(boxes->inverse_x + i)};
    it.down = (struct sides){loaded(boxes->size_y + i), loaded(boxes->factor_y + i),
                             loaded(boxes->inverse_y + i)};
    wide weights[16];
    weigh_boxes(&it, weights, n, 0, snaps);
    const int64_t rest = count - i < SHORTS ? count - i : SHORTS;
    add_boxes(page, boxes->texels + i, weights, rest, 4 * n * page->stride, linear + 4 * i, n, 1);
  }
}

TARGET void NAMED(curl_box_means)(const struct curl_page *page, const struct curl_boxes *boxes,
                                  int64_t count, uint16_t *linear) {
  if (page->rows == 3) return means_of(page, boxes, count, linear, 3, 0);
  if (page->snaps) return means_of(page, boxes, count, linear, 4, 1);
  means_of(page, boxes, count, linear, 4, 0);
}

#if BITS == 256
INLINE void pair_means_of(const struct curl_page *page, const struct curl_pairs *pairs, int64_t count,
                          uint16_t *linear, const int n) {
  wide between[4][4], weights[16];
  for (int r = 0; r < 4; r++) {
    const wide first = loaded(pairs->rows[0][r]), second = loaded(pairs->rows[1][r]);
    for (int c = 0; c < 4; c++) {
      between[r][c] = r >= n ? zero()
                             : W(add_epi16)(W(mulhrs_epi16)(loaded(pairs->columns + 16 * c), first),
                                            W(mulhrs_epi16)(loaded(pairs->columns + 16 * (4 + c)), second));
    }
  }
  to_pixels(between, weights);
  // The rows below are the next of the frame's to read texels from.
  add_boxes(page, pairs->texels, weights, count, 4 * n * page->stride, linear, n, 1);
}

TARGET void NAMED(curl_pair_means)(const struct curl_page *page, const struct curl_pairs *pairs,
                                   int64_t count, uint16_t *linear) {
  if (page->rows == 3) return pair_means_of(page, pairs, count, linear, 3);
  pair_means_of(page, pairs, count, linear, 4);
}
#endif
