#include "CurlShade.h"

#include <string.h>

// Twin of Sources/CurlRaster/Light/Shade.swift, where the numbers are explained.

#if defined(__x86_64__)

#include <immintrin.h>

// 16 bytes from power-law values times their light, and what rounds them; dark ones by the cubic.
__attribute__((target("avx2"))) static inline __m256i dark_bytes(
    __m256i powers, __m256i light, __m256i more) {
  const __m256i p = _mm256_mulhi_epu16(powers, light);
  const __m256i t = _mm256_mullo_epi16(p, _mm256_set1_epi16(42));
  const __m256i rise = _mm256_add_epi16(
      _mm256_mulhi_epu16(t, _mm256_set1_epi16(312)), _mm256_set1_epi16(354));
  const __m256i dark = _mm256_sub_epi16(
      _mm256_mulhi_epu16(_mm256_mulhi_epu16(t, t), rise), _mm256_set1_epi16(1));
  const __m256i bright = _mm256_sub_epi16(p, _mm256_set1_epi16(896));
  const __m256i is_dark = _mm256_cmpgt_epi16(_mm256_set1_epi16(1558), p);
  return _mm256_srai_epi16(
      _mm256_add_epi16(_mm256_blendv_epi8(bright, dark, is_dark), more), 6);
}

__attribute__((target("avx2"))) static inline void shade_eight(
    uint8_t *out, const uint8_t *page, const uint16_t *light, __m256i hashes) {
  // Pixels 0, 1, 4, 5 and 2, 3, 6, 7: the order in which bytes are unpacked and packed.
  const __m256i low_pixels = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 2, 3, 8, 9, 8, 9, 8, 9, 8, 9, 10, 11, 10, 11, 10, 11,
      10, 11);
  const __m256i high_pixels = _mm256_add_epi8(low_pixels, _mm256_set1_epi8(4));
  const __m256i lights =
      _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)light));
  const __m256i low_light = _mm256_shuffle_epi8(lights, low_pixels);
  const __m256i high_light = _mm256_shuffle_epi8(lights, high_pixels);
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)page);
  // 64 b + 112 · 8.
  const __m256i factors = _mm256_set1_epi16(112 << 8 | 64);
  const __m256i eight = _mm256_set1_epi8(8);
  const __m256i low = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(bytes, eight), factors);
  const __m256i high = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(bytes, eight), factors);
  const __m256i p = _mm256_mulhi_epu16(low, low_light);
  const __m256i q = _mm256_mulhi_epu16(high, high_light);
  // The noise's addend in 64ths, and one more: 16 bits for each channel of pixels 0, 1, 4, 5 and 2, 3, 6, 7.
  const __m256i spread = _mm256_mullo_epi32(_mm256_srli_epi32(hashes, 24), _mm256_set1_epi32(13));
  const __m256i addend = _mm256_add_epi32(_mm256_srli_epi32(spread, 6), _mm256_set1_epi32(7));
  const __m256i mores = _mm256_or_si256(addend, _mm256_slli_epi32(addend, 16));
  const __m256i low_more = _mm256_unpacklo_epi32(mores, mores);
  const __m256i high_more = _mm256_unpackhi_epi32(mores, mores);
  const __m256i foot = _mm256_set1_epi16(896);
  __m256i a = _mm256_srai_epi16(_mm256_add_epi16(_mm256_sub_epi16(p, foot), low_more), 6);
  __m256i b = _mm256_srai_epi16(_mm256_add_epi16(_mm256_sub_epi16(q, foot), high_more), 6);
  // A channel that starts on sRGB's straight piece ends there, too.
  const __m256i dark =
      _mm256_cmpgt_epi16(_mm256_set1_epi16(1558), _mm256_min_epi16(p, q));
  if (!_mm256_testz_si256(dark, dark)) {
    const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
        (char)-32, 93, 60, 39, 26, 16, 9, 5, 2, 0, 0, 0, 0, 0, 0, 0));
    const __m256i less =
        _mm256_shuffle_epi8(table, _mm256_min_epu8(bytes, _mm256_set1_epi8(15)));
    const __m256i none = _mm256_setzero_si256();
    a = dark_bytes(
        _mm256_sub_epi16(low, _mm256_slli_epi16(_mm256_unpacklo_epi8(less, none), 2)), low_light,
        low_more);
    b = dark_bytes(
        _mm256_sub_epi16(high, _mm256_slli_epi16(_mm256_unpackhi_epi8(less, none), 2)), high_light,
        high_more);
  }
  _mm256_storeu_si256(
      (__m256i *)out,
      _mm256_or_si256(_mm256_packus_epi16(a, b), _mm256_set1_epi32((int)0xff000000u)));
}

__attribute__((target("avx2"))) void curl_shade_avx2(
    uint8_t *out, const uint8_t *page, const uint16_t *light, size_t pixels, uint32_t noise,
    uint32_t noise_step) {
  size_t i = 0;
  const __m256i order = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  __m256i hashes = _mm256_add_epi32(
      _mm256_set1_epi32((int)noise),
      _mm256_mullo_epi32(order, _mm256_set1_epi32((int)noise_step)));
  const __m256i eighth = _mm256_set1_epi32((int)(8 * noise_step));
  for (; i + 8 <= pixels; i += 8) {
    shade_eight(out + 4 * i, page + 4 * i, light + i, hashes);
    hashes = _mm256_add_epi32(hashes, eighth);
  }
  const size_t rest = pixels - i;
  if (rest == 0) { return; }
  uint8_t from[32] = {0}, to[32];
  uint16_t lights[8] = {0};
  memcpy(from, page + 4 * i, 4 * rest);
  memcpy(lights, light + i, 2 * rest);
  shade_eight(to, from, lights, hashes);
  memcpy(out + 4 * i, to, 4 * rest);
}

#else

void curl_shade_avx2(uint8_t *out, const uint8_t *page, const uint16_t *light, size_t pixels,
                     uint32_t noise, uint32_t noise_step) {
  (void)light, (void)noise, (void)noise_step;
  memcpy(out, page, 4 * pixels);
}

#endif
