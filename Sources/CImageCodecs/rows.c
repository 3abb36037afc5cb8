// Converts rows of opaque RGBA to a PNG's RGB rows, minus the row above, and computes their checksum.
#include "CImageCodecs.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The number of the UP filter.
enum { UP = 2 };

// Filters a row pixel by pixel, or the rest of a row after the vector loop. Returns the AND of all alphas.
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
// Pixels of a step, bytes that it writes, and the most pixels whose sums fit 32 bits: a step adds less than
// 24 · 4 · 255 to each sum.
enum { STEP = 8, STEP_BYTES = 3 * STEP, MOST_PIXELS = STEP << 17 };

// Prefetch distance, bytes: a frame comes from main memory, and the processor's own prefetcher detects the
// two streams too late.
enum { AHEAD = 2048 };

// Modulus of Adler-32's two sums: of the bytes, and of the first sum after each byte.
enum { MODULUS = 65521 };

#define WITH_AVX2 __attribute__((target("avx2"))) static

WITH_AVX2 uint64_t sum64(__m256i values) {
  uint64_t parts[4];
  _mm256_storeu_si256((__m256i *)parts, values);
  return parts[0] + parts[1] + parts[2] + parts[3];
}

WITH_AVX2 uint64_t sum32(__m256i values) {
  const __m256i low = _mm256_and_si256(values, _mm256_set1_epi64x(0xffffffff));
  return sum64(_mm256_add_epi64(low, _mm256_srli_epi64(values, 32)));
}

// Filters like `filter_pixels`, in whole steps from `from` on; returns the first pixel that is left. Updates
// the checksum at the same time, because the library's own function would read all rows once more.
WITH_AVX2 size_t filter_steps(const uint8_t *row, const uint8_t *above, uint8_t *target,
                              size_t from, size_t width, uint32_t *alpha, uint32_t *checksum) {
  const __m128i colours = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  const __m256i pack = _mm256_broadcastsi128_si256(colours);
  const __m256i join = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  const __m256i weights = _mm256_setr_epi8(24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11,
                                           10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(1);
  // Sum of the bytes, total of that sum before each step, and bytes weighted by their position in a step.
  __m256i sum = zero, before = zero, weighted = zero, alphas = _mm256_set1_epi8(-1);
  size_t at = from;
  for (; at + STEP <= width; at += STEP) {
    _mm_prefetch((const char *)(row + 4 * at + AHEAD), _MM_HINT_T0);
    const __m256i new = _mm256_loadu_si256((const __m256i *)(row + 4 * at));
    const __m256i old =
        above != NULL ? _mm256_loadu_si256((const __m256i *)(above + 4 * at)) : zero;
    alphas = _mm256_and_si256(alphas, new);
    const __m256i difference = _mm256_shuffle_epi8(_mm256_sub_epi8(new, old), pack);
    const __m256i bytes = _mm256_permutevar8x32_epi32(difference, join);
    _mm_storeu_si128((__m128i *)(target + 3 * at), _mm256_castsi256_si128(bytes));
    _mm_storel_epi64((__m128i *)(target + 3 * at + 16), _mm256_extracti128_si256(bytes, 1));
    before = _mm256_add_epi64(before, sum);
    sum = _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, zero));
    weighted = _mm256_add_epi32(weighted,
                                _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), one));
  }
  uint32_t pixels[STEP];
  _mm256_storeu_si256((__m256i *)pixels, alphas);
  for (size_t i = 0; i < STEP; i += 1) *alpha &= pixels[i] >> 24;
  const uint64_t low = *checksum & 0xffff, high = *checksum >> 16;
  const uint64_t sums = high + 3 * (at - from) * low + STEP_BYTES * sum64(before) + sum32(weighted);
  *checksum = (uint32_t)(sums % MODULUS << 16 | (low + sum64(sum)) % MODULUS);
  return at;
}
#endif

int ci_filter_opaque(const uint8_t *pixels, const uint8_t *above, size_t width, size_t rows,
                     uint8_t *target, uint32_t *checksum) {
  uint32_t alpha = 255;
#if defined(__x86_64__)
  const int has_vectors = __builtin_cpu_supports("avx2");
#endif
  for (size_t row = 0; row < rows; row += 1) {
    *target = UP;
    size_t done = 0;
    *checksum = ci_adler32(*checksum, target, 1);
    target += 1;
#if defined(__x86_64__)
    while (has_vectors && width - done >= STEP) {
      const size_t end = width - done < MOST_PIXELS ? width : done + MOST_PIXELS;
      done = filter_steps(pixels, above, target, done, end, &alpha, checksum);
    }
#endif
    alpha &= filter_pixels(pixels, above, target, done, width);
    *checksum = ci_adler32(*checksum, target + 3 * done, 3 * (width - done));
    above = pixels;
    pixels += 4 * width;
    target += 3 * width;
  }
  return alpha == 255;
}
