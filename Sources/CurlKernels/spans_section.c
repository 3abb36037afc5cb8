// Light that sections cache between spans; allocated by code of no particular register width.
#define LANES 16
#include "spans/section_cache.h"

struct curl_section_cache *curl_section_cache_new(const struct curl_frame *frame,
                                                    const struct curl_section *section,
                                                    int32_t is_deep) {
  return cache_new(frame, section, is_deep);
}

void curl_section_cache_free(struct curl_section_cache *cache) {
  if (cache) cache_free(cache);
}
