// From premultiplied linear light to stored channels. Twin of Colour.swift.
#pragma once

#include "filter.h"

// sRGB-encoded values 0…1 of linear light 0…1, within 6e-7. Above the straight piece: a polynomial in the
// fourth root, as the power of 5/3 that is left bends only little.
INLINE lanes encode_lanes(lanes linear) {
  const lanes l = least(most(linear, all(0)), all(1)), t = root(root(l));
  lanes p = all(-0.07875965535640717f);
  p = p * t + 0.40609368681907654f;
  p = p * t - 0.9195786118507385f;
  p = p * t + 1.2303509712219238f;
  p = p * t - 1.1682116985321045f;
  p = p * t + 1.465663194656372f;
  p = p * t + 0.12283360213041306f;
  p = p * t - 0.05839184299111366f;
  return pick(l <= 0.0031308f, 12.92f * l, least(p, all(1)));
}

typedef uint32_t hashes __attribute__((vector_size(4 * LANES)));

// Stores `count` pixels of row y from x on.
INLINE void store_colours(const quad *colours, const struct curl_frame *f, int32_t y, int32_t x,
                          int32_t count, int32_t store, void *out) {
  const int is_deep = store == CURL_RGBA16 || store == CURL_STRAIGHT16;
  const int is_straight = store == CURL_STRAIGHT8 || store == CURL_STRAIGHT16;
  const float whole_value = is_deep ? 65535 : 255;
  // Round alpha first and fit the colour to it: rounding an edge's alpha then doesn't change its light.
  // Straight colours of 8 bits keep alpha at 16 bits.
  const float steps = store == CURL_RGBA8 ? 255 : 65535;
  // Which of four pixels a number belongs to, and whether it is a colour.
  const hashes pixel = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  const whole is_alpha = {0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1};
  hashes hash = f->noise + (uint32_t)x * f->noise_across + (uint32_t)y * f->noise_down +
                pixel * f->noise_across;
  for (int32_t first = 0; first < count; first += 4, hash += 4 * f->noise_across) {
    const int some = count - first < 4 ? count - first : 4;
    // Values beyond the last pixel are read, but not stored.
    lanes linear;
    __builtin_memcpy(&linear, colours + first, sizeof linear);
    const lanes alphas = __builtin_shufflevector(linear, linear, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11,
                                                 15, 15, 15, 15);
    whole is_opaque = alphas >= LEAST_OPAQUE, is_clear = {0};
    lanes alpha = all(1), divisor = all(1), straight = linear;
    if (bits(~is_opaque) != 0) {
      const lanes held = least(most(alphas, all(0)), all(1));
      alpha = __builtin_convertvector(
                  __builtin_convertvector(held * steps + 0.5f, whole), lanes) /
              steps;
      // Alpha that will be stored as 0.
      is_clear = alpha * whole_value < 0.5f;
      is_opaque = alpha > 0.999999f;
      divisor = pick(is_clear | is_opaque, all(1), alpha);
      straight = linear / divisor;
    }
    lanes value = encode_lanes(straight);
    if (!is_straight) value *= divisor;
    value = pick(is_alpha, pick(is_opaque, all(1), alpha), value);
    value = pick(is_clear, all(0), value);
    lanes rounding = all(0.5f);
    if (!is_deep) {
      // Twin of Noise.swift.
      const lanes noise =
          __builtin_convertvector((whole)(24 + ((13 * (hash >> 24)) >> 4)), lanes) / 256;
      rounding = pick(is_alpha | ~is_opaque, rounding, noise);
    }
    const whole stored = __builtin_convertvector(value * whole_value + rounding, whole);
    if (is_deep) {
      typedef uint16_t deep __attribute__((vector_size(2 * LANES)));
      const deep channels = __builtin_convertvector(stored, deep);
      uint16_t *to = (uint16_t *)out + 4 * first;
      if (some == 4) __builtin_memcpy(to, &channels, sizeof channels);
      else __builtin_memcpy(to, &channels, (size_t)(8 * some));
    } else {
      typedef uint8_t bytes __attribute__((vector_size(LANES)));
      const bytes channels = __builtin_convertvector(stored, bytes);
      uint8_t *to = (uint8_t *)out + 4 * first;
      if (some == 4) __builtin_memcpy(to, &channels, sizeof channels);
      else __builtin_memcpy(to, &channels, (size_t)(4 * some));
    }
  }
}
