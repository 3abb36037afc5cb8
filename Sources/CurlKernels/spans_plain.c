#include "spans/span.h"
#include "spans/widths.h"

void curl_sheet_span_plain(SHEET_SPAN) {
  sheet_span_of(frame, cache, y, x, count, store, out);
}

void curl_stack_span_plain(STACK_SPAN) {
  stack_span_of(stack, scratch, y, x, count, store, out);
}

void curl_stack_light_plain(STACK_LIGHT) {
  stack_light_of(stack, scratch, sheet, is_rolled_up, y, x, count, lights);
}

void curl_columns_light_plain(COLUMNS_LIGHT) {
  columns_light_of(stack, scratch, sheet, columns, y, x, count, light, white, through);
}
