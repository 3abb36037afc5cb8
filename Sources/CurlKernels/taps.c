#include "CurlTaps.h"

#if defined(__x86_64__)
#include <string.h>

#include "means.h"

int curl_taps_usable(void) {
  return __builtin_cpu_supports("avx2");
}

// The share of a half-pixel box before a line; `edge` − `part` is the line's distance from the box's low
// edge (1/2^14).
INLINE __m256i share(__m256i edge, __m256i part) {
  __m256i x = _mm256_subs_epi16(edge, part);
  x = _mm256_adds_epi16(x, x);
  x = _mm256_adds_epi16(x, x);
  return _mm256_max_epi16(x, _mm256_setzero_si256());
}

// Reorders dwords: from the rows r0, r1, r2 to one triple per pixel.
INLINE void triples(__m256i r0, __m256i r1, __m256i r2, __m256i out[4]) {
  __m256i a = _mm256_unpacklo_epi32(r0, r1), b = _mm256_unpackhi_epi32(r0, r1);
  __m256i c = _mm256_unpacklo_epi32(r2, r2), d = _mm256_unpackhi_epi32(r2, r2);
  out[0] = _mm256_unpacklo_epi64(a, c);
  out[1] = _mm256_unpackhi_epi64(a, c);
  out[2] = _mm256_unpacklo_epi64(b, d);
  out[3] = _mm256_unpackhi_epi64(b, d);
}

WIDE void curl_flap(const struct curl_page *page, const struct curl_quad *quad,
                    const struct curl_walk *walk, int64_t count, uint16_t *linear) {
  const __m256i one = _mm256_set1_epi16(1 << 14), zero = _mm256_setzero_si256();
  __m256i nearX[4], farX[4], nearY[4], farY[4];
  for (int k = 0; k < 4; k++) {
    nearX[k] = _mm256_set1_epi16(quad->x[k]);
    nearY[k] = _mm256_set1_epi16(quad->y[k]);
    farX[k] = _mm256_adds_epi16(nearX[k], one);
    farY[k] = _mm256_adds_epi16(nearY[k], one);
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
  const __m256i part = _mm256_set1_epi32(0xffff);
  // A page's rows are far apart: prefetch the texels of the pixels 16 later, in the first and the last of
  // their three rows. Prefetching 32 pixels ahead takes 1.4 times as long.
  const uint16_t *texels = page->texels;
  const int64_t width = page->stride;
  const int64_t down = (16 * walk->dy) >> 32;
  const int64_t ahead = 4 * (down * width + ((16 * walk->dx) >> 32));
  const __m256i stride = _mm256_set1_epi32((int32_t)page->stride);
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
    // Places within the texel, 1/2^14. Packing mixes the halves of 128 bits, and unpacking mixes them back.
    __m256i fx = _mm256_packus_epi32(_mm256_srli_epi32(_mm256_and_si256(x0, part), 2),
                                     _mm256_srli_epi32(_mm256_and_si256(x1, part), 2));
    __m256i fy = _mm256_packus_epi32(_mm256_srli_epi32(_mm256_and_si256(y0, part), 2),
                                     _mm256_srli_epi32(_mm256_and_si256(y1, part), 2));
    __m256i g11 = zero, g12 = zero, g21 = zero, g22 = zero;
    __m256i g1 = zero, g2 = zero, h1 = zero, h2 = zero;
    for (int k = 0; k < 4; k++) {
      __m256i a1 = _mm256_srli_epi16(share(nearX[k], fx), 1);
      __m256i a2 = _mm256_srli_epi16(share(farX[k], fx), 1);
      __m256i b1 = share(nearY[k], fy), b2 = share(farY[k], fy);
      g11 = _mm256_add_epi16(g11, _mm256_mulhrs_epi16(a1, b1));
      g12 = _mm256_add_epi16(g12, _mm256_mulhrs_epi16(a2, b1));
      g21 = _mm256_add_epi16(g21, _mm256_mulhrs_epi16(a1, b2));
      g22 = _mm256_add_epi16(g22, _mm256_mulhrs_epi16(a2, b2));
      h1 = _mm256_add_epi16(h1, a1);
      h2 = _mm256_add_epi16(h2, a2);
      g1 = _mm256_add_epi16(g1, _mm256_srli_epi16(b1, 1));
      g2 = _mm256_add_epi16(g2, _mm256_srli_epi16(b2, 1));
    }
    g11 = _mm256_srli_epi16(g11, 1);
    g12 = _mm256_srli_epi16(g12, 1);
    g21 = _mm256_srli_epi16(g21, 1);
    g22 = _mm256_srli_epi16(g22, 1);
    g1 = _mm256_srli_epi16(g1, 1);
    g2 = _mm256_srli_epi16(g2, 1);
    h1 = _mm256_srli_epi16(h1, 1);
    h2 = _mm256_srli_epi16(h2, 1);
    // From shares before the lines to weights between them, column by column, then row by row.
    __m256i w00 = g11, w01 = _mm256_sub_epi16(g12, g11), w02 = _mm256_sub_epi16(g1, g12);
    __m256i v0 = g21, v1 = _mm256_sub_epi16(g22, g21), v2 = _mm256_sub_epi16(g2, g22);
    __m256i u0 = h1, u1 = _mm256_sub_epi16(h2, h1);
    __m256i u2 = _mm256_sub_epi16(_mm256_set1_epi16(4 * 16383 / 2), h2);
    __m256i w10 = _mm256_sub_epi16(v0, w00), w11 = _mm256_sub_epi16(v1, w01);
    __m256i w12 = _mm256_sub_epi16(v2, w02);
    __m256i w20 = _mm256_sub_epi16(u0, v0), w21 = _mm256_sub_epi16(u1, v1);
    __m256i w22 = _mm256_sub_epi16(u2, v2);
    // Lanes now: pixels 0–3, 8–11 | 4–7, 12–15. Low unpacking takes 0–3 | 4–7, high 8–11 | 12–15.
    __m256i left[8], right[8];
    triples(_mm256_unpacklo_epi16(w00, w01), _mm256_unpacklo_epi16(w10, w11),
            _mm256_unpacklo_epi16(w20, w21), left);
    triples(_mm256_unpackhi_epi16(w00, w01), _mm256_unpackhi_epi16(w10, w11),
            _mm256_unpackhi_epi16(w20, w21), left + 4);
    triples(_mm256_unpacklo_epi16(w02, zero), _mm256_unpacklo_epi16(w12, zero),
            _mm256_unpacklo_epi16(w22, zero), right);
    triples(_mm256_unpackhi_epi16(w02, zero), _mm256_unpackhi_epi16(w12, zero),
            _mm256_unpackhi_epi16(w22, zero), right + 4);
    __m256i weights[16];
    for (int i = 0; i < 4; i++) {
      weights[i] = _mm256_permute2x128_si256(left[i], right[i], 0x20);
      weights[4 + i] = _mm256_permute2x128_si256(left[i], right[i], 0x31);
      weights[8 + i] = _mm256_permute2x128_si256(left[4 + i], right[4 + i], 0x20);
      weights[12 + i] = _mm256_permute2x128_si256(left[4 + i], right[4 + i], 0x31);
    }
    int64_t i = 0;
    for (; i + 4 <= rest; i += 4) {
      __m256i sums[4];
      for (int k = 0; k < 4; k++) {
        const uint16_t *at = texels + 4 * (int64_t)texel[i + k];
        _mm_prefetch((const char *)(at + ahead), _MM_HINT_T0);
        _mm_prefetch((const char *)(at + ahead + 8 * width), _MM_HINT_T0);
        sums[k] = mean3(at, width, weights[i + k]);
      }
      store4(sums[0], sums[1], sums[2], sums[3], linear + 4 * (from + i));
    }
    for (; i < rest; i++) {
      store(mean3(texels + 4 * (int64_t)texel[i], width, weights[i]), linear + 4 * (from + i));
    }
  }
}

WIDE void curl_groups(const struct curl_page *page, int64_t groups, const int32_t *places,
                      const int16_t *lanes, int64_t count, uint16_t *linear) {
  for (int64_t i = 0; i < count; i++) {
    __m256i total = _mm256_setzero_si256();
    for (int64_t g = 0; g < groups; g += 2) {
      const int64_t other = g + 1 < groups ? 1 : 0;
      const int16_t *next = lanes + 40 * other;
      const int32_t *place = places + 2 * other;
      const struct pair pair = {both(lanes, next, 0), both(lanes, next, 1), both(lanes, next, 2),
                                both(lanes, next, 3), both(lanes, next, 4)};
      __m256i weights[2];
      weigh(&pair, weights);
      const uint16_t *first = page->texels + 4 * (places[1] * page->stride + places[0]);
      const uint16_t *second = page->texels + 4 * (place[1] * page->stride + place[0]);
      total = _mm256_add_epi32(total, mean3(first, page->stride, weights[0]));
      if (other) total = _mm256_add_epi32(total, mean3(second, page->stride, weights[1]));
      places += 2 * (1 + other);
      lanes += 40 * (1 + other);
    }
    store(total, linear + 4 * i);
  }
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
