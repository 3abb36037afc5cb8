// Registers of BITS bits, 256 or 512, for kernels that work alike on each 128 bits of them.
#pragma once

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#if BITS == 512
#define TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
#define NAMED(name) name##_avx512
#define W(name) _mm512_##name
#define _mm512_set1_epi64x _mm512_set1_epi64
#define AND _mm512_and_si512
typedef __m512i wide;
typedef __m512 floats;
#else
#define TARGET __attribute__((target("avx2")))
#define NAMED(name) name##_avx2
#define W(name) _mm256_##name
#define AND _mm256_and_si256
typedef __m256i wide;
typedef __m256 floats;
#endif
#define INLINE static inline __attribute__((always_inline)) TARGET
// Numbers of 128 bits, and of 16 bits, in a register.
#define PARTS (BITS / 128)
#define SHORTS (BITS / 16)

INLINE wide zero(void) {
  return (wide){0};
}

INLINE wide loaded(const void *from) {
  wide it;
  memcpy(&it, from, sizeof it);
  return it;
}

INLINE void stored(wide it, void *to) {
  memcpy(to, &it, sizeof it);
}

// The same 128 bits in all parts.
INLINE wide repeated(__m128i it) {
#if BITS == 512
  return _mm512_broadcast_i32x4(it);
#else
  return _mm256_broadcastsi128_si256(it);
#endif
}

// Where a > b, numbers of `x`, else those of `y`; 16 bits each.
INLINE wide where_above(wide a, wide b, wide x, wide y) {
#if BITS == 512
  return _mm512_mask_blend_epi16(_mm512_cmpgt_epi16_mask(a, b), y, x);
#else
  return _mm256_blendv_epi8(y, x, _mm256_cmpgt_epi16(a, b));
#endif
}

// The even ones of all parts of two registers, and the odd ones, which are their neighbours.
INLINE wide even_parts(wide a, wide b) {
#if BITS == 512
  return _mm512_shuffle_i32x4(a, b, 0x88);
#else
  return _mm256_permute2x128_si256(a, b, 0x20);
#endif
}

INLINE wide odd_parts(wide a, wide b) {
#if BITS == 512
  return _mm512_shuffle_i32x4(a, b, 0xdd);
#else
  return _mm256_permute2x128_si256(a, b, 0x31);
#endif
}
