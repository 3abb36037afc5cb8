#include "CurlSpans.h"

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
#if defined(__x86_64__)
  if (width == CURL_AVX512) {
    return curl_sheet_span_avx512(frame, lights, y, x, count, store, out);
  }
  if (width == CURL_AVX2) {
    return curl_sheet_span_avx2(frame, lights, y, x, count, store, out);
  }
#endif
  curl_sheet_span_plain(frame, lights, y, x, count, store, out);
}

void curl_stack_span(int32_t width, STACK_SPAN) {
#if defined(__x86_64__)
  if (width == CURL_AVX512) return curl_stack_span_avx512(stack, scratch, y, x, count, store, out);
  if (width == CURL_AVX2) return curl_stack_span_avx2(stack, scratch, y, x, count, store, out);
#endif
  curl_stack_span_plain(stack, scratch, y, x, count, store, out);
}

void curl_stack_light(int32_t width, STACK_LIGHT) {
#if defined(__x86_64__)
  if (width == CURL_AVX512) {
    return curl_stack_light_avx512(stack, scratch, sheet, is_rolled_up, y, x, count, lights);
  }
  if (width == CURL_AVX2) {
    return curl_stack_light_avx2(stack, scratch, sheet, is_rolled_up, y, x, count, lights);
  }
#endif
  curl_stack_light_plain(stack, scratch, sheet, is_rolled_up, y, x, count, lights);
}
