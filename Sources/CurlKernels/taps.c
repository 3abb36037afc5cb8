#include "CurlTaps.h"

#if defined(__x86_64__)
#include <string.h>

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

INLINE void flap_of(const struct curl_page *page, const struct curl_quad *quad,
                    const struct curl_walk *walk, int64_t count, uint16_t *linear, const int n,
                    const int is_half, const int snaps) {
  const struct sides across = {_mm256_set1_epi16(quad->size_x), _mm256_set1_epi16(quad->factor_x),
                               _mm256_set1_epi16((int16_t)quad->inverse_x)};
  const struct sides down = {_mm256_set1_epi16(quad->size_y), _mm256_set1_epi16(quad->factor_y),
                             _mm256_set1_epi16((int16_t)quad->inverse_y)};
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
  const __m256i whole = _mm256_set1_epi32(0xffff), zero = _mm256_setzero_si256();
  // A page's rows are far apart: prefetch the texels of the pixels 16 later, in the first and the third of
  // their rows. Prefetching 32 pixels ahead takes 1.4 times as long.
  const uint16_t *texels = page->texels;
  const int64_t width = page->stride;
  const int64_t below = (16 * walk->dy) >> 32;
  const int64_t ahead = 4 * (below * width + ((16 * walk->dx) >> 32));
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
    // Places within the texel. Packing mixes the halves of 128 bits, and unpacking mixes them back.
    __m256i fx = _mm256_packus_epi32(_mm256_srli_epi32(_mm256_and_si256(x0, whole), bits),
                                     _mm256_srli_epi32(_mm256_and_si256(x1, whole), bits));
    __m256i fy = _mm256_packus_epi32(_mm256_srli_epi32(_mm256_and_si256(y0, whole), bits),
                                     _mm256_srli_epi32(_mm256_and_si256(y1, whole), bits));
    // Shares of the pixel before a row's end and a column's; the last of them are before a column's or a
    // row's end alone.
    __m256i sums[4][4];
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n; c++) sums[r][c] = zero;
    }
    for (int k = 0; k < 4; k++) {
      __m256i a[3], b[3];
      shares(&across, _mm256_set1_epi16(quad->x[k]), fx, n, is_half, snaps, a);
      shares(&down, _mm256_set1_epi16(quad->y[k]), fy, n, is_half, snaps, b);
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
    // Lanes now: pixels 0–3, 8–11 | 4–7, 12–15. Low unpacking takes 0–3 | 4–7, high 8–11 | 12–15.
    __m256i near[2][4], far[2][4], left[8], right[8], weights[16];
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
      weights[4 + i] = _mm256_permute2x128_si256(left[i], right[i], 0x31);
      weights[8 + i] = _mm256_permute2x128_si256(left[4 + i], right[4 + i], 0x20);
      weights[12 + i] = _mm256_permute2x128_si256(left[4 + i], right[4 + i], 0x31);
    }
    int64_t i = 0;
    for (; i + 4 <= rest; i += 4) {
      __m256i means[4];
      for (int k = 0; k < 4; k++) {
        const uint16_t *at = texels + 4 * (int64_t)texel[i + k];
        _mm_prefetch((const char *)(at + ahead), _MM_HINT_T0);
        _mm_prefetch((const char *)(at + ahead + 8 * width), _MM_HINT_T0);
        means[k] = mean(at, width, weights[i + k], n);
      }
      store4(means[0], means[1], means[2], means[3], linear + 4 * (from + i));
    }
    for (; i < rest; i++) {
      store(mean(texels + 4 * (int64_t)texel[i], width, weights[i], n), linear + 4 * (from + i));
    }
  }
}

WIDE void curl_flap(const struct curl_page *page, const struct curl_quad *quad,
                    const struct curl_walk *walk, int64_t count, uint16_t *linear) {
  if (page->rows == 4) {
    if (page->snaps) return flap_of(page, quad, walk, count, linear, 4, 0, 1);
    return flap_of(page, quad, walk, count, linear, 4, 0, 0);
  }
  if (quad->size_x == 1 << 13 && quad->size_y == 1 << 13) {
    return flap_of(page, quad, walk, count, linear, 3, 1, 0);
  }
  flap_of(page, quad, walk, count, linear, 3, 0, 0);
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
  const uint8_t *encoded = tone->encoded;
  for (int64_t from = 0; from < count; from += 16) {
    uint16_t block[64], through[16], light[16], copy[64];
    const int64_t rest = count - from < 16 ? count - from : 16;
    const uint16_t *source = linear + 4 * from;
    const uint16_t *throughs = tone->through ? tone->through + from : 0;
    const uint16_t *lights = tone->light ? tone->light + from : 0;
    if (rest < 16) {
      // Memory beyond the row must not be read.
      memcpy(copy, source, 8 * rest);
      source = copy;
      if (throughs) throughs = memcpy(through, throughs, 2 * rest);
      if (lights) lights = memcpy(light, lights, 2 * rest);
    }
    for (int64_t i = 0; i < 4 * ((rest + 3) / 4); i += 4) {
      __m256i v = _mm256_loadu_si256((const __m256i *)(source + 4 * i));
      v = _mm256_adds_epi16(_mm256_mulhrs_epi16(v, scale), shade);
      if (throughs) v = _mm256_mulhrs_epi16(v, four(throughs + i));
      v = _mm256_adds_epi16(v, offset);
      if (lights) v = _mm256_mulhrs_epi16(v, four(lights + i));
      _mm256_storeu_si256((__m256i *)(block + 4 * i), _mm256_max_epi16(v, _mm256_setzero_si256()));
    }
    for (int64_t i = 0; i < rest; i++) {
      const uint32_t pixel = (uint32_t)encoded[block[4 * i]] |
                             (uint32_t)encoded[block[4 * i + 1]] << 8 |
                             (uint32_t)encoded[block[4 * i + 2]] << 16 | 0xff000000;
      memcpy(bytes + 4 * (from + i), &pixel, 4);
    }
  }
}

#else

int curl_taps_usable(void) { return 0; }
void curl_flap(const struct curl_page *page, const struct curl_quad *quad,
               const struct curl_walk *walk, int64_t count, uint16_t *linear) {}
void curl_groups(const struct curl_page *page, int64_t groups, const int32_t *places,
                 const int16_t *lanes, int64_t count, uint16_t *linear) {}
void curl_tone(const struct curl_tone *tone, const uint16_t *linear, int64_t count,
               uint8_t *bytes) {}

#endif
