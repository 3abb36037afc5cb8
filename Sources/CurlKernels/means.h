// Weighted means of texels, for processors with AVX2; shared by the kernels of CurlTaps.h.
#pragma once

#include <immintrin.h>

#include "CurlTaps.h"

#define WIDE __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

// r0 g0 b0 a0 r1 g1 b1 a1 to r0 r1 g0 g1 b0 b1 a0 a1: pairs for multiply-adds.
#define PAIRS                                                                                      \
  _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9, 2, 3, 10, 11, \
                   4, 5, 12, 13, 6, 7, 14, 15)

// The weighted sum of four texels × three rows. In each 128 bits of `weights`, the first three pairs belong
// to the three rows; the low half is for the first two columns.
INLINE __m256i mean3(const uint16_t *at, int64_t stride, __m256i weights) {
  const __m256i pairs = PAIRS;
  __m256i row0 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)at), pairs);
  __m256i row1 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(at + 4 * stride)), pairs);
  __m256i row2 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(at + 8 * stride)), pairs);
  __m256i sum = _mm256_madd_epi16(row0, _mm256_shuffle_epi32(weights, 0x00));
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(row1, _mm256_shuffle_epi32(weights, 0x55)));
  return _mm256_add_epi32(sum, _mm256_madd_epi16(row2, _mm256_shuffle_epi32(weights, 0xaa)));
}

INLINE __m256i rounded(__m256i sum) {
  return _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(1 << 14)), 15);
}

// Stores the linear light of four pixels, whose sums have two halves each.
INLINE void store4(__m256i a, __m256i b, __m256i c, __m256i d, uint16_t *linear) {
  const __m256i near = _mm256_add_epi32(_mm256_permute2x128_si256(a, b, 0x20),
                                        _mm256_permute2x128_si256(a, b, 0x31));
  const __m256i far = _mm256_add_epi32(_mm256_permute2x128_si256(c, d, 0x20),
                                       _mm256_permute2x128_si256(c, d, 0x31));
  const __m256i all = _mm256_packs_epi32(rounded(near), rounded(far));
  _mm256_storeu_si256((__m256i *)linear, _mm256_permute4x64_epi64(all, _MM_SHUFFLE(3, 1, 2, 0)));
}

INLINE void store(__m256i sum, uint16_t *linear) {
  __m128i total = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  total = _mm_srai_epi32(_mm_add_epi32(total, _mm_set1_epi32(1 << 14)), 15);
  _mm_storel_epi64((__m128i *)linear, _mm_packs_epi32(total, total));
}

// The lanes of two groups of four taps.
struct pair {
  __m256i edge, size, factor, inverse, weight;
};

INLINE __m256i before(__m256i edge, const struct pair *it) {
  __m256i x = _mm256_min_epi16(_mm256_max_epi16(edge, _mm256_setzero_si256()), it->size);
  x = _mm256_mulhi_epu16(_mm256_mullo_epi16(x, it->factor), it->inverse);
  return _mm256_min_epu16(x, _mm256_set1_epi16(32764));
}

// The weights of four columns in a row: the taps' shares of the columns, in pairs of taps, `first` and
// `second`, times their shares of the row, in the upper half of each 128 bits of `row`.
INLINE __m256i product(__m256i first, __m256i second, __m256i row) {
  const __m256i one = _mm256_madd_epi16(first, _mm256_shuffle_epi32(row, 0xaa));
  const __m256i other = _mm256_madd_epi16(second, _mm256_shuffle_epi32(row, 0xff));
  return rounded(_mm256_add_epi32(one, other));
}

// The weights of two groups' texels, as `mean3` reads them. Each 128 bits of an input hold the x, then the
// y of a group's taps. `edge`: distance from a tap's low edge to the end of the first texel (1/2^13);
// `size`: the tap's extent; `factor` and `inverse`: the extent's inverse in two factors; `weight`: the
// tap's share.
INLINE void weigh(const struct pair *it, __m256i weights[2]) {
  const __m256i ones = _mm256_set1_epi16(32764), texel = _mm256_set1_epi16(1 << 13);
  const __m256i f1 = before(it->edge, it);
  const __m256i f2 = before(_mm256_add_epi16(it->edge, texel), it);
  const __m256i f3 = before(_mm256_add_epi16(it->edge, _mm256_add_epi16(texel, texel)), it);
  // From shares before the texels' ends to shares of the texels: four columns, three rows.
  const __m256i second = _mm256_sub_epi16(f2, f1), third = _mm256_sub_epi16(f3, f2);
  const __m256i left = _mm256_unpacklo_epi32(f1, second);
  const __m256i right = _mm256_unpacklo_epi32(third, _mm256_sub_epi16(ones, f3));
  const __m256i these = _mm256_unpacklo_epi64(left, right);
  const __m256i those = _mm256_unpackhi_epi64(left, right);
  const __m256i w0 = product(these, those, _mm256_mulhrs_epi16(f1, it->weight));
  const __m256i w1 = product(these, those, _mm256_mulhrs_epi16(second, it->weight));
  const __m256i w2 =
      product(these, those, _mm256_mulhrs_epi16(_mm256_sub_epi16(ones, f2), it->weight));
  // From rows of four columns to pairs of columns of all rows.
  const __m256 upper = _mm256_castsi256_ps(_mm256_packs_epi32(w0, w1));
  const __m256 lower = _mm256_castsi256_ps(_mm256_packs_epi32(w2, w2));
  const __m256i low = _mm256_castps_si256(_mm256_shuffle_ps(upper, lower, _MM_SHUFFLE(2, 0, 2, 0)));
  const __m256i high =
      _mm256_castps_si256(_mm256_shuffle_ps(upper, lower, _MM_SHUFFLE(3, 1, 3, 1)));
  weights[0] = _mm256_permute2x128_si256(low, high, 0x20);
  weights[1] = _mm256_permute2x128_si256(low, high, 0x31);
}

// One vector of lanes of two groups.
INLINE __m256i both(const int16_t *first, const int16_t *second, int i) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(first + 8 * i))),
      _mm_loadu_si128((const __m128i *)(second + 8 * i)), 1);
}
