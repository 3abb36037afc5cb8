// Vectors of LANES floats, for kernels that every processor must round the same.
#pragma once

#include <stdint.h>

#include "CurlWidths.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
// A function for wider registers, which calls an inlined one; and a call of the one for `width`.
#define WIDER(name, parameters, ...)                               \
  AVX2 static void name##_avx2 parameters { name(__VA_ARGS__); } \
  AVX512 static void name##_avx512 parameters { name(__VA_ARGS__); }
// The same for a function whose first parameter is the width.
#define WIDER_OF_WIDTH(name, parameters, ...)                                 \
  AVX2 static void name##_avx2 parameters { name(CURL_AVX2, __VA_ARGS__); } \
  AVX512 static void name##_avx512 parameters { name(CURL_AVX512, __VA_ARGS__); }
#define CALL_WIDER(width, name, ...)                        \
  if (width == CURL_AVX512) return name##_avx512(__VA_ARGS__); \
  if (width == CURL_AVX2) return name##_avx2(__VA_ARGS__)
#else
#define WIDER(name, parameters, ...)
#define WIDER_OF_WIDTH(name, parameters, ...)
#define CALL_WIDER(width, name, ...) (void)width
#endif
#define INLINE static inline __attribute__((always_inline))

// Vectors are only passed between inlined functions.
#pragma clang diagnostic ignored "-Wpsabi"

// Processors with narrower registers split the lanes; the bits are the same.
#ifndef LANES
#define LANES 16
#endif
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t whole __attribute__((vector_size(4 * LANES)));

INLINE lanes all(float v) {
  return v - (lanes){0};
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

// One bit for each set lane: one or few instructions, where a sum of bits would take a tree of them.
INLINE uint32_t bits(whole mask) {
  typedef _Bool flags __attribute__((ext_vector_type(LANES)));
  const flags set = __builtin_convertvector(mask, flags);
#if LANES == 16
  uint16_t found;
#else
  uint8_t found;
#endif
  __builtin_memcpy(&found, &set, sizeof found);
  return found;
}

INLINE int any(whole mask) {
  return bits(mask) != 0;
}

// The lanes whose bits are set.
INLINE whole mask_of(uint32_t set) {
#if LANES == 16
  const whole each = {1,   2,   4,    8,    16,   32,   64,    128,
                      256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
#else
  const whole each = {1, 2, 4, 8, 16, 32, 64, 128};
#endif
  return (((int32_t)set - (whole){0}) & each) != 0;
}

// Twin of `arctangent` in Surface.swift.
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
