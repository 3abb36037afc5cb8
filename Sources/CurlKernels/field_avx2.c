#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#include "spans/field.h"

void curl_light_avx2(LIGHT_PARAMETERS) {
  exact_light_of(f, kind, x, y, light);
}

int32_t curl_nodes_show_key_avx2(CELL_PARAMETERS) {
  return field_shows_key_of(f, kind, x_low, x_high, tau_low, tau_high);
}
#pragma clang attribute pop
#endif
