#include "CurlShade.h"

#include "lanes.h"

typedef uint16_t values __attribute__((vector_size(2 * LANES)));

INLINE whole same(int32_t v) {
  return (whole){v, v, v, v, v, v, v, v};
}

// Eighths, rounded towards zero.
INLINE whole eighth(whole a) {
  return (a + ((a >> 31) & 7)) >> 3;
}

INLINE whole loaded(const int32_t *from) {
  whole it;
  __builtin_memcpy(&it, from, sizeof it);
  return it;
}

INLINE void every(uint16_t *out, int64_t stride, const int32_t *knots, int64_t pieces) {
  const whole places = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int64_t k = 0; k < pieces; k++) {
    const int32_t *above = knots + k * (pieces + 1), *below = above + pieces + 1;
    whole left = loaded(above), right = loaded(above + 1);
    const whole left_fall = eighth(loaded(below) - left);
    const whole right_fall = eighth(loaded(below + 1) - right);
    for (int64_t j = 0; j < 8; j++) {
      int32_t starts[LANES], rises[LANES];
      const whole start = left + 8192, rise = eighth(right - left);
      __builtin_memcpy(starts, &start, sizeof start);
      __builtin_memcpy(rises, &rise, sizeof rise);
      for (int64_t i = 0; i < pieces; i++) {
        const whole it = same(starts[i]) + places * same(rises[i]);
        const values row = __builtin_convertvector(it >> 14, values);
        __builtin_memcpy(out + 8 * i, &row, sizeof row);
      }
      out += stride;
      left += left_fall;
      right += right_fall;
    }
  }
}

WIDE static void every_wide(uint16_t *out, int64_t stride, const int32_t *knots, int64_t pieces) {
  every(out, stride, knots, pieces);
}

void curl_ramps(int isWide, uint16_t *out, int64_t stride, const int32_t *knots, int64_t pieces) {
  if (isWide) return every_wide(out, stride, knots, pieces);
  every(out, stride, knots, pieces);
}
