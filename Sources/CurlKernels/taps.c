#include "CurlTaps.h"

#include <string.h>

#include "taps_plain.h"

#if defined(__x86_64__)
#include "means.h"

int curl_taps_usable(void) {
  return __builtin_cpu_supports("avx2");
}

// Reorders dwords: from four rows to one of each per pixel.
INLINE void by_pixel(const __m256i rows[4], __m256i out[4]) {
  __m256i a = _mm256_unpacklo_epi32(rows[0], rows[1]), b = _mm256_unpackhi_epi32(rows[0], rows[1]);
  __m256i c = _mm256_unpacklo_epi32(rows[2], rows[3]), d = _mm256_unpackhi_epi32(rows[2], rows[3]);
  out[0] = _mm256_unpacklo_epi64(a, c);
  out[1] = _mm256_unpackhi_epi64(a, c);
  out[2] = _mm256_unpacklo_epi64(b, d);
  out[3] = _mm256_unpackhi_epi64(b, d);
}

// Boxes along an axis: their sides and the sides' inverses in two factors.
struct sides {
  __m256i size, factor, inverse;
};

// The shares of boxes before the ends of the first texels of a block of `n`; `edge` − `part` is the distance
// from a box's low edge to the first one. `is_half`: sides are half a texel, 1/2^14.
INLINE void shares(const struct sides *it, __m256i edge, __m256i part, int n, int is_half, int snaps,
                   __m256i *out) {
  if (is_half) {
    for (int i = 0; i < n - 1; i++) {
      __m256i x = _mm256_subs_epi16(edge, part);
      x = _mm256_adds_epi16(x, x);
      x = _mm256_adds_epi16(x, x);
      out[i] = _mm256_max_epi16(x, _mm256_setzero_si256());
      edge = _mm256_adds_epi16(edge, _mm256_set1_epi16(1 << 14));
    }
    return;
  }
  __m256i x = _mm256_subs_epi16(edge, part);
  const __m256i side = snaps ? snapped_sides(&x, it->size) : it->size;
  for (int i = 0; i < n - 1; i++) {
    out[i] = before(x, it->size, it->factor, it->inverse, side, _mm256_set1_epi16(32767), snaps);
    x = _mm256_adds_epi16(x, _mm256_set1_epi16(n == 3 ? 1 << 14 : 1 << 13));
  }
}

// Boxes of sixteen pixels, a lane for each: see `curl_boxes`.
struct box_lanes {
  __m256i x[4], y[4], part_x, part_y;
  struct sides across, down;
};

// The weights of the texels in the pixels' blocks.
INLINE void weigh_boxes(const struct box_lanes *it, __m256i weights[16], const int n,
                        const int is_half, const int snaps) {
  const __m256i zero = _mm256_setzero_si256();
  // Shares of the pixel before a row's end and a column's; the last of them are before a column's or a
  // row's end alone.
  __m256i sums[4][4];
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < n; c++) sums[r][c] = zero;
  }
  for (int k = 0; k < 4; k++) {
    __m256i a[3], b[3];
    shares(&it->across, it->x[k], it->part_x, n, is_half, snaps, a);
    shares(&it->down, it->y[k], it->part_y, n, is_half, snaps, b);
    for (int c = 0; c < n - 1; c++) {
      a[c] = _mm256_srli_epi16(a[c], 1);
      sums[n - 1][c] = _mm256_add_epi16(sums[n - 1][c], a[c]);
    }
    for (int r = 0; r < n - 1; r++) {
      for (int c = 0; c < n - 1; c++) {
        sums[r][c] = _mm256_add_epi16(sums[r][c], _mm256_mulhrs_epi16(a[c], b[r]));
      }
      sums[r][n - 1] = _mm256_add_epi16(sums[r][n - 1], _mm256_srli_epi16(b[r], 1));
    }
  }
  for (int r = 0; r < n; r++) {
    for (int c = 0; c < n; c++) sums[r][c] = _mm256_srli_epi16(sums[r][c], 1);
  }
  sums[n - 1][n - 1] = _mm256_set1_epi16(4 * 16383 / 2);
  // From shares before the ends to weights between them, column by column, then row by row.
  __m256i between[4][4];
  for (int r = 0; r < 4; r++) {
    for (int c = 0; c < 4; c++) {
      between[r][c] = r >= n || c >= n ? zero
                      : c == 0         ? sums[r][0]
                                       : _mm256_sub_epi16(sums[r][c], sums[r][c - 1]);
    }
  }
  for (int r = n - 1; r > 0; r--) {
    for (int c = 0; c < n; c++) between[r][c] = _mm256_sub_epi16(between[r][c], between[r - 1][c]);
  }
  // Low unpacking takes pixels 0–3 | 8–11, high 4–7 | 12–15.
  __m256i near[2][4], far[2][4], left[8], right[8];
  for (int r = 0; r < 4; r++) {
    near[0][r] = _mm256_unpacklo_epi16(between[r][0], between[r][1]);
    near[1][r] = _mm256_unpackhi_epi16(between[r][0], between[r][1]);
    far[0][r] = _mm256_unpacklo_epi16(between[r][2], between[r][3]);
    far[1][r] = _mm256_unpackhi_epi16(between[r][2], between[r][3]);
  }
  for (int half = 0; half < 2; half++) {
    by_pixel(near[half], left + 4 * half);
    by_pixel(far[half], right + 4 * half);
  }
  for (int i = 0; i < 4; i++) {
    weights[i] = _mm256_permute2x128_si256(left[i], right[i], 0x20);
    weights[8 + i] = _mm256_permute2x128_si256(left[i], right[i], 0x31);
    weights[4 + i] = _mm256_permute2x128_si256(left[4 + i], right[4 + i], 0x20);
    weights[12 + i] = _mm256_permute2x128_si256(left[4 + i], right[4 + i], 0x31);
  }
}

// The means of the first `rest` of sixteen pixels. Texels `ahead` of them are prefetched.
INLINE void add_boxes(const struct curl_page *page, const int32_t *texel, const __m256i weights[16],
                      int64_t rest, int64_t ahead, uint16_t *linear, const int n) {
  const uint16_t *texels = page->texels;
  const int64_t width = page->stride;
  int64_t i = 0;
  for (; i + 4 <= rest; i += 4) {
    __m256i means[4];
    for (int k = 0; k < 4; k++) {
      const uint16_t *at = texels + 4 * (int64_t)texel[i + k];
      _mm_prefetch((const char *)(at + ahead), _MM_HINT_T0);
      _mm_prefetch((const char *)(at + ahead + 8 * width), _MM_HINT_T0);
      means[k] = mean(at, width, weights[i + k], n);
    }
    store4(means[0], means[1], means[2], means[3], linear + 4 * i);
  }
  for (; i < rest; i++) {
    store(mean(texels + 4 * (int64_t)texel[i], width, weights[i], n), linear + 4 * i);
  }
}

INLINE void flap_of(const struct curl_page *page, const struct curl_quad *quad,
                    const struct curl_walk *walk, int64_t count, uint16_t *linear, const int n,
                    const int is_half, const int snaps) {
  struct box_lanes boxes;
  boxes.across = (struct sides){_mm256_set1_epi16(quad->size_x), _mm256_set1_epi16(quad->factor_x),
                                _mm256_set1_epi16((int16_t)quad->inverse_x)};
  boxes.down = (struct sides){_mm256_set1_epi16(quad->size_y), _mm256_set1_epi16(quad->factor_y),
                              _mm256_set1_epi16((int16_t)quad->inverse_y)};
  for (int k = 0; k < 4; k++) {
    boxes.x[k] = _mm256_set1_epi16(quad->x[k]);
    boxes.y[k] = _mm256_set1_epi16(quad->y[k]);
  }
  // The steps of sixteen pixels from the first one.
  int32_t stepX[16], stepY[16];
  for (int i = 0; i < 16; i++) {
    stepX[i] = (int32_t)((i * walk->dx) >> 16);
    stepY[i] = (int32_t)((i * walk->dy) >> 16);
  }
  __m256i sx0, sx1, sy0, sy1;
  memcpy(&sx0, stepX, 32);
  memcpy(&sx1, stepX + 8, 32);
  memcpy(&sy0, stepY, 32);
  memcpy(&sy1, stepY + 8, 32);
  const __m256i whole = _mm256_set1_epi32(0xffff);
  // A page's rows are far apart: prefetch the texels of the pixels 16 later, in the first and the third of
  // their rows. Prefetching 32 pixels ahead takes 1.4 times as long.
  const int64_t below = (16 * walk->dy) >> 32;
  const int64_t ahead = 4 * (below * page->stride + ((16 * walk->dx) >> 32));
  const __m256i stride = _mm256_set1_epi32((int32_t)page->stride);
  const int bits = n == 3 ? 2 : 3;
  for (int64_t from = 0; from < count; from += 16) {
    __m256i px = _mm256_set1_epi32((int32_t)((walk->x + from * walk->dx) >> 16));
    __m256i py = _mm256_set1_epi32((int32_t)((walk->y + from * walk->dy) >> 16));
    __m256i x0 = _mm256_add_epi32(px, sx0), x1 = _mm256_add_epi32(px, sx1);
    __m256i y0 = _mm256_add_epi32(py, sy0), y1 = _mm256_add_epi32(py, sy1);
    int32_t texel[16];
    _mm256_storeu_si256(
        (__m256i *)texel,
        _mm256_add_epi32(_mm256_mullo_epi32(_mm256_srai_epi32(y0, 16), stride),
                         _mm256_srai_epi32(x0, 16)));
    _mm256_storeu_si256(
        (__m256i *)(texel + 8),
        _mm256_add_epi32(_mm256_mullo_epi32(_mm256_srai_epi32(y1, 16), stride),
                         _mm256_srai_epi32(x1, 16)));
    const int64_t rest = count - from < 16 ? count - from : 16;
    // Places within the texel. Packing mixes quarters.
    boxes.part_x = _mm256_permute4x64_epi64(
        _mm256_packus_epi32(_mm256_srli_epi32(_mm256_and_si256(x0, whole), bits),
                            _mm256_srli_epi32(_mm256_and_si256(x1, whole), bits)),
        _MM_SHUFFLE(3, 1, 2, 0));
    boxes.part_y = _mm256_permute4x64_epi64(
        _mm256_packus_epi32(_mm256_srli_epi32(_mm256_and_si256(y0, whole), bits),
                            _mm256_srli_epi32(_mm256_and_si256(y1, whole), bits)),
        _MM_SHUFFLE(3, 1, 2, 0));
    __m256i weights[16];
    weigh_boxes(&boxes, weights, n, is_half, snaps);
    add_boxes(page, texel, weights, rest, ahead, linear + 4 * from, n);
  }
}

WIDE static void flap_wide(const struct curl_page *page, const struct curl_quad *quad,
                           const struct curl_walk *walk, int64_t count, uint16_t *linear) {
  if (page->rows == 4) {
    if (page->snaps) return flap_of(page, quad, walk, count, linear, 4, 0, 1);
    return flap_of(page, quad, walk, count, linear, 4, 0, 0);
  }
  if (is_half(page, quad)) return flap_of(page, quad, walk, count, linear, 3, 1, 0);
  flap_of(page, quad, walk, count, linear, 3, 0, 0);
}

INLINE __m256i loaded(const void *from) {
  return _mm256_loadu_si256((const __m256i *)from);
}

INLINE void means_of(const struct curl_page *page, const struct curl_boxes *boxes, int64_t count,
                     uint16_t *linear, const int n, const int snaps) {
  struct box_lanes it;
  for (int k = 0; k < 4; k++) {
    it.x[k] = loaded(boxes->x[k]);
    it.y[k] = loaded(boxes->y[k]);
  }
  it.part_x = loaded(boxes->part_x);
  it.part_y = loaded(boxes->part_y);
  it.across = (struct sides){loaded(boxes->size_x), loaded(boxes->factor_x), loaded(boxes->inverse_x)};
  it.down = (struct sides){loaded(boxes->size_y), loaded(boxes->factor_y), loaded(boxes->inverse_y)};
  __m256i weights[16];
  weigh_boxes(&it, weights, n, 0, snaps);
  add_boxes(page, boxes->texels, weights, count, 0, linear, n);
}

WIDE static void means_wide(const struct curl_page *page, const struct curl_boxes *boxes,
                            int64_t count, uint16_t *linear) {
  if (page->rows == 3) return means_of(page, boxes, count, linear, 3, 0);
  if (page->snaps) return means_of(page, boxes, count, linear, 4, 1);
  means_of(page, boxes, count, linear, 4, 0);
}

INLINE void groups_of(const struct curl_page *page, int64_t groups, const int32_t *places,
                      const int16_t *lanes, int64_t count, uint16_t *linear, const int rows,
                      const int snaps) {
  for (int64_t i = 0; i < count; i++) {
    __m256i total = _mm256_setzero_si256();
    for (int64_t g = 0; g < groups; g += 2) {
      const int64_t other = g + 1 < groups ? 1 : 0;
      const int16_t *next = lanes + 40 * other;
      const int32_t *place = places + 2 * other;
      const struct pair pair = {both(lanes, next, 0), both(lanes, next, 1), both(lanes, next, 2),
                                both(lanes, next, 3), both(lanes, next, 4)};
      __m256i weights[2];
      weigh(&pair, weights, rows, snaps);
      const uint16_t *first = page->texels + 4 * (places[1] * page->stride + places[0]);
      const uint16_t *second = page->texels + 4 * (place[1] * page->stride + place[0]);
      total = _mm256_add_epi32(total, mean(first, page->stride, weights[0], rows));
      if (other) total = _mm256_add_epi32(total, mean(second, page->stride, weights[1], rows));
      places += 2 * (1 + other);
      lanes += 40 * (1 + other);
    }
    store(total, linear + 4 * i);
  }
}

WIDE void curl_groups(const struct curl_page *page, int64_t groups, const int32_t *places,
                      const int16_t *lanes, int64_t count, uint16_t *linear) {
  if (page->rows == 3) return groups_of(page, groups, places, lanes, count, linear, 3, 0);
  if (page->snaps) return groups_of(page, groups, places, lanes, count, linear, 4, 1);
  groups_of(page, groups, places, lanes, count, linear, 4, 0);
}

// One number of each of four pixels, for all their channels; 32768 counts as 32767.
INLINE __m256i four(const uint16_t *values) {
  int64_t four;
  memcpy(&four, values, 8);
  const __m256i spread = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 4, 5, 4,
                                          5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, 6, 7);
  return _mm256_min_epu16(_mm256_shuffle_epi8(_mm256_set1_epi64x(four), spread),
                          _mm256_set1_epi16(32767));
}

WIDE void curl_tone(const struct curl_tone *tone, const uint16_t *linear, int64_t count,
                    uint8_t *bytes) {
  int64_t word;
  memcpy(&word, tone->shade, 8);
  const __m256i shade = _mm256_set1_epi64x(word), scale = _mm256_set1_epi16(tone->scale);
  memcpy(&word, tone->offset, 8);
  const __m256i offset = _mm256_set1_epi64x(word);
  const uint16_t *encoded = tone->encoded;
  uint32_t noise = tone->noise;
  for (int64_t from = 0; from < count; from += 16) {
    uint16_t block[64], through[16], light[16], white[16], copy[64];
    const int64_t rest = count - from < 16 ? count - from : 16;
    const uint16_t *source = linear + 4 * from;
    const uint16_t *throughs = tone->through ? tone->through + from : 0;
    const uint16_t *lights = tone->light ? tone->light + from : 0;
    const uint16_t *whites = tone->white ? tone->white + from : 0;
    if (rest < 16) {
      // Memory beyond the row must not be read.
      memcpy(copy, source, 8 * rest);
      source = copy;
      if (throughs) throughs = memcpy(through, throughs, 2 * rest);
      if (lights) lights = memcpy(light, lights, 2 * rest);
      if (whites) whites = memcpy(white, whites, 2 * rest);
    }
    for (int64_t i = 0; i < 4 * ((rest + 3) / 4); i += 4) {
      __m256i v = _mm256_loadu_si256((const __m256i *)(source + 4 * i));
      v = _mm256_adds_epi16(_mm256_mulhrs_epi16(v, scale), shade);
      if (throughs) v = _mm256_mulhrs_epi16(v, four(throughs + i));
      v = _mm256_adds_epi16(v, offset);
      if (lights) v = _mm256_mulhrs_epi16(v, four(lights + i));
      if (whites) v = _mm256_adds_epi16(v, four(whites + i));
      _mm256_storeu_si256((__m256i *)(block + 4 * i), _mm256_max_epi16(v, _mm256_setzero_si256()));
    }
    for (int64_t i = 0; i < rest; i++) {
      const uint32_t addend = 24 + (13 * (noise >> 24) >> 4);
      noise += tone->noise_step;
      const uint32_t pixel = (encoded[block[4 * i]] + addend) >> 8 |
                             ((encoded[block[4 * i + 1]] + addend) & 0xff00) |
                             ((encoded[block[4 * i + 2]] + addend) & 0xff00) << 8 | 0xff000000;
      memcpy(bytes + 4 * (from + i), &pixel, 4);
    }
  }
}

#else

int curl_taps_usable(void) { return 0; }
void curl_groups(const struct curl_page *page, int64_t groups, const int32_t *places,
                 const int16_t *lanes, int64_t count, uint16_t *linear) {}
void curl_tone(const struct curl_tone *tone, const uint16_t *linear, int64_t count,
               uint8_t *bytes) {}

#endif

void curl_flap(int isWide, const struct curl_page *page, const struct curl_quad *quad,
               const struct curl_walk *walk, int64_t count, uint16_t *linear) {
#if defined(__x86_64__)
  if (isWide) return flap_wide(page, quad, walk, count, linear);
#endif
  flap_plain(page, quad, walk, count, linear);
}

void curl_box_means(int isWide, const struct curl_page *page, const struct curl_boxes *boxes,
                    int64_t count, uint16_t *linear) {
#if defined(__x86_64__)
  if (isWide) return means_wide(page, boxes, count, linear);
#endif
  means_plain(page, boxes, count, linear, 0);
}
