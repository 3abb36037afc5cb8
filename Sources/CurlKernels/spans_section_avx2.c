// Sections by AVX2.
#if defined(__x86_64__)
// What has attributes of its own comes first.
#include <immintrin.h>
#include <stdlib.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LEVEL(name) name##_avx2
#include "spans/section_entry.h"
#pragma clang attribute pop
#endif
