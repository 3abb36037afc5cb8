// Weighted means of texels; shared by the kernels of CurlTaps.h.
#pragma once

#include "CurlTaps.h"
#include "wide.h"

// Pixels whose texels one register holds.
#define TWO (BITS / 256)

// Four texels of a row of each of some pixels.
INLINE wide texels_at(const uint16_t *const at[TWO], int64_t away) {
  const __m256i first = _mm256_loadu_si256((const __m256i *)(at[0] + away));
#if BITS == 512
  const __m256i second = _mm256_loadu_si256((const __m256i *)(at[1] + away));
  return _mm512_inserti64x4(_mm512_castsi256_si512(first), second, 1);
#else
  return first;
#endif
}

// The weighted sums of four texels × three or four rows of each of some pixels, each in two parts. In each part
// of `weights`, a pair belongs to a row; the first part is for the first two columns.
INLINE wide mean(const uint16_t *const at[TWO], int64_t stride, wide weights, int rows) {
  // r0 g0 b0 a0 r1 g1 b1 a1 to r0 r1 g0 g1 b0 b1 a0 a1: pairs for multiply-adds.
  const wide pairs = repeated(_mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
  wide row0 = W(shuffle_epi8)(texels_at(at, 0), pairs);
  wide row1 = W(shuffle_epi8)(texels_at(at, 4 * stride), pairs);
  wide row2 = W(shuffle_epi8)(texels_at(at, 8 * stride), pairs);
  wide sum = W(madd_epi16)(row0, W(shuffle_epi32)(weights, 0x00));
  sum = W(add_epi32)(sum, W(madd_epi16)(row1, W(shuffle_epi32)(weights, 0x55)));
  sum = W(add_epi32)(sum, W(madd_epi16)(row2, W(shuffle_epi32)(weights, 0xaa)));
  if (rows == 3) return sum;
  wide row3 = W(shuffle_epi8)(texels_at(at, 12 * stride), pairs);
  return W(add_epi32)(sum, W(madd_epi16)(row3, W(shuffle_epi32)(weights, 0xff)));
}

INLINE wide rounded(wide sum) {
  return W(srai_epi32)(W(add_epi32)(sum, W(set1_epi32)(1 << 14)), 15);
}

// The linear light of the pixels of two sums, in the order of `even_parts`: PARTS pixels.
INLINE __m256i linear_of(wide a, wide b) {
  const wide all = rounded(W(add_epi32)(even_parts(a, b), odd_parts(a, b)));
#if BITS == 512
  return _mm512_cvtsepi32_epi16(all);
#else
  return _mm256_permute4x64_epi64(_mm256_packs_epi32(all, all), _MM_SHUFFLE(3, 1, 2, 0));
#endif
}

// Stores the linear light of the pixels of two sums, PARTS pixels in all.
INLINE void store_two(wide a, wide b, uint16_t *linear) {
  const __m256i it = linear_of(a, b);
#if BITS == 512
  _mm256_storeu_si256((__m256i *)linear, it);
#else
  _mm_storeu_si128((__m128i *)linear, _mm256_castsi256_si128(it));
#endif
}

// The lanes of groups of four taps, one group in each part.
struct groups {
  wide edge, size, factor, inverse, weight;
};

// Ends of boxes, 1/2^13 texel: those that nearly lie at a texel's edge are drawn to it. See `SNAP` in
// spans/filter.h.
INLINE wide snapped(wide at) {
  const wide edge = AND(W(add_epi16)(at, W(set1_epi16)(1 << 12)), W(set1_epi16)(-(1 << 13)));
  const wide from = W(sub_epi16)(at, edge), away = W(abs_epi16)(from);
  const wide most = W(max_epi16)(W(sub_epi16)(W(set1_epi16)(1 << 5), away), zero());
  const wide left = W(max_epi16)(W(sub_epi16)(away, most), zero());
  return where_above(zero(), from, W(sub_epi16)(edge, left), W(add_epi16)(edge, left));
}

// What is left of boxes' sides once both ends have snapped; those below half a texel stay. Moves `edge`,
// the distance from a box's low edge to the end of a texel.
INLINE wide snapped_sides(wide *edge, wide size) {
  const wide low = snapped(*edge), high = snapped(W(sub_epi16)(*edge, size));
  const wide large = W(set1_epi16)((1 << 12) - 1);
  *edge = where_above(size, large, low, *edge);
  return where_above(size, large, W(sub_epi16)(low, high), size);
}

// Shares of boxes before a texel's end, up to `most`. `side` is what has been left of their sides.
INLINE wide before(wide edge, wide size, wide factor, wide inverse, wide side, wide most, int snaps) {
  wide x = W(min_epi16)(W(max_epi16)(edge, zero()), size);
  x = W(mulhi_epu16)(W(mullo_epi16)(x, factor), inverse);
  x = W(min_epu16)(x, most);
  return snaps ? where_above(side, edge, x, most) : x;
}

// The weights of four columns in a row: the taps' shares of the columns, in pairs of taps, `first` and
// `second`, times their shares of the row, in the upper half of each part of `row`.
INLINE wide product(wide first, wide second, wide row) {
  const wide one = W(madd_epi16)(first, W(shuffle_epi32)(row, 0xaa));
  const wide other = W(madd_epi16)(second, W(shuffle_epi32)(row, 0xff));
  return rounded(W(add_epi32)(one, other));
}

// Two registers whose parts are neighbours: those of the first half of `low` and `high`, then those of the
// second half.
INLINE void neighbours(wide low, wide high, wide out[2]) {
#if BITS == 512
  out[0] = _mm512_permutex2var_epi64(low, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), high);
  out[1] = _mm512_permutex2var_epi64(low, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), high);
#else
  out[0] = _mm256_permute2x128_si256(low, high, 0x20);
  out[1] = _mm256_permute2x128_si256(low, high, 0x31);
#endif
}

// The weights of PARTS groups' texels, as `mean` reads them. Each part of an input holds the x, then the
// y of a group's taps, lengths in 1/2^bits texel. `edge`: distance from a tap's low edge to the end of the first texel;
// `size`: the tap's extent; `factor` and `inverse`: the extent's inverse in two factors; `weight`: the
// tap's share.
INLINE void weigh(const struct groups *it, wide weights[2], int rows, int snaps, int bits) {
  const wide ones = W(set1_epi16)(32764), texel = W(set1_epi16)((int16_t)(1 << bits));
  wide edge = it->edge;
  const wide side = snaps ? snapped_sides(&edge, it->size) : it->size;
#define BEFORE(edge) before(edge, it->size, it->factor, it->inverse, side, ones, snaps)
  const wide f1 = BEFORE(edge);
  const wide f2 = BEFORE(W(adds_epi16)(edge, texel));
  const wide f3 = BEFORE(W(adds_epi16)(edge, W(adds_epi16)(texel, texel)));
#undef BEFORE
  // From shares before the texels' ends to shares of the texels: four columns, three or four rows.
  const wide second = W(sub_epi16)(f2, f1), third = W(sub_epi16)(f3, f2);
  const wide left = W(unpacklo_epi32)(f1, second);
  const wide right = W(unpacklo_epi32)(third, W(sub_epi16)(ones, f3));
  const wide these = W(unpacklo_epi64)(left, right), those = W(unpackhi_epi64)(left, right);
  const wide w0 = product(these, those, W(mulhrs_epi16)(f1, it->weight));
  const wide w1 = product(these, those, W(mulhrs_epi16)(second, it->weight));
  const wide last = rows == 3 ? W(sub_epi16)(ones, f2) : third;
  const wide w2 = product(these, those, W(mulhrs_epi16)(last, it->weight));
  const wide w3 =
      rows == 3 ? w2 : product(these, those, W(mulhrs_epi16)(W(sub_epi16)(ones, f3), it->weight));
  // From rows of four columns to pairs of columns of all rows.
  const wide upper = W(packs_epi32)(w0, w1), lower = W(packs_epi32)(w2, w3);
#define COLUMNS(order) (wide)W(shuffle_ps)((floats)upper, (floats)lower, order)
  neighbours(COLUMNS(_MM_SHUFFLE(2, 0, 2, 0)), COLUMNS(_MM_SHUFFLE(3, 1, 3, 1)), weights);
#undef COLUMNS
}
