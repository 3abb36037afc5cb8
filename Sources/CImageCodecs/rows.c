// Rows of opaque RGBA as a PNG's RGB rows, each with the row above taken away.
#include "CImageCodecs.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The number of the UP filter.
enum { UP = 2 };

// One row by hand; what is left of one after the vectors.
static uint32_t filter_pixels(const uint8_t *row, const uint8_t *above, uint8_t *target,
                              size_t from, size_t width) {
  uint32_t alpha = 255;
  for (size_t at = from; at < width; at += 1) {
    for (size_t channel = 0; channel < 3; channel += 1)
      target[3 * at + channel] =
          (uint8_t)(row[4 * at + channel] - (above != NULL ? above[4 * at + channel] : 0));
    alpha &= row[4 * at + 3];
  }
  return alpha;
}

#if defined(__x86_64__)
// Sixteen pixels at a time, so that 48 bytes are stored in whole vectors.
__attribute__((target("ssse3"))) static uint32_t filter_vectors(const uint8_t *row,
                                                                const uint8_t *above,
                                                                uint8_t *target, size_t width,
                                                                size_t *done) {
  const __m128i pack = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  __m128i alpha = _mm_set1_epi8(-1);
  size_t at = 0;
  for (; at + 16 <= width; at += 16) {
    __m128i part[4];
    for (size_t i = 0; i < 4; i += 1) {
      const __m128i new = _mm_loadu_si128((const __m128i *)(row + 4 * at) + i);
      const __m128i old = above != NULL
                              ? _mm_loadu_si128((const __m128i *)(above + 4 * at) + i)
                              : _mm_setzero_si128();
      alpha = _mm_and_si128(alpha, new);
      part[i] = _mm_shuffle_epi8(_mm_sub_epi8(new, old), pack);
    }
    __m128i *into = (__m128i *)(target + 3 * at);
    _mm_storeu_si128(into, _mm_or_si128(part[0], _mm_slli_si128(part[1], 12)));
    _mm_storeu_si128(into + 1,
                     _mm_or_si128(_mm_srli_si128(part[1], 4), _mm_slli_si128(part[2], 8)));
    _mm_storeu_si128(into + 2,
                     _mm_or_si128(_mm_srli_si128(part[2], 8), _mm_slli_si128(part[3], 4)));
  }
  *done = at;
  uint32_t words[4];
  _mm_storeu_si128((__m128i *)words, alpha);
  return (words[0] & words[1] & words[2] & words[3]) >> 24;
}
#endif

int ci_filter_opaque(const uint8_t *pixels, const uint8_t *above, size_t width, size_t rows,
                     uint8_t *target) {
  uint32_t alpha = 255;
#if defined(__x86_64__)
  const int has_vectors = __builtin_cpu_supports("ssse3");
#endif
  for (size_t row = 0; row < rows; row += 1) {
    *target++ = UP;
    size_t done = 0;
#if defined(__x86_64__)
    if (has_vectors) alpha &= filter_vectors(pixels, above, target, width, &done);
#endif
    alpha &= filter_pixels(pixels, above, target, done, width);
    above = pixels;
    pixels += 4 * width;
    target += 3 * width;
  }
  return alpha == 255;
}
