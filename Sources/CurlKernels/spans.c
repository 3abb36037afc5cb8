#include "CurlSpans.h"

#include "lanes.h"
#include "spans/widths.h"

int32_t curl_widest(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
    return CURL_AVX512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c")) return CURL_AVX2;
#endif
  return CURL_BASELINE;
}

void curl_sheet_span(int32_t width, SHEET_SPAN) {
  CALL_WIDER(width, curl_sheet_span, frame, cache, y, x, count, store, out);
  curl_sheet_span_plain(frame, cache, y, x, count, store, out);
}

void curl_stack_span(int32_t width, STACK_SPAN) {
  CALL_WIDER(width, curl_stack_span, stack, scratch, y, x, count, store, out);
  curl_stack_span_plain(stack, scratch, y, x, count, store, out);
}

void curl_stack_light(int32_t width, STACK_LIGHT) {
  CALL_WIDER(width, curl_stack_light, stack, scratch, sheet, is_rolled_up, y, x, count, lights);
  curl_stack_light_plain(stack, scratch, sheet, is_rolled_up, y, x, count, lights);
}

void curl_columns_light(int32_t width, COLUMNS_LIGHT) {
  CALL_WIDER(width, curl_columns_light, stack, scratch, sheet, columns, y, x, count, light, white, through);
  curl_columns_light_plain(stack, scratch, sheet, columns, y, x, count, light, white, through);
}
