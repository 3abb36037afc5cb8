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

/// Pieces of eight values, each straight between two of `pieces` + 1 knots, in 16384ths.
void curl_ramps(uint16_t *out, const int32_t *knots, size_t pieces);
