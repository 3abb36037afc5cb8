// The filter, for one box at a time: four channels are one vector. Twin of Filter.swift.
#pragma once

#include "../lanes.h"
#include "CurlSpans.h"

// For functions that are called from several places and too long to inline.
#define OUTLINE static __attribute__((noinline))

// Premultiplied linear light: red, green, blue, alpha.
typedef float quad __attribute__((vector_size(16)));
typedef int32_t quad_whole __attribute__((vector_size(16)));
typedef uint16_t quad_short __attribute__((vector_size(8)));

// From here on alpha counts as 1: it rounds to 1 in 16 bits. Weights that add up to 1 may be rounded.
#define LEAST_OPAQUE (1 - 1.0f / 262144)

INLINE quad quad_of(const float *v) {
  quad q;
  __builtin_memcpy(&q, v, sizeof q);
  return q;
}

// Four texels, and two.
typedef float texels4 __attribute__((vector_size(64)));
typedef int32_t texels4_whole __attribute__((vector_size(64)));
typedef uint16_t texels4_short __attribute__((vector_size(32)));
typedef float texels2 __attribute__((vector_size(32)));
typedef int32_t texels2_whole __attribute__((vector_size(32)));
typedef uint16_t texels2_short __attribute__((vector_size(16)));

// Numbers of 16 bits as floats, exactly, with and without an instruction for it.
#if defined(HAS_HALVES)
#if defined(HAS_WIDE_HALVES)
INLINE texels4 of_halves4(texels4_short v) {
  return (texels4)_mm512_cvtph_ps((__m256i)v);
}
#else
INLINE texels4 of_halves4(texels4_short v) {
  const __m256i both = (__m256i)v;
  const __m256 low = _mm256_cvtph_ps(_mm256_castsi256_si128(both));
  const __m256 high = _mm256_cvtph_ps(_mm256_extracti128_si256(both, 1));
  return __builtin_shufflevector((texels2)low, (texels2)high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
                                 12, 13, 14, 15);
}
#endif
INLINE texels2 of_halves2(texels2_short v) {
  return (texels2)_mm256_cvtph_ps((__m128i)v);
}
INLINE quad of_halves1(quad_short v) {
  __m128i low = _mm_setzero_si128();
  __builtin_memcpy(&low, &v, sizeof v);
  return (quad)_mm_cvtph_ps(low);
}
#else
// Those below 2⁻¹⁴ are multiples of 2⁻²⁴.
#define OF_HALVES(name, floats, wholes, shorts)                                              \
  INLINE floats name(shorts v) {                                                             \
    const wholes number = __builtin_convertvector(v, wholes);                                \
    const wholes small = (wholes)(__builtin_convertvector(number, floats) * 0x1p-24f);       \
    const wholes is_small = number < 1024;                                                   \
    return (floats)((is_small & small) | (~is_small & ((number << 13) + (112 << 23))));      \
  }
OF_HALVES(of_halves4, texels4, texels4_whole, texels4_short)
OF_HALVES(of_halves2, texels2, texels2_whole, texels2_short)
OF_HALVES(of_halves1, quad, quad_whole, quad_short)
#undef OF_HALVES
#endif

// Four neighbours in a row, two, and one, in the numbers of a form.
#define READ_TEXELS(name, floats, wholes, shorts, of_halves)                                 \
  INLINE floats name(const void *texels, int64_t first, int form) {                          \
    if (form == CURL_FLOATS) {                                                               \
      floats wide;                                                                           \
      __builtin_memcpy(&wide, (const float *)texels + 4 * first, sizeof wide);               \
      return wide;                                                                           \
    }                                                                                        \
    shorts packed;                                                                           \
    __builtin_memcpy(&packed, (const uint16_t *)texels + 4 * first, sizeof packed);          \
    if (form == CURL_HALVES) return of_halves(packed);                                       \
    return __builtin_convertvector(__builtin_convertvector(packed, wholes), floats);         \
  }
READ_TEXELS(four_texels, texels4, texels4_whole, texels4_short, of_halves4)
READ_TEXELS(two_texels, texels2, texels2_whole, texels2_short, of_halves2)
READ_TEXELS(one_texel, quad, quad_whole, quad_short, of_halves1)
#undef READ_TEXELS

INLINE float least1(float a, float b) {
  return a < b ? a : b;
}

INLINE float most1(float a, float b) {
  return a > b ? a : b;
}

INLINE float size1(float a) {
  return a < 0 ? -a : a;
}

INLINE float held1(float v, float low, float high) {
  return least1(most1(v, low), high);
}

// Distance from a texel's edge below which the end of a box of a store is drawn to it; up to a half of it
// only rounding keeps the end off. And the least side of such a box, texels.
#define SNAP (1.0f / 256)
#define SNAP_LEAST_SIDE 0.5f

// Adding it to a number of a smaller size rounds the number.
#define ROUNDING 0x1.8p23f

// The end of a box, texels, of a page between `low` and `high`.
INLINE float box_end(float at, float side, float low, float high, int is_store) {
  if (is_store && side >= SNAP_LEAST_SIDE) {
    const float edge = (at + ROUNDING) - ROUNDING;
    const float away = size1(at - edge), left = most1(2 * away - SNAP, 0);
    if (away < SNAP) at = at < edge ? edge - left : edge + left;
  }
  return held1(at, low, high);
}

// Ends of boxes of a store.
INLINE lanes snapped(lanes at, lanes side) {
  const lanes edge = (at + ROUNDING) - ROUNDING;
  const lanes away = size(at - edge), left = most(2 * away - SNAP, all(0));
  return pick((away < SNAP) & (side >= SNAP_LEAST_SIDE), pick(at < edge, edge - left, edge + left),
              at);
}

// The same for all lanes at once.
INLINE lanes box_ends_at(lanes at, lanes side, lanes low, lanes high, int is_store) {
  if (is_store) at = snapped(at, side);
  return least(most(at, low), high);
}

// The smallest integer ≥ v, for v ≥ 0.
INLINE int32_t ceiling1(float v) {
  const int32_t i = (int32_t)v;
  return i + ((float)i < v);
}

// How much of texel `at` lies between `low` and `high`. A box outside the picture has no extent left; the
// nearest texel then stands for it.
INLINE float texel_weight(int32_t at, float low, float high) {
  return most1(least1((float)at + 1, high) - most1((float)at, low), 1e-6f);
}

// The sum of the weights of texels `from` to `to`.
INLINE float side_weight(int32_t from, int32_t to, float low, float high) {
  const float first = texel_weight(from, low, high);
  return from == to ? first : first + (float)(to - from - 1) + texel_weight(to, low, high);
}

INLINE quad four_summed(texels4 v) {
  return (__builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7)) +
         (__builtin_shufflevector(v, v, 8, 9, 10, 11) + __builtin_shufflevector(v, v, 12, 13, 14, 15));
}

// The weights of four columns, `first` after a box's first texel and so on, if the box ends with the texel
// `last` after its first one; columns between weigh 1.
INLINE texels4 column_weights(float first, float last, float left, float right) {
  const texels4 column = (texels4){0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3} + first;
  const texels4_whole is_first = (texels4_whole)(column == 0), is_last = (texels4_whole)(column == last);
  const texels4_whole is_between = (texels4_whole)(column < last) & ~is_first;
  const texels4 zero = column * 0;
  return (texels4)((is_first & (texels4_whole)(zero + left)) | (is_last & (texels4_whole)(zero + right)) |
                   (is_between & (texels4_whole)(zero + 1)));
}

// Texels of a level under their weights in a box; those between the first and the last of a row or a
// column weigh 1.
INLINE quad box_sum(const struct curl_level *level, int form, int32_t from_x, int32_t to_x,
                    int32_t from_y, int32_t to_y, float low_x, float low_y, float high_x,
                    float high_y) {
  const float left = texel_weight(from_x, low_x, high_x), right = texel_weight(to_x, low_x, high_x);
  const float top = texel_weight(from_y, low_y, high_y), bottom = texel_weight(to_y, low_y, high_y);
  const int32_t last = to_x - from_x;
  if (last >= 4 && last < 8 && form != CURL_FLOATS) {
    // Eight columns at a time; pages of 16 bits have as many texels beyond the last one of a row.
    const texels4 near = column_weights(0, (float)last, left, right);
    const texels4 far = column_weights(4, (float)last, left, right);
    texels4 sum = {0};
    for (int32_t y = from_y; y <= to_y; y++) {
      const int64_t row = y * level->stride + from_x;
      sum += (y == from_y ? top : y == to_y ? bottom : 1) *
             (near * four_texels(level->texels, row, form) +
              far * four_texels(level->texels, row + 4, form));
    }
    return four_summed(sum);
  }
  quad sum = {0};
  for (int32_t y = from_y; y <= to_y; y++) {
    const int64_t row = y * level->stride;
    quad line = left * one_texel(level->texels, row + from_x, form);
    if (to_x > from_x) {
      line += right * one_texel(level->texels, row + to_x, form);
      int32_t x = from_x + 1;
      for (; x + 4 <= to_x; x += 4) line += four_summed(four_texels(level->texels, row + x, form));
      for (; x < to_x; x++) line += one_texel(level->texels, row + x, form);
    }
    sum += (y == from_y ? top : y == to_y ? bottom : 1) * line;
  }
  return sum;
}

// The mean of a picture over a box of `ex` × `ey` page pixels centred on (x, y), clipped to the picture.
INLINE quad box_mean(const struct curl_picture *picture, float x, float y, float ex, float ey) {
  x = x * picture->scale_x + picture->offset_x;
  y = y * picture->scale_y + picture->offset_y;
  ex *= picture->scale_x;
  ey *= picture->scale_y;
  int level = 0;
  float scale = 1;
  while (level < CURL_LEVELS - 1 &&
         (!picture->levels[level].texels ||
          (picture->levels[level + 1].texels && least1(ex, ey) * scale >= 8))) {
    level += 1;
    scale /= 2;
  }
  const struct curl_level *texels = &picture->levels[level];
  const float left = picture->offset_x, right = picture->high_x;
  const float top = picture->offset_y, bottom = picture->high_y;
  const int is_store = picture->is_store;
  const float low_x = box_end(x - ex / 2, ex, left, right, is_store) * scale;
  const float low_y = box_end(y - ey / 2, ey, top, bottom, is_store) * scale;
  const float high_x = box_end(x + ex / 2, ex, left, right, is_store) * scale;
  const float high_y = box_end(y + ey / 2, ey, top, bottom, is_store) * scale;
  // NaN counts as 0.
  int32_t from_x = low_x > 0 ? (int32_t)low_x : 0, from_y = low_y > 0 ? (int32_t)low_y : 0;
  if (from_x > texels->width - 1) from_x = texels->width - 1;
  if (from_y > texels->height - 1) from_y = texels->height - 1;
  int32_t to_x = high_x > 0 ? ceiling1(high_x) : 0, to_y = high_y > 0 ? ceiling1(high_y) : 0;
  if (to_x > texels->width) to_x = texels->width;
  if (to_y > texels->height) to_y = texels->height;
  to_x = to_x - 1 > from_x ? to_x - 1 : from_x;
  to_y = to_y - 1 > from_y ? to_y - 1 : from_y;
  quad sum;
  switch (texels->form) {
  case CURL_FLOATS:
    sum = box_sum(texels, CURL_FLOATS, from_x, to_x, from_y, to_y, low_x, low_y, high_x, high_y);
    break;
  case CURL_HALVES:
    sum = box_sum(texels, CURL_HALVES, from_x, to_x, from_y, to_y, low_x, low_y, high_x, high_y);
    break;
  default:
    sum = picture->unit * box_sum(texels, CURL_FIXED_POINT, from_x, to_x, from_y, to_y, low_x,
                                  low_y, high_x, high_y);
  }
  return sum / (side_weight(from_x, to_x, low_x, high_x) * side_weight(from_y, to_y, low_y, high_y));
}
