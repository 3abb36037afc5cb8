#include "CurlStore.h"

#include <stddef.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef float four __attribute__((vector_size(16)));
typedef int32_t whole __attribute__((vector_size(16)));
typedef double quad __attribute__((vector_size(32)));

// Vectors pass between inlined functions alone.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

INLINE four load(const float *sums) {
  four sum;
  memcpy(&sum, sums, sizeof sum);
  return sum;
}

INLINE void save(float *sums, four sum) {
  memcpy(sums, &sum, sizeof sum);
}

// A channel of 0...1 of linear light, see RowDecoder in Swift.
INLINE double decode(double value, const struct curl_light *light) {
  if (value <= 0.04045) return value / 12.92;
  const double place = value * (double)light->parts;
  int64_t i = (int64_t)place;
  if (i > light->parts - 1) i = light->parts - 1;
  const double *low = light->curve + 2 * i, *high = low + 2;
  const double t = place - (double)i, rise = high[0] - low[0];
  return low[0] + t * (low[1] + t * (3 * rise - 2 * low[1] - high[1] +
                                     t * (low[1] + high[1] - 2 * rise)));
}

// The linear light of a pixel of 8 bits.
INLINE four light8(const uint8_t *pixel, const struct curl_light *light) {
  uint32_t all;
  memcpy(&all, pixel, 4);
  const uint32_t alpha = all >> 24;
  if (alpha == 255) {
    const float *const lanes = light->lanes;
    return load(lanes + (all << 2 & 0x3fc)) + load(lanes + 1024 + (all >> 6 & 0x3fc)) +
           load(lanes + 2048 + (all >> 14 & 0x3fc));
  }
  // The table's last value of an alpha is that of the alpha itself.
  const float *const table = light->clear + 256 * (size_t)alpha;
  return (four){table[all & 255], table[all >> 8 & 255], table[all >> 16 & 255], table[255]};
}

INLINE four light16(const uint16_t *pixel, const struct curl_light *light) {
  const uint16_t alpha = pixel[3];
  const float *const opaque = light->opaque;
  if (alpha == 65535) return (four){opaque[pixel[0]], opaque[pixel[1]], opaque[pixel[2]], 1};
  if (alpha == 0) return (four){0, 0, 0, 0};
  const double share = alpha / 65535.0;
  four colour = {0, 0, 0, (float)share};
  for (int i = 0; i < 3; i++) {
    const double straight = pixel[i] < alpha ? (double)pixel[i] / alpha : 1;
    colour[i] = (float)(decode(straight, light) * share);
  }
  return colour;
}

// Rows that are summed at once: more would be in each other's way in the cache.
#define BAND 4

#define ADD(name, channel, light_of)                                                              \
  INLINE void name##_rows(float *sums, const int isNew, float *next, const int isShared,          \
                          const channel *page, int64_t width, const int rows,                     \
                          const float *weights, float other, const struct curl_light *light) {    \
    for (int64_t x = 0; x < width; x++) {                                                         \
      four sum = isNew ? (four){0, 0, 0, 0} : load(sums + 4 * x), colour = sum;                   \
      for (int i = 0; i < rows; i++) {                                                            \
        colour = light_of(page + 4 * (i * width + x), light);                                     \
        sum += colour * weights[i];                                                               \
      }                                                                                           \
      save(sums + 4 * x, sum);                                                                    \
      if (isShared) save(next + 4 * x, colour * other);                                           \
    }                                                                                             \
  }                                                                                               \
                                                                                                  \
  INLINE void name##_band(float *sums, int isNew, float *next, const channel *page,               \
                          int64_t width, const int rows, const float *weights, float other,       \
                          const struct curl_light *light) {                                       \
    if (isNew && next) {                                                                          \
      name##_rows(sums, 1, next, 1, page, width, rows, weights, other, light);                    \
    } else if (isNew) {                                                                           \
      name##_rows(sums, 1, next, 0, page, width, rows, weights, other, light);                    \
    } else if (next) {                                                                            \
      name##_rows(sums, 0, next, 1, page, width, rows, weights, other, light);                    \
    } else {                                                                                      \
      name##_rows(sums, 0, next, 0, page, width, rows, weights, other, light);                    \
    }                                                                                             \
  }                                                                                               \
                                                                                                  \
  void name(float *sums, int isNew, float *next, const channel *page, int64_t width,              \
            int64_t rows, const float *weights, float other, const struct curl_light *light) {    \
    const struct curl_light own = *light;                                                         \
    for (int64_t y = 0; y < rows; y += BAND) {                                                    \
      const int64_t left = rows - y;                                                              \
      const channel *const band = page + 4 * y * width;                                           \
      float *const after = left <= BAND ? next : NULL;                                            \
      const int isFirst = isNew && y == 0;                                                        \
      if (left == 1) {                                                                            \
        name##_band(sums, isFirst, after, band, width, 1, weights + y, other, &own);              \
      } else if (left == 2) {                                                                     \
        name##_band(sums, isFirst, after, band, width, 2, weights + y, other, &own);              \
      } else if (left == 3) {                                                                     \
        name##_band(sums, isFirst, after, band, width, 3, weights + y, other, &own);              \
      } else {                                                                                    \
        name##_band(sums, isFirst, after, band, width, BAND, weights + y, other, &own);           \
      }                                                                                           \
    }                                                                                             \
  }

ADD(curl_store_add8, uint8_t, light8)
ADD(curl_store_add16, uint16_t, light16)

void curl_store_carry(double *totals, const float *sums, int64_t values) {
  for (int64_t i = 0; i < values; i++) totals[i] += (double)sums[i];
}

// A texel of a mean, 32767 for 1: no channel is more than alpha.
INLINE uint64_t texel(four mean) {
  const whole value = __builtin_convertvector(mean + 0.5f, whole);
  const int32_t alpha = value[3] < 32767 ? value[3] : 32767;
  const whole most = {alpha, alpha, alpha, alpha};
  const whole less = value < most;
  const whole held = (less & value) | (~less & most);
  return (uint64_t)held[0] | (uint64_t)held[1] << 16 | (uint64_t)held[2] << 32 |
         (uint64_t)alpha << 48;
}

INLINE quad total_at(const float *sums, const double *totals, int64_t x) {
  quad more;
  memcpy(&more, totals + 4 * x, sizeof more);
  return __builtin_convertvector(load(sums + 4 * x), quad) + more;
}

// Pixels whose sum floats hold to a few millionths.
#define MOST 64

void curl_store_put(uint64_t *out, const float *sums, const double *totals,
                    const struct curl_span *spans, int64_t texels, double scale) {
  for (int64_t i = 0; i < texels; i++) {
    const struct curl_span span = spans[i];
    const double factor = span.scale * scale;
    if (!totals && span.last - span.first <= MOST) {
      four sum = load(sums + 4 * (int64_t)span.first) * span.left;
      for (int64_t x = span.first + 1; x < span.last; x++) sum += load(sums + 4 * x);
      if (span.last > span.first) sum += load(sums + 4 * (int64_t)span.last) * span.right;
      out[i] = texel(sum * (float)factor);
      continue;
    }
    quad sum = {0, 0, 0, 0};
    for (int64_t x = span.first; x <= span.last; x++) {
      const quad value = totals ? total_at(sums, totals, x)
                                : __builtin_convertvector(load(sums + 4 * x), quad);
      const double share = x == span.first ? span.left : x == span.last ? span.right : 1;
      sum += value * share;
    }
    out[i] = texel(__builtin_convertvector(sum * factor, four));
  }
}
