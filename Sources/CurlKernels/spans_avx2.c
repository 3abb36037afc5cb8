#if defined(__x86_64__)
#include <stddef.h>
#include <immintrin.h>
#include <stdint.h>
#pragma clang attribute push(__attribute__((target("avx2,f16c"))), apply_to = function)
#define HAS_HALVES
#include "spans/span.h"
#include "spans/widths.h"

void curl_sheet_span_avx2(SHEET_SPAN) {
  sheet_span_of(frame, cache, y, x, count, store, out);
}

void curl_stack_span_avx2(STACK_SPAN) {
  stack_span_of(stack, scratch, y, x, count, store, out);
}

void curl_stack_light_avx2(STACK_LIGHT) {
  stack_light_of(stack, scratch, sheet, is_rolled_up, y, x, count, lights);
}

void curl_columns_light_avx2(COLUMNS_LIGHT) {
  columns_light_of(stack, scratch, sheet, columns, y, x, count, light, white, through);
}
#pragma clang attribute pop
#endif
