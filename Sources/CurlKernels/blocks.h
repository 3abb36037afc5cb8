// The weights of a page's texels in boxes, a box for each lane.
#pragma once

#include "lanes.h"

// Largest box whose texels one block holds, which is 4 wide and 3 or 4 high.
#define MOST_WIDE 2.9f
#define MOST_HIGH(rows) ((float)(rows) - 1.1f)
// Least extent of a box, texels.
#define SMALLEST (1.0f / 128)

// The weights of a block's row, 32767 = 1: four 16-bit numbers for each tap.
typedef uint64_t quads __attribute__((vector_size(8 * LANES)));

struct block {
  quads rows[4];
  whole texel;
  // One bit for each tap that counts; `blocked` doesn't set it.
  uint32_t taps;
};

INLINE lanes shared(lanes edge, lanes inverse) {
  return least(most(edge * inverse, all(0)), all(1));
}

// The weights of one row: four columns' shares times the row's weight.
INLINE quads packed(const lanes columns[4], lanes row) {
  whole w[4];
  for (int c = 0; c < 4; c++) w[c] = __builtin_convertvector(columns[c] * row + 0.5f, whole);
  const whole left = w[0] | w[1] << 16, right = w[2] | w[3] << 16;
  typedef int32_t both __attribute__((vector_size(8 * LANES)));
  const both it = __builtin_shufflevector(left, right, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6,
                                          22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29,
                                          14, 30, 15, 31);
  return (quads)it;
}

INLINE lanes inverse(lanes side) {
  return 1 / most(side, all(SMALLEST));
}

// The block of each tap's box: its first texel, and texels' weights that add up to `weight`. (x, y) is the
// box's low corner; `across` and `down` are the inverses of its sides.
INLINE struct block blocked(float page_x, float page_y, int64_t stride, int rows, lanes x, lanes y,
                            lanes across, lanes down, lanes weight) {
  // Clamp: whatever rounding does, the first texel lies on the page.
  const lanes first_x = least(most(x, all(0)), all(page_x - 1));
  const lanes first_y = least(most(y, all(0)), all(page_y - 1));
  const whole column = __builtin_convertvector(first_x, whole);
  const whole row = __builtin_convertvector(first_y, whole);
  const lanes right = __builtin_convertvector(column, lanes) + 1 - x;
  const lanes below = __builtin_convertvector(row, lanes) + 1 - y;
  const lanes c1 = shared(right, across), c2 = shared(right + 1, across);
  const lanes c3 = shared(right + 2, across);
  const lanes columns[4] = {c1, c2 - c1, c3 - c2, 1 - c3};
  const lanes r1 = shared(below, down), r2 = shared(below + 1, down);
  const lanes all_of_it = weight * 32767;
  struct block it;
  it.rows[0] = packed(columns, r1 * all_of_it);
  it.rows[1] = packed(columns, (r2 - r1) * all_of_it);
  const lanes r3 = rows == 3 ? all(1) : shared(below + 2, down);
  it.rows[2] = packed(columns, (r3 - r2) * all_of_it);
  if (rows > 3) it.rows[3] = packed(columns, (1 - r3) * all_of_it);
  it.texel = row * (int32_t)stride + column;
  return it;
}

// Adds the texels of a pixel's block times their weights.
INLINE void add_block(const struct block *it, int k, const uint16_t *texels, int64_t stride,
                      int rows, int32_t sum[4]) {
  const uint16_t *at = texels + 4 * (int64_t)it->texel[k];
  for (int j = 0; j < rows; j++) {
    const uint64_t row = it->rows[j][k];
    for (int i = 0; i < 4; i++) {
      const int32_t weight = (int32_t)(row >> 16 * i & 0xffff);
      const uint16_t *texel = at + 4 * (j * stride + i);
      for (int c = 0; c < 4; c++) sum[c] += weight * texel[c];
    }
  }
}

#if defined(__x86_64__)
// `add_block` with a sum for each row.
INLINE AVX2 void add_block_wide(const struct block *it, int k, const uint16_t *texels,
                                int64_t stride, int rows, __m256i sums[4]) {
  // r0 g0 b0 a0 r1 g1 b1 a1 to r0 r1 g0 g1 b0 b1 a0 a1, and two columns' weights for all channels.
  const __m256i pairs = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1,
                                         8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  const __m256i spread = _mm256_setr_epi8(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7,
                                          4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7);
  const uint16_t *at = texels + 4 * (int64_t)it->texel[k];
  for (int j = 0; j < rows; j++) {
    const __m256i row = _mm256_loadu_si256((const __m256i *)(at + 4 * j * stride));
    const __m256i weights = _mm256_set1_epi64x((int64_t)it->rows[j][k]);
    sums[j] = _mm256_add_epi32(sums[j], _mm256_madd_epi16(_mm256_shuffle_epi8(row, pairs),
                                                          _mm256_shuffle_epi8(weights, spread)));
  }
}

// Adds the rows' sums to a pixel's sum.
INLINE AVX2 void add_sums(const __m256i sums[4], int rows, int32_t sum[4]) {
  __m256i all_of_them = _mm256_add_epi32(sums[0], _mm256_add_epi32(sums[1], sums[2]));
  if (rows > 3) all_of_them = _mm256_add_epi32(all_of_them, sums[3]);
  const __m128i half = _mm_add_epi32(_mm256_castsi256_si128(all_of_them),
                                     _mm256_extracti128_si256(all_of_them, 1));
  __m128i *out = (__m128i *)sum;
  _mm_storeu_si128(out, _mm_add_epi32(_mm_loadu_si128(out), half));
}
#endif
