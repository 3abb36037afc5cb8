#include "CurlTaps.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define WIDE __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

int curl_taps_usable(void) {
  return __builtin_cpu_supports("avx2");
}

// r0 g0 b0 a0 r1 g1 b1 a1 to r0 r1 g0 g1 b0 b1 a0 a1: pairs for multiply-adds.
#define PAIRS                                                                                      \
  _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9, 2, 3, 10, 11, \
                   4, 5, 12, 13, 6, 7, 14, 15)

// Four texels × three rows by their weights: of each 128 bits of `weights` the first three pairs
// are the rows', the low half's for the first two columns.
INLINE __m256i mean3(const uint16_t *at, int64_t stride, __m256i weights) {
  const __m256i pairs = PAIRS;
  __m256i row0 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)at), pairs);
  __m256i row1 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(at + 4 * stride)), pairs);
  __m256i row2 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(at + 8 * stride)), pairs);
  __m256i sum = _mm256_madd_epi16(row0, _mm256_shuffle_epi32(weights, 0x00));
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(row1, _mm256_shuffle_epi32(weights, 0x55)));
  return _mm256_add_epi32(sum, _mm256_madd_epi16(row2, _mm256_shuffle_epi32(weights, 0xaa)));
}

INLINE void store(__m256i sum, uint16_t *linear) {
  __m128i total = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  total = _mm_srai_epi32(_mm_add_epi32(total, _mm_set1_epi32(1 << 14)), 15);
  _mm_storel_epi64((__m128i *)linear, _mm_packs_epi32(total, total));
}

// The share of half a pixel's box before a line, from its near edge's distance to it (1/2^14).
INLINE __m256i share(__m256i edge, __m256i part) {
  __m256i x = _mm256_subs_epi16(edge, part);
  x = _mm256_adds_epi16(x, x);
  x = _mm256_adds_epi16(x, x);
  return _mm256_max_epi16(x, _mm256_setzero_si256());
}

// Two pixels' or four's dwords put in order: of rows r0, r1, r2 the triple of each pixel.
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
  // A pixel's step from the first of sixteen, in the order in which packing leaves them.
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
  // A page's rows are far apart: what is needed 32 pixels later is asked for now.
  const int64_t ahead = 4 * (((32 * walk->dy) >> 32) * page->stride + ((32 * walk->dx) >> 32));
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
    // Within the texel, 1/2^14; packing mixes the halves of 128 bits, and unpacking mixes them back.
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
    // Shares before the lines to weights between them, column by column, then row by row.
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
    int64_t rest = count - from < 16 ? count - from : 16;
    for (int64_t i = 0; i < rest; i++) {
      const uint16_t *at = page->texels + 4 * (int64_t)texel[i];
      _mm_prefetch((const char *)(at + ahead), _MM_HINT_T0);
      _mm_prefetch((const char *)(at + ahead + 8 * page->stride), _MM_HINT_T0);
      store(mean3(at, page->stride, weights[i]), linear + 4 * (from + i));
    }
  }
}

// Two groups of four taps: what they read of their lanes, and where on the page they begin.
struct pair {
  __m256i edge, size, factor, inverse, weight;
  const uint16_t *first, *second;
};

INLINE __m256i before(__m256i edge, const struct pair *it) {
  __m256i x = _mm256_min_epi16(_mm256_max_epi16(edge, _mm256_setzero_si256()), it->size);
  x = _mm256_mulhi_epu16(_mm256_mullo_epi16(x, it->factor), it->inverse);
  return _mm256_min_epu16(x, _mm256_set1_epi16(32764));
}

INLINE __m256i rounded(__m256i sum) {
  return _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(1 << 14)), 15);
}

INLINE __m256i product(__m256i left, __m256i right, __m256i row) {
  return rounded(_mm256_hadd_epi32(_mm256_madd_epi16(left, row), _mm256_madd_epi16(right, row)));
}

INLINE __m256i row(const uint16_t *at, __m256i weights) {
  return _mm256_madd_epi16(_mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)at), PAIRS),
                           weights);
}

// The sums of two groups' texels by their weights, each in two halves. A half of 128 bits has one
// group's taps' x, then their y: `edge` the distance from a tap's near edge to the end of the first
// texel (1/2^13), `size` its extent, `factor` and `inverse` its inverse in two factors, `weight` its
// share.
INLINE void sums(const struct pair *it, int64_t stride, __m256i *first, __m256i *second) {
  const __m256i ones = _mm256_set1_epi16(32764), texel = _mm256_set1_epi16(1 << 13);
  const __m256i f1 = before(it->edge, it);
  const __m256i f2 = before(_mm256_add_epi16(it->edge, texel), it);
  const __m256i f3 = before(_mm256_add_epi16(it->edge, _mm256_add_epi16(texel, texel)), it);
  // Shares before the texels' ends to shares of the texels: of four columns, of three rows.
  const __m256i left = _mm256_sub_epi16(_mm256_unpacklo_epi64(f1, f2), _mm256_slli_si256(f1, 8));
  const __m256i right =
      _mm256_sub_epi16(_mm256_unpacklo_epi64(f3, ones), _mm256_unpacklo_epi64(f2, f3));
  __m256i rows = _mm256_unpackhi_epi64(f1, f2);
  rows = _mm256_mulhrs_epi16(_mm256_sub_epi16(rows, _mm256_slli_si256(rows, 8)), it->weight);
  const __m256i last = _mm256_mulhrs_epi16(
      _mm256_sub_epi16(ones, _mm256_unpackhi_epi64(f2, f2)), it->weight);
  const __m256i w0 = product(left, right, _mm256_shuffle_epi32(rows, 0x44));
  const __m256i w1 = product(left, right, _mm256_shuffle_epi32(rows, 0xee));
  const __m256i w2 = product(left, right, _mm256_shuffle_epi32(last, 0x44));
  const __m256i upper = _mm256_packs_epi32(w0, w1), lower = _mm256_packs_epi32(w2, w2);
  const __m256i a = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
  const __m256i b = _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3);
  const __m256i c = _mm256_setr_epi32(4, 4, 4, 4, 5, 5, 5, 5);
  const __m256i d = _mm256_setr_epi32(6, 6, 6, 6, 7, 7, 7, 7);
  *first = _mm256_add_epi32(
      row(it->first, _mm256_permutevar8x32_epi32(upper, a)),
      _mm256_add_epi32(
          row(it->first + 4 * stride, _mm256_permutevar8x32_epi32(upper, b)),
          row(it->first + 8 * stride, _mm256_permutevar8x32_epi32(lower, a))));
  *second = _mm256_add_epi32(
      row(it->second, _mm256_permutevar8x32_epi32(upper, c)),
      _mm256_add_epi32(
          row(it->second + 4 * stride, _mm256_permutevar8x32_epi32(upper, d)),
          row(it->second + 8 * stride, _mm256_permutevar8x32_epi32(lower, c))));
}

INLINE void store2(__m256i first, __m256i second, uint16_t *linear) {
  __m256i total = _mm256_add_epi32(_mm256_permute2x128_si256(first, second, 0x20),
                                   _mm256_permute2x128_si256(first, second, 0x31));
  total = rounded(total);
  total = _mm256_packs_epi32(total, total);
  _mm_storel_epi64((__m128i *)linear, _mm256_castsi256_si128(total));
  _mm_storel_epi64((__m128i *)(linear + 4), _mm256_extracti128_si256(total, 1));
}

// One vector of lanes of two groups.
INLINE __m256i both(const int16_t *first, const int16_t *second, int i) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(first + 8 * i))),
      _mm_loadu_si128((const __m128i *)(second + 8 * i)), 1);
}

INLINE __m256i between(const int16_t *first, const int16_t *second, int i, __m256i part) {
  return _mm256_add_epi16(both(first, second, i),
                          _mm256_mulhrs_epi16(both(first, second, i + 1), part));
}

// A pixel of the bent sheet: its cell, and its page point in 1/2^16.
struct spot {
  int64_t part, groups, x, y;
  const int32_t *anchors;
  const int16_t *lanes;
};

// Two groups, of one pixel or of two.
INLINE void bent(const struct curl_page *page, const struct spot *a, int64_t g,
                 const struct spot *b, int64_t h, __m256i *first, __m256i *second) {
  const int16_t *la = a->lanes + 72 * g, *lb = b->lanes + 72 * h;
  const int64_t ax = a->x + a->anchors[2 * g], ay = a->y + a->anchors[2 * g + 1];
  const int64_t bx = b->x + b->anchors[2 * h], by = b->y + b->anchors[2 * h + 1];
  const uint64_t within = (uint64_t)((ax & 0xffff) >> 3) | (uint64_t)((ay & 0xffff) >> 3) << 16 |
                          (uint64_t)((bx & 0xffff) >> 3) << 32 |
                          (uint64_t)((by & 0xffff) >> 3) << 48;
  const __m256i spread = _mm256_setr_epi8(0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 4, 5, 4,
                                          5, 4, 5, 4, 5, 6, 7, 6, 7, 6, 7, 6, 7);
  const __m256i part = _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_set1_epi16((int16_t)a->part)), _mm_set1_epi16((int16_t)b->part), 1);
  struct pair it;
  it.edge = _mm256_sub_epi16(between(la, lb, 0, part),
                             _mm256_shuffle_epi8(_mm256_set1_epi64x((int64_t)within), spread));
  it.size = between(la, lb, 2, part);
  it.factor = both(la, lb, 4);
  it.inverse = between(la, lb, 5, part);
  it.weight = between(la, lb, 7, part);
  it.first = page->texels + 4 * ((ay >> 16) * page->stride + (ax >> 16));
  it.second = page->texels + 4 * ((by >> 16) * page->stride + (bx >> 16));
  sums(&it, page->stride, first, second);
}

// All groups of a pixel.
INLINE void bent_all(const struct curl_page *page, const struct spot *it, uint16_t *linear) {
  __m256i sum = _mm256_setzero_si256(), first, second;
  int64_t g = 0;
  for (; g + 1 < it->groups; g += 2) {
    bent(page, it, g, it, g + 1, &first, &second);
    sum = _mm256_add_epi32(sum, _mm256_add_epi32(first, second));
  }
  if (g < it->groups) {
    bent(page, it, g, it, g, &first, &second);
    sum = _mm256_add_epi32(sum, first);
  }
  store(sum, linear);
}

WIDE void curl_roll(const struct curl_page *page, const struct curl_bend *bend,
                    const struct curl_bent_walk *walk, int64_t count, uint16_t *linear,
                    uint16_t *light) {
  const struct curl_piece *piece = bend->pieces, *last = bend->pieces + bend->count - 1;
  struct spot spots[2];
  int waiting = 0;
  // Where the last 16 pixels lie, to ask for what is needed 16 pixels later.
  intptr_t places[16] = {0};
  for (int64_t i = 0; i < count; i++) {
    int64_t distance = walk->distance + i * walk->step;
    while (piece < last && distance >= piece->end) piece++;
    while (piece > bend->pieces && distance < piece[-1].end) piece--;
    const int64_t high = (piece->cells << piece->shift) - 1;
    distance -= piece->low;
    distance = distance < 0 ? 0 : distance > high ? high : distance;
    const int64_t cell = distance >> piece->shift;
    const int64_t part = (distance >> (piece->shift - 15)) & 0x7fff;
    const int32_t *it = bend->cells + 5 * (piece->first_cell + cell);
    const int64_t arc = it[0] + (((it[1] + ((it[2] * part) >> 15)) * part) >> 15);
    light[i] = (uint16_t)(it[3] + ((it[4] * part) >> 15));
    struct spot *spot = spots + waiting;
    spot->part = part;
    spot->groups = piece->groups;
    spot->x = ((walk->along.x + i * walk->along.dx) >> 16) + ((bend->normal_x * arc) >> 30);
    spot->y = ((walk->along.y + i * walk->along.dy) >> 16) + ((bend->normal_y * arc) >> 30);
    spot->anchors = bend->anchors + 2 * (piece->first_group + piece->groups * cell);
    spot->lanes = bend->lanes + 72 * (piece->first_group + piece->groups * cell);
    const intptr_t place = (intptr_t)(page->texels + 4 * ((spot->y >> 16) * page->stride +
                                                          (spot->x >> 16)));
    const char *next = (const char *)(2 * place - places[i & 15]);
    places[i & 15] = place;
    _mm_prefetch(next, _MM_HINT_T0);
    _mm_prefetch(next + 8 * page->stride, _MM_HINT_T0);
    // Pixels of one group go by twos.
    if (spot->groups == 1) {
      if (++waiting == 2) {
        __m256i first, second;
        bent(page, spots, 0, spots + 1, 0, &first, &second);
        store2(first, second, linear + 4 * (i - 1));
        waiting = 0;
      }
      continue;
    }
    bent_all(page, spot, linear + 4 * i);
    if (waiting) {
      bent_all(page, spots, linear + 4 * (i - 1));
      waiting = 0;
    }
  }
  if (waiting) bent_all(page, spots, linear + 4 * (count - 1));
}

WIDE void curl_groups(const struct curl_page *page, int64_t groups, const int32_t *places,
                      const int16_t *lanes, int64_t count, uint16_t *linear) {
  for (int64_t i = 0; i < count; i++) {
    __m256i sum = _mm256_setzero_si256(), first, second;
    for (int64_t g = 0; g < groups; g += 2) {
      const int64_t other = g + 1 < groups ? 1 : 0;
      const int16_t *next = lanes + 40 * other;
      const int32_t *place = places + 2 * other;
      const struct pair it = {
          both(lanes, next, 0), both(lanes, next, 1), both(lanes, next, 2), both(lanes, next, 3),
          both(lanes, next, 4), page->texels + 4 * (places[1] * page->stride + places[0]),
          page->texels + 4 * (place[1] * page->stride + place[0])};
      sums(&it, page->stride, &first, &second);
      sum = _mm256_add_epi32(sum, other ? _mm256_add_epi32(first, second) : first);
      places += 2 * (1 + other);
      lanes += 40 * (1 + other);
    }
    store(sum, linear + 4 * i);
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
      // What lies beyond the row is not ours to read.
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
void curl_roll(const struct curl_page *page, const struct curl_bend *bend,
               const struct curl_bent_walk *walk, int64_t count, uint16_t *linear,
               uint16_t *light) {}
void curl_groups(const struct curl_page *page, int64_t groups, const int32_t *places,
                 const int16_t *lanes, int64_t count, uint16_t *linear) {}
void curl_tone(const struct curl_tone *tone, const uint16_t *linear, int64_t count,
               uint8_t *bytes) {}

#endif
