// Converts rows of RGBA words to Y′CbCr, BT.709, like BT709Loops.swift: in integers, so that every
// instruction set gives the same bytes.
#include "CImageCodecs.h"

// The compiler builds each loop for any processor, for AVX2 and for AVX-512, and the loader chooses one. The
// loader runs before ThreadSanitizer is ready, so builds for ThreadSanitizer have one version.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define DISPATCHED __attribute__((target_clones("avx512bw", "avx2", "default")))
#else
#define DISPATCHED
#endif

// BT709Loops.swift explains these numbers.
enum { LUMA_RED = 11966, LUMA_GREEN = 40254, LUMA_BLUE = 4064 };
enum { LUMA_OFFSET = 16 << 16 };
enum { HALF = 28785, BLUE_RED = -6596, BLUE_GREEN = -22189, RED_GREEN = -26146, RED_BLUE = -2639 };
enum { CHROMA_OFFSET = (128 << 18) + (1 << 17) };

DISPATCHED void ci_bt709_luma(const uint32_t *restrict words, uint8_t *restrict plane,
                              size_t count, uint32_t noise, uint32_t noise_step) {
  for (size_t at = 0; at < count; at += 1) {
    const uint32_t word = words[at];
    const uint32_t sum = LUMA_RED * (word & 255) + LUMA_GREEN * (word >> 8 & 255) +
                         LUMA_BLUE * (word >> 16 & 255) + LUMA_OFFSET;
    // Twin of Noise.swift.
    const uint32_t hash = noise + (uint32_t)at * noise_step;
    const uint32_t addend = 24 + (13 * (hash >> 24) >> 4);
    plane[at] = (uint8_t)((sum + (addend << 8)) >> 16);
  }
}

DISPATCHED void ci_bt709_chroma(const uint32_t *restrict upper, const uint32_t *restrict lower,
                                uint8_t *restrict blue, uint8_t *restrict red, size_t count) {
  // Red and blue of a pixel are 16 bits apart: one sum serves both.
  const uint32_t pair = 0x00ff00ff;
  for (size_t at = 0; at < count; at += 1) {
    const uint32_t first = upper[2 * at], second = upper[2 * at + 1];
    const uint32_t third = lower[2 * at], fourth = lower[2 * at + 1];
    const uint32_t outer = (first & pair) + (second & pair) + (third & pair) + (fourth & pair);
    const uint32_t greens =
        (first >> 8 & 255) + (second >> 8 & 255) + (third >> 8 & 255) + (fourth >> 8 & 255);
    const int32_t r = (int32_t)(outer & 0xffff), g = (int32_t)greens, b = (int32_t)(outer >> 16);
    blue[at] = (uint8_t)((BLUE_RED * r + BLUE_GREEN * g + HALF * b + CHROMA_OFFSET) >> 18);
    red[at] = (uint8_t)((HALF * r + RED_GREEN * g + RED_BLUE * b + CHROMA_OFFSET) >> 18);
  }
}
