// What sheets keep between spans; allocated by code of no particular register width.
#define LANES 16
#include "spans/section_columns.h"

// Stands for a cache where there is no memory for one. Nothing is kept in it, so all threads may share it.
static struct curl_sheet_cache nothing;

struct curl_sheet_cache *curl_sheet_cache_new(const struct curl_frame *frame,
                                              const struct curl_section *section, int32_t is_deep) {
  struct curl_sheet_cache *cache = cache_new(frame, section, is_deep);
  return cache ? cache : &nothing;
}

int64_t curl_sheet_cache_bytes(const struct curl_sheet_cache *cache) {
  return cache == &nothing ? 0 : cache_bytes(cache);
}

void curl_sheet_cache_free(struct curl_sheet_cache *cache) {
  if (cache && cache != &nothing) cache_free(cache);
}

struct curl_columns *curl_columns_new(const struct curl_frame *frame, const struct curl_section *section) {
  return columns_new(frame, section);
}

void curl_columns_free(struct curl_columns *columns) {
  columns_free(columns);
}

int64_t curl_columns_bytes(const struct curl_columns *columns) {
  return columns_bytes(columns);
}
