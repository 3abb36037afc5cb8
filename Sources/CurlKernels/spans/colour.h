// From linear light to stored channels, for one pixel at a time. Twin of Colour.swift, name by name.
#pragma once

#include "CurlPlates.h"
#include "filter.h"

INLINE quad quad_all(float v) {
  return (quad){v, v, v, v};
}

// sRGB-encoded values of four linear channels, each by itself.
INLINE quad encode(const struct curl_tables *tables, quad linear) {
  const quad held = (quad)((linear > 0) & (quad_whole)linear);
  const quad_whole is_less = held < 1;
  const quad x = __builtin_elementwise_sqrt(
                     (quad)((is_less & (quad_whole)held) | (~is_less & (quad_whole)quad_all(1)))) *
                 CURL_ENCODE;
  const quad_whole found = __builtin_convertvector(x, quad_whole);
  quad low, high, whole;
  for (int c = 0; c < 4; c++) {
    const int32_t i = found[c] < CURL_ENCODE - 1 ? found[c] : CURL_ENCODE - 1;
    low[c] = tables->encode[i];
    high[c] = tables->encode[i + 1];
    whole[c] = (float)i;
  }
  return low + (high - low) * (x - whole);
}

INLINE float decode1(const struct curl_tables *tables, float v) {
  if (!(v > 0.04045f)) return v / 12.92f;
  const float place = v * CURL_DECODE;
  const int32_t i = place < CURL_DECODE - 1 ? (int32_t)place : CURL_DECODE - 1;
  const float *low = tables->decode + 2 * i, *high = low + 2;
  const float t = place - (float)i, rise = high[0] - low[0];
  // Hermite's cubic in powers of t.
  return low[0] +
         t * (low[1] + t * (3 * rise - 2 * low[1] - high[1] + t * (low[1] + high[1] - 2 * rise)));
}

INLINE quad encoded_premultiplied(const struct curl_tables *tables, quad colour) {
  const float alpha = colour[3];
  if (!(alpha > 0)) return (quad){0};
  quad encoded = encode(tables, colour / alpha);
  encoded[3] = 1;
  return alpha * encoded;
}

INLINE quad composite_encoded(const struct curl_tables *tables, quad over, quad under) {
  if (over[3] <= 0) return under;
  const float alpha = over[3] + (1 - over[3]) * under[3];
  const quad sum =
      encoded_premultiplied(tables, over) + (1 - over[3]) * encoded_premultiplied(tables, under);
  return alpha * (quad){decode1(tables, sum[0] / alpha), decode1(tables, sum[1] / alpha),
                        decode1(tables, sum[2] / alpha), 1};
}
