// The same functions for each width of registers.
#pragma once

#include "CurlColumns.h"

#define SHEET_SPAN                                                                          \
  const struct curl_frame *frame, struct curl_sheet_cache *cache, int32_t y, int32_t x,      \
      int32_t count, int32_t store, void *out

void curl_sheet_span_plain(SHEET_SPAN);
void curl_sheet_span_avx2(SHEET_SPAN);
void curl_sheet_span_avx512(SHEET_SPAN);

#define STACK_SPAN                                                                               \
  const struct curl_stack *stack, const struct curl_stack_scratch *scratch, int32_t y,           \
      int32_t x, int32_t count, int32_t store, void *out

void curl_stack_span_plain(STACK_SPAN);
void curl_stack_span_avx2(STACK_SPAN);
void curl_stack_span_avx512(STACK_SPAN);

#define STACK_LIGHT                                                                              \
  const struct curl_stack *stack, const struct curl_stack_scratch *scratch, int32_t sheet,       \
      int32_t is_rolled_up, int32_t y, int32_t x, int32_t count, float *lights

void curl_stack_light_plain(STACK_LIGHT);
void curl_stack_light_avx2(STACK_LIGHT);
void curl_stack_light_avx512(STACK_LIGHT);

#define COLUMNS_LIGHT                                                                            \
  const struct curl_stack *stack, const struct curl_stack_scratch *scratch, int32_t sheet,       \
      const struct curl_columns *columns, int32_t y, int32_t x, int32_t count, uint16_t *light,  \
      uint16_t *white, uint16_t *through

void curl_columns_light_plain(COLUMNS_LIGHT);
void curl_columns_light_avx2(COLUMNS_LIGHT);
void curl_columns_light_avx512(COLUMNS_LIGHT);
