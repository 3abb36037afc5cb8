// Floats eight at a time, for kernels that every processor must round the same.
#pragma once

#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

// Vectors pass between inlined functions alone.
#pragma clang diagnostic ignored "-Wpsabi"

// Most lanes that any processor here has: others take them in parts, to the same bits.
#define LANES 8
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t whole __attribute__((vector_size(4 * LANES)));

INLINE lanes all(float v) {
  return (lanes){v, v, v, v, v, v, v, v};
}

INLINE lanes pick(whole mask, lanes a, lanes b) {
  return (lanes)((mask & (whole)a) | (~mask & (whole)b));
}

INLINE lanes least(lanes a, lanes b) {
  return pick(a < b, a, b);
}

INLINE lanes most(lanes a, lanes b) {
  return pick(a > b, a, b);
}

INLINE lanes size(lanes a) {
  return (lanes)((whole)a & 0x7fffffff);
}

INLINE lanes root(lanes a) {
  return __builtin_elementwise_sqrt(a);
}

// A bit for each lane that is set.
INLINE uint32_t bits(whole mask) {
  return (uint32_t)__builtin_reduce_or(mask & (whole){1, 2, 4, 8, 16, 32, 64, 128});
}

// Twin of the name in Surface.swift.
INLINE lanes arctangent(lanes x, lanes w) {
  const lanes z = least(x, w) / most(most(x, w), all(1e-30f));
  const lanes u = z * z;
  lanes p = all(0.0028340641874819994f);
  p = p * u - 0.016005029901862144f;
  p = p * u + 0.042587608098983765f;
  p = p * u - 0.07495445758104324f;
  p = p * u + 0.10636754333972931f;
  p = p * u - 0.14202570915222168f;
  p = p * u + 0.19992484152317047f;
  p = p * u - 0.3333306610584259f;
  p = p * u + 1.0f;
  const lanes a = z * p;
  return pick(x > w, 1.57079632679489662f - a, a);
}
