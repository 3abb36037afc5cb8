// Sections by AVX-512.
#if defined(__x86_64__)
// What has attributes of its own comes first.
#include <immintrin.h>
#include <stdlib.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq"))), apply_to = function)
#define LEVEL(name) name##_avx512
#include "spans/section_entry.h"
#pragma clang attribute pop
#endif
