// Boxes on a page as weights of its texels, eight at a time.
#pragma once

#include "lanes.h"

// Largest box whose texels one block of 4 × 3 holds.
#define WIDEST 2.9f
#define HIGHEST 1.9f
// What counts as a box's extent at least.
#define SMALLEST (1.0f / 128)

// A block's weights, 2^15: a row of four 16-bit numbers for each tap.
typedef uint64_t quads __attribute__((vector_size(8 * LANES)));

struct block {
  quads rows[3];
  whole texel;
  // A bit for each tap that counts; what finds a block leaves it open.
  uint32_t taps;
};

INLINE lanes shared(lanes edge, lanes inverse) {
  return least(most(edge * inverse, all(0)), all(1));
}

// Four columns' weights of one row, of shares and a row's own weight.
INLINE quads packed(const lanes columns[4], lanes row) {
  whole w[4];
  for (int c = 0; c < 4; c++) w[c] = __builtin_convertvector(columns[c] * row + 0.5f, whole);
  const whole left = w[0] | w[1] << 16, right = w[2] | w[3] << 16;
  typedef int32_t both __attribute__((vector_size(8 * LANES)));
  const both it = __builtin_shufflevector(left, right, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6,
                                          14, 7, 15);
  return (quads)it;
}

INLINE lanes inverse(lanes side) {
  return 1 / most(side, all(SMALLEST));
}

// The block of each tap's box: where it begins and the texels' weights, in all `weight`;
// `across` and `down` are the inverses of its sides.
INLINE struct block blocked(float page_x, float page_y, int64_t stride, lanes x, lanes y,
                            lanes across, lanes down, lanes weight) {
  // Nothing beyond the page is ever read, whatever rounding does.
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
  it.rows[2] = packed(columns, (1 - r2) * all_of_it);
  it.texel = row * (int32_t)stride + column;
  return it;
}
