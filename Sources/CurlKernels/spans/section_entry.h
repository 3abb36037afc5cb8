// One instruction set's entry points for sections, named by LEVEL.
#define LANES 16
#include "section.h"

void LEVEL(curl_section_span)(const struct curl_frame *frame, const struct curl_section *section,
                              int32_t sides, struct curl_section_lights *lights, int32_t y,
                              int32_t x, int32_t count, const uint8_t *wanted, float *colours) {
  quad found[CURL_SPAN];
  section_colours(frame, section, sides, lights, y, x, count, wanted, found);
  __builtin_memcpy(colours, found, sizeof(quad) * (size_t)count);
}

void LEVEL(curl_section_plane)(const struct curl_frame *frame, const struct curl_section *section,
                               int32_t is_inside, struct curl_section_lights *lights, int32_t y,
                               int32_t x, int32_t count, const uint8_t *wanted, float *light) {
  section_plane(frame, section, is_inside, lights, y, x, count, wanted, light);
}
