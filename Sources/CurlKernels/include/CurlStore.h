#pragma once

#include <stdint.h>

/// Tables from stored channels to linear light 0…1.
struct curl_light {
  /// Of opaque pixels of 8 bits: for each value of red four floats of which all but the first and the
  /// last, 1, are 0; the same of green and blue, in their places and without the 1.
  const float *lanes;
  /// Of opaque pixels of 16 bits: 65,536 values.
  const float *opaque;
  /// Of others of 8 bits: 256 values for each alpha, premultiplied.
  const float *clear;
  /// Of others of 16 bits: nodes of the decoding curve over 0…1 and its slope there, `parts` apart.
  const double *curve;
  int64_t parts;
};

/// Adds the linear light of `rows` rows of `width` pixels, premultiplied RGBA of 8 bits, to as many sums
/// of four, each row `weights` times; the last of them `other` times to `next`, too, which may be null.
///
/// `isNew` tells that the sums are none yet, those of `next` always are. Floats in a fixed order, never
/// fused: the same bytes on any processor.
void curl_store_add8(float *sums, int isNew, float *next, const uint8_t *page, int64_t width,
                     int64_t rows, const float *weights, float other,
                     const struct curl_light *light);

/// The same of 16 bits.
void curl_store_add16(float *sums, int isNew, float *next, const uint16_t *page, int64_t width,
                      int64_t rows, const float *weights, float other,
                      const struct curl_light *light);

/// Adds sums to sums of more digits.
void curl_store_carry(double *totals, const float *sums, int64_t values);

/// The pixels of a row that a texel covers: the first with a share of its own, the last too where that is
/// another one, and all between them.
struct curl_span {
  int32_t first, last;
  float left, right;
  /// What the mean's sum is multiplied by, for 32767 to be 1.
  double scale;
};

/// A row of texels, 32767 for 1, from a row of sums; `totals` are added to them, or null.
void curl_store_put(uint64_t *out, const float *sums, const double *totals,
                    const struct curl_span *spans, int64_t texels, double scale);
