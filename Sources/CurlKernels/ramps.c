#include "CurlShade.h"

#define LANES 8
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

WIDER(every, (uint16_t *out, int64_t stride, const int32_t *knots, int64_t pieces), out, stride, knots,
      pieces)

void curl_ramps(int32_t width, uint16_t *out, int64_t stride, const int32_t *knots, int64_t pieces) {
  CALL_WIDER(width, every, out, stride, knots, pieces);
  every(out, stride, knots, pieces);
}

// Wider instructions gain little: most of it is loading numbers one by one.
void curl_tones(const float *tones, int32_t steps, float first, float step, int64_t count,
                uint16_t *light, uint16_t *white) {
  const lanes order = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int64_t from = 0; from < count; from += LANES) {
    const lanes place = most(first + ((float)from + order) * step, all(0));
    const whole i = __builtin_elementwise_min(
        __builtin_convertvector(least(place, all((float)steps)), whole), same(steps - 1));
    const lanes part = place - __builtin_convertvector(i, lanes);
    lanes at[4];
    for (int k = 0; k < LANES; k++) {
      for (int v = 0; v < 4; v++) at[v][k] = tones[4 * i[k] + v];
    }
    const values one = __builtin_convertvector(
        __builtin_convertvector((at[0] + part * at[2]) * 32767 + 0.5f, whole), values);
    const values other = __builtin_convertvector(
        __builtin_convertvector((at[1] + part * at[3]) * 32767 + 0.5f, whole), values);
    const size_t some = count - from < LANES ? (size_t)(count - from) : LANES;
    __builtin_memcpy(light + from, &one, 2 * some);
    __builtin_memcpy(white + from, &other, 2 * some);
  }
}
