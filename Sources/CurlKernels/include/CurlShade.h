#pragma once

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has what `curl_shade_avx2` needs.
int curl_shade_has_avx2(void);

/// Opaque pixels under a light of their own: RGBA bytes from RGBA bytes, one light a pixel.
///
/// `light` is light^(1/2.4), 65535 for 1, at which bytes are copied. Integers only: the bytes are
/// those of `Shade.byte` in Swift. Only where `curl_shade_has_avx2` says so.
void curl_shade_avx2(uint8_t *out, const uint8_t *page, const uint16_t *light, size_t pixels);

/// A square of values between knots in 16384ths: 8 × 8 to a piece, `pieces` (8 at most) across and as
/// many down, rows `stride` values apart.
///
/// Straight between `pieces` + 1 rows of `pieces` + 1 knots each, first down, then across, in eighths
/// that are rounded towards none. Knots go on by eight numbers, whatever these are. `isWide` tells
/// whether this processor has AVX2; the values are the same.
void curl_ramps(int isWide, uint16_t *out, int64_t stride, const int32_t *knots, int64_t pieces);
