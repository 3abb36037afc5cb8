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

// The weighted sum of four texels × three or four rows. In each 128 bits of `weights`, a pair belongs to a
// row; the low half is for the first two columns.
INLINE __m256i mean(const uint16_t *at, int64_t stride, __m256i weights, int rows) {
  const __m256i pairs = PAIRS;
  __m256i row0 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)at), pairs);
  __m256i row1 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(at + 4 * stride)), pairs);
  __m256i row2 = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(at + 8 * stride)), pairs);
  __m256i sum = _mm256_madd_epi16(row0, _mm256_shuffle_epi32(weights, 0x00));
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(row1, _mm256_shuffle_epi32(weights, 0x55)));
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(row2, _mm256_shuffle_epi32(weights, 0xaa)));
  if (rows == 3) return sum;
  __m256i row3 =
      _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(at + 12 * stride)), pairs);
  return _mm256_add_epi32(sum, _mm256_madd_epi16(row3, _mm256_shuffle_epi32(weights, 0xff)));
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

// Ends of boxes, 1/2^13 texel: those that nearly lie at a texel's edge are drawn to it. See `SNAP` in
// spans/filter.h.
INLINE __m256i snapped(__m256i at) {
  const __m256i edge = _mm256_and_si256(_mm256_add_epi16(at, _mm256_set1_epi16(1 << 12)),
                                        _mm256_set1_epi16(-(1 << 13)));
  const __m256i from = _mm256_sub_epi16(at, edge), away = _mm256_abs_epi16(from);
  const __m256i most = _mm256_max_epi16(_mm256_sub_epi16(_mm256_set1_epi16(1 << 5), away),
                                        _mm256_setzero_si256());
  const __m256i left = _mm256_max_epi16(_mm256_sub_epi16(away, most), _mm256_setzero_si256());
  return _mm256_add_epi16(edge, _mm256_sign_epi16(left, from));
}

// What is left of boxes' sides once both ends have snapped; those below half a texel stay. Moves `edge`,
// the distance from a box's low edge to the end of a texel.
INLINE __m256i snapped_sides(__m256i *edge, __m256i size) {
  const __m256i low = snapped(*edge), high = snapped(_mm256_sub_epi16(*edge, size));
  const __m256i is_large = _mm256_cmpgt_epi16(size, _mm256_set1_epi16((1 << 12) - 1));
  *edge = _mm256_blendv_epi8(*edge, low, is_large);
  return _mm256_blendv_epi8(size, _mm256_sub_epi16(low, high), is_large);
}

// Shares of boxes before a texel's end, up to `most`. `side` is what has been left of their sides.
INLINE __m256i before(__m256i edge, __m256i size, __m256i factor, __m256i inverse, __m256i side,
                      __m256i most, int snaps) {
  __m256i x = _mm256_min_epi16(_mm256_max_epi16(edge, _mm256_setzero_si256()), size);
  x = _mm256_mulhi_epu16(_mm256_mullo_epi16(x, factor), inverse);
  x = _mm256_min_epu16(x, most);
  return snaps ? _mm256_blendv_epi8(most, x, _mm256_cmpgt_epi16(side, edge)) : x;
}

// The weights of four columns in a row: the taps' shares of the columns, in pairs of taps, `first` and
// `second`, times their shares of the row, in the upper half of each 128 bits of `row`.
INLINE __m256i product(__m256i first, __m256i second, __m256i row) {
  const __m256i one = _mm256_madd_epi16(first, _mm256_shuffle_epi32(row, 0xaa));
  const __m256i other = _mm256_madd_epi16(second, _mm256_shuffle_epi32(row, 0xff));
  return rounded(_mm256_add_epi32(one, other));
}

// The weights of two groups' texels, as `mean` reads them. Each 128 bits of an input hold the x, then the
// y of a group's taps. `edge`: distance from a tap's low edge to the end of the first texel (1/2^13);
// `size`: the tap's extent; `factor` and `inverse`: the extent's inverse in two factors; `weight`: the
// tap's share.
INLINE void weigh(const struct pair *it, __m256i weights[2], int rows, int snaps) {
  const __m256i ones = _mm256_set1_epi16(32764), texel = _mm256_set1_epi16(1 << 13);
  __m256i edge = it->edge;
  const __m256i side = snaps ? snapped_sides(&edge, it->size) : it->size;
#define BEFORE(edge) before(edge, it->size, it->factor, it->inverse, side, ones, snaps)
  const __m256i f1 = BEFORE(edge);
  const __m256i f2 = BEFORE(_mm256_add_epi16(edge, texel));
  const __m256i f3 = BEFORE(_mm256_add_epi16(edge, _mm256_add_epi16(texel, texel)));
#undef BEFORE
  // From shares before the texels' ends to shares of the texels: four columns, three or four rows.
  const __m256i second = _mm256_sub_epi16(f2, f1), third = _mm256_sub_epi16(f3, f2);
  const __m256i left = _mm256_unpacklo_epi32(f1, second);
  const __m256i right = _mm256_unpacklo_epi32(third, _mm256_sub_epi16(ones, f3));
  const __m256i these = _mm256_unpacklo_epi64(left, right);
  const __m256i those = _mm256_unpackhi_epi64(left, right);
  const __m256i w0 = product(these, those, _mm256_mulhrs_epi16(f1, it->weight));
  const __m256i w1 = product(these, those, _mm256_mulhrs_epi16(second, it->weight));
  const __m256i w2 = product(
      these, those,
      _mm256_mulhrs_epi16(rows == 3 ? _mm256_sub_epi16(ones, f2) : third, it->weight));
  const __m256i w3 =
      rows == 3 ? w2
                : product(these, those,
                          _mm256_mulhrs_epi16(_mm256_sub_epi16(ones, f3), it->weight));
  // From rows of four columns to pairs of columns of all rows.
  const __m256 upper = _mm256_castsi256_ps(_mm256_packs_epi32(w0, w1));
  const __m256 lower = _mm256_castsi256_ps(_mm256_packs_epi32(w2, w3));
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
