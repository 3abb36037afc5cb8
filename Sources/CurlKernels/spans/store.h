// From premultiplied linear light to stored channels. Twin of Colour.swift.
#pragma once

#include "texels.h"

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

// Whole numbers without a sign: hashes, and stored channels.
typedef uint32_t hashes __attribute__((vector_size(4 * LANES)));

// Sixteen colours, a vector for each channel.
INLINE void channels_of(const quad *colours, lanes channels[4]) {
  lanes parts[4];
  for (int i = 0; i < 4; i++) {
    const texels2 low = __builtin_shufflevector(colours[i], colours[i + 4], 0, 1, 2, 3, 4, 5, 6, 7);
    const texels2 high = __builtin_shufflevector(colours[i + 8], colours[i + 12], 0, 1, 2, 3, 4, 5, 6, 7);
    parts[i] =
        __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
  transpose(parts[0], parts[1], parts[2], parts[3], channels);
}

// Stores `count` pixels of row y from x on. Colours up to the next multiple of LANES are read, but not stored.
INLINE void store_colours(const quad *colours, const struct curl_frame *f, int32_t y, int32_t x,
                          int32_t count, int32_t store, void *out) {
  const int is_deep = store == CURL_RGBA16 || store == CURL_STRAIGHT16;
  const int is_straight = store == CURL_STRAIGHT8 || store == CURL_STRAIGHT16;
  const float whole_value = is_deep ? 65535 : 255;
  // Round alpha first and fit the colour to it: rounding an edge's alpha then doesn't change its light.
  // Straight colours of 8 bits keep alpha at 16 bits.
  const float steps = store == CURL_RGBA8 ? 255 : 65535;
  const hashes pixel = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  hashes hash = f->noise + (uint32_t)x * f->noise_across + (uint32_t)y * f->noise_down +
                pixel * f->noise_across;
  for (int32_t first = 0; first < count; first += LANES, hash += LANES * f->noise_across) {
    const size_t some = (size_t)(count - first < LANES ? count - first : LANES);
    lanes channels[4];
    channels_of(colours + first, channels);
    whole is_opaque = channels[3] >= LEAST_OPAQUE, is_clear = {0};
    lanes alpha = all(1), divisor = all(1);
    const int has_alpha = any(~is_opaque);
    if (has_alpha) {
      const lanes held = least(most(channels[3], all(0)), all(1));
      alpha = __builtin_convertvector(
                  __builtin_convertvector(held * steps + 0.5f, whole), lanes) /
              steps;
      // Alpha that will be stored as 0.
      is_clear = alpha * whole_value < 0.5f;
      is_opaque = alpha > 0.999999f;
      divisor = pick(is_clear | is_opaque, all(1), alpha);
      alpha = pick(is_clear, all(0), pick(is_opaque, all(1), alpha));
    }
    lanes rounding = all(0.5f);
    if (!is_deep) {
      // Twin of Noise.swift.
      const lanes noise =
          __builtin_convertvector((whole)(24 + ((13 * (hash >> 24)) >> 4)), lanes) / 256;
      rounding = pick(is_opaque, noise, rounding);
    }
    hashes stored[4];
    for (int c = 0; c < 3; c++) {
      lanes value = encode_lanes(has_alpha ? channels[c] / divisor : channels[c]);
      if (has_alpha && !is_straight) value *= divisor;
      if (has_alpha) value = pick(is_clear, all(0), value);
      stored[c] = (hashes)__builtin_convertvector(value * whole_value + rounding, whole);
    }
    stored[3] = (hashes)__builtin_convertvector(alpha * whole_value + 0.5f, whole);
    if (is_deep) {
      const hashes low = stored[0] | stored[1] << 16, high = stored[2] | stored[3] << 16;
      const hashes both[2] = {
          __builtin_shufflevector(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
          __builtin_shufflevector(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)};
      uint16_t *to = (uint16_t *)out + 4 * first;
      if (some == LANES) __builtin_memcpy(to, both, sizeof both);
      else __builtin_memcpy(to, both, 8 * some);
    } else {
      const hashes bytes = stored[0] | stored[1] << 8 | stored[2] << 16 | stored[3] << 24;
      uint8_t *to = (uint8_t *)out + 4 * first;
      if (some == LANES) __builtin_memcpy(to, &bytes, sizeof bytes);
      else __builtin_memcpy(to, &bytes, 4 * some);
    }
  }
}
