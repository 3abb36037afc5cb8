#include "CurlLanes.h"

#define LANES 8
#include "lanes.h"

typedef int16_t shorts __attribute__((vector_size(2 * LANES)));

INLINE whole truncated(lanes a) {
  return __builtin_convertvector(a, whole);
}

INLINE whole chosen(whole mask, whole a, whole b) {
  return (mask & a) | (~mask & b);
}

INLINE lanes floats(whole a) {
  return __builtin_convertvector(a, lanes);
}

// The distance from a tap's low edge to the end of the group's first texel.
INLINE whole edge(lanes low, int32_t unit) {
  const whole at = truncated((3 - low) * (float)unit + 0.5f) - 2 * unit;
  const whole none = {};
  return __builtin_elementwise_max(__builtin_elementwise_min(at, none + 32767), none - 32768);
}

INLINE whole extent(lanes it, int32_t unit) {
  return truncated(least(most(it * (float)unit + 0.5f, all(64)), all(32767)));
}

// 2^15 / size in 1/2^16, divided by the factor.
INLINE whole inverse(whole size, whole factor) {
  return truncated(least(2147483648.0f / floats(size * factor), all(65535)));
}

// Four taps' boxes: all x, then all y.
INLINE lanes sorted(const float *boxes) {
  lanes it;
  __builtin_memcpy(&it, boxes, sizeof it);
  return __builtin_shufflevector(it, it, 0, 2, 4, 6, 1, 3, 5, 7);
}

INLINE void put(int16_t *to, whole values) {
  const shorts it = __builtin_convertvector(values, shorts);
  __builtin_memcpy(to, &it, sizeof it);
}

INLINE int32_t fixed(float value) {
  return (int32_t)(value * 65536 + (value < 0 ? -0.5f : 0.5f));
}

INLINE float lower(float a, float b) {
  return a < b ? a : b;
}

INLINE void group(const float *lows, const float *extents, int64_t taps, int32_t count,
                  float weight, int32_t unit, int32_t *anchor, int16_t *to) {
  const float *last = lows + 4 * taps;
  // The low corner of the group's boxes, anywhere in the cell.
  float x = lows[0], y = lows[1];
  for (int32_t k = 0; k < count; k++) {
    x = lower(x, lower(lows[2 * k], last[2 * k]));
    y = lower(y, lower(lows[2 * k + 1], last[2 * k + 1]));
  }
  x -= 1e-4f;
  y -= 1e-4f;
  anchor[0] = fixed(x);
  anchor[1] = fixed(y);
  const lanes origin = {x, x, x, x, y, y, y, y};
  const lanes low0 = sorted(lows) - origin, low1 = sorted(lows + 2 * taps) - origin;
  const lanes low2 = sorted(last) - origin;
  const lanes size0 = sorted(extents), size1 = sorted(extents + 2 * taps);
  const lanes size2 = sorted(extents + 4 * taps);
  // Shift the line: its error is then the same in the middle and at the ends.
  const lanes bow = (low1 - (low0 + low2) / 2) / 2;
  const lanes bulge = (size1 - (size0 + size2) / 2) / 2;
  const whole edge0 = edge(low0 + bow, unit), edge2 = edge(low2 + bow, unit);
  const whole a = extent(size0 + bulge, unit), b = extent(size2 + bulge, unit);
  const whole larger = __builtin_elementwise_max(a, b), smaller = __builtin_elementwise_min(a, b);
  const whole factor = truncated(65535 / floats(larger));
  // Size and inverse are both linear in the cell; their product must not exceed 1 anywhere.
  whole inverse0 = inverse(a, factor), inverse2 = inverse(b, factor);
  const lanes ratio = floats(larger) / floats(smaller);
  const lanes excess = 4 / (2 + ratio + 1 / ratio);
  const whole even = ratio < 1.01f;
  inverse0 = chosen(even, inverse0, truncated(floats(inverse0) * excess));
  inverse2 = chosen(even, inverse2, truncated(floats(inverse2) * excess));
  // Lanes without a tap weigh nothing.
  const whole lane = {0, 1, 2, 3, 0, 1, 2, 3}, none = {}, some = lane < count;
  const whole texel = none + unit, one = none + 1, share = none + (int32_t)(weight * 32767 + 0.5f);
  put(to, edge0 & some);
  put(to + 8, (edge2 - edge0) & some);
  put(to + 16, chosen(some, a, texel));
  put(to + 24, (b - a) & some);
  put(to + 32, chosen(some, factor, one));
  put(to + 40, inverse0 & some);
  put(to + 48, (inverse2 - inverse0) & some);
  put(to + 56, share & some);
  put(to + 64, none);
}

INLINE void every(const float *lows, const float *extents, int64_t taps, int64_t cells,
                  const struct curl_group *groups, int64_t count, float weight, int32_t unit,
                  int32_t *anchors, int16_t *to) {
  for (int64_t i = 0; i < cells; i++) {
    for (int64_t g = 0; g < count; g++) {
      const int64_t first = 2 * (2 * i * taps + groups[g].first);
      group(lows + first, extents + first, taps, groups[g].count, weight, unit, anchors, to);
      anchors += 2;
      to += 72;
    }
  }
}

WIDER(every,
      (const float *lows, const float *extents, int64_t taps, int64_t cells,
       const struct curl_group *groups, int64_t count, float weight, int32_t unit, int32_t *anchors,
       int16_t *to),
      lows, extents, taps, cells, groups, count, weight, unit, anchors, to)

void curl_lanes(int32_t width, const float *lows, const float *extents, int64_t taps, int64_t cells,
                const struct curl_group *groups, int64_t count, float weight, int32_t unit,
                int32_t *anchors, int16_t *to) {
  CALL_WIDER(width, every, lows, extents, taps, cells, groups, count, weight, unit, anchors, to);
  every(lows, extents, taps, cells, groups, count, weight, unit, anchors, to);
}
