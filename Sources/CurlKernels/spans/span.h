// Spans of pixels, for one width of registers.
#pragma once

#define LANES 16
#include "column_light.h"
#include "stack.h"
#include "store.h"
#include "widths.h"

// Pixels are stored LANES at a time, so some behind the last one are read.
INLINE void clear_rest(quad *rest) {
  for (int i = 0; i < LANES; i++) rest[i] = (quad){0};
}

INLINE void sheet_span_of(SHEET_SPAN) {
  quad colours[CURL_SPAN + LANES];
  clear_rest(colours + count);
  sheet_colours(frame, cache, y, x, count, NULL, colours);
  store_colours(colours, frame, y, x, count, store, out);
}

INLINE void stack_span_of(STACK_SPAN) {
  quad colours[CURL_SPAN + LANES];
  clear_rest(colours + count);
  stack_colours(stack, scratch, y, x, count, colours);
  store_colours(colours, stack->common, y, x, count, store, out);
}

INLINE void stack_light_of(STACK_LIGHT) {
  uint8_t wanted[CURL_SPAN + LANES];
  __builtin_memset(wanted, 1, sizeof wanted);
  for (int32_t i = 0; i < count; i++) lights[i] = 1;
  cast_light(stack, scratch, sheet, is_rolled_up, y, x, count, wanted, lights);
}

INLINE void columns_light_of(COLUMNS_LIGHT) {
  const struct curl_stack_sheet *its = stack->sheets + sheet;
  columns_light(&its->frames[CURL_BOTH], its->section, scratch->caches[sheet], columns, y, x, count, light,
                white, through);
}
