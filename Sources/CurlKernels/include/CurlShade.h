#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CurlWidths.h"

/// Lights opaque pixels, RGBA bytes to RGBA bytes, one light per pixel.
///
/// `light` is light^(1/2.4); 65535 means 1, at which bytes are copied. `noise` and `noise_step`: the row's
/// hashes, as in Noise.swift. Integers only: the bytes equal those of `Shade.plain` in Swift. Needs AVX2.
void curl_shade_avx2(uint8_t *out, const uint8_t *page, const uint16_t *light, size_t pixels,
                     uint32_t noise, uint32_t noise_step);

/// Interpolates a square of values between knots in 16384ths: `pieces` (8 at most) across and down, each of
/// 8 × 8 values, rows `stride` values apart.
///
/// Linear between `pieces` + 1 rows of `pieces` + 1 knots each, first down, then across, in eighths that
/// are rounded towards zero. Eight more numbers after the knots are read, of any value.
void curl_ramps(int32_t width, uint16_t *out, int64_t stride, const int32_t *knots, int64_t pieces);

/// Light and the white that it adds, 32767 = 1, of `count` pixels at the places `first` + i · `step` in a table
/// of `steps` steps. A step has four numbers: light and white where it begins, and their changes up to the
/// next one. Places before the first step get its beginning.
void curl_tones(const float *tones, int32_t steps, float first, float step, int64_t count,
                uint16_t *light, uint16_t *white);

/// Mixes a front into pixels of a back, by `share` (32767 = 1) times `through` (32768 = 1; null for 1).
void curl_mix(int32_t width, uint16_t *back, const uint16_t *front, int16_t share,
              const uint16_t *through, int64_t count);
