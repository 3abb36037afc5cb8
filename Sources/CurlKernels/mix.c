#include "CurlShade.h"

#include "lanes.h"

INLINE int16_t mixed(int32_t a, int32_t b, int32_t weight) {
  const int32_t most = b - a < 32767 ? b - a : 32767, away = most > -32768 ? most : -32768;
  return (int16_t)(a + ((away * weight + (1 << 14)) >> 15));
}

#if defined(__x86_64__)
// Mixes by one share; returns how many numbers are done.
AVX2 static int64_t mix_wide(uint16_t *back, const uint16_t *front, int16_t share, int64_t numbers) {
  const __m256i weight = _mm256_set1_epi16(share);
  int64_t i = 0;
  for (; i + 16 <= numbers; i += 16) {
    const __m256i a = _mm256_loadu_si256((const __m256i *)(back + i));
    const __m256i b = _mm256_loadu_si256((const __m256i *)(front + i));
    const __m256i part = _mm256_mulhrs_epi16(_mm256_subs_epi16(b, a), weight);
    _mm256_storeu_si256((__m256i *)(back + i), _mm256_add_epi16(a, part));
  }
  return i;
}
#endif

void curl_mix(int32_t width, uint16_t *back, const uint16_t *front, int16_t share,
              const uint16_t *through, int64_t count) {
  int64_t i = 0;
#if defined(__x86_64__)
  if (width && !through) i = mix_wide(back, front, share, 4 * count);
#endif
  for (; i < 4 * count; i++) {
    const int32_t weight = through ? (share * (int32_t)through[i / 4] + (1 << 14)) >> 15 : share;
    // Means may lie slightly below zero.
    back[i] = (uint16_t)mixed((int16_t)back[i], (int16_t)front[i], weight);
  }
}
