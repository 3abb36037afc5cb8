// Sections for any processor, and the choice between instruction sets.
#define LEVEL(name) name##_plain
#include "spans/section_entry.h"

#if defined(__x86_64__)
#define DECLARE(name)                                                                            \
  void curl_section_span_##name(const struct curl_frame *, const struct curl_section *, int32_t, \
                                struct curl_section_lights *, int32_t, int32_t, int32_t,         \
                                const uint8_t *, float *);                                       \
  void curl_section_plane_##name(const struct curl_frame *, const struct curl_section *,         \
                                 int32_t, struct curl_section_lights *, int32_t, int32_t,        \
                                 int32_t, const uint8_t *, float *);
DECLARE(avx2)
DECLARE(avx512)
#endif

struct curl_section_lights *curl_section_lights_new(const struct curl_frame *frame,
                                                    const struct curl_section *section) {
  return lights_new(frame, section);
}

void curl_section_lights_free(struct curl_section_lights *lights) {
  if (lights) lights_free(lights);
}

int curl_section_level(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
    return 2;
  if (__builtin_cpu_supports("avx2")) return 1;
#endif
  return 0;
}

void curl_section_span(int level, const struct curl_frame *frame,
                       const struct curl_section *section, int32_t sides,
                       struct curl_section_lights *lights, int32_t y, int32_t x, int32_t count,
                       const uint8_t *wanted, float *colours) {
#if defined(__x86_64__)
  if (level == 2) {
    curl_section_span_avx512(frame, section, sides, lights, y, x, count, wanted, colours);
    return;
  }
  if (level == 1) {
    curl_section_span_avx2(frame, section, sides, lights, y, x, count, wanted, colours);
    return;
  }
#endif
  curl_section_span_plain(frame, section, sides, lights, y, x, count, wanted, colours);
}

void curl_section_plane(int level, const struct curl_frame *frame,
                        const struct curl_section *section, int32_t is_inside,
                        struct curl_section_lights *lights, int32_t y, int32_t x, int32_t count,
                        const uint8_t *wanted, float *light) {
#if defined(__x86_64__)
  if (level == 2) {
    curl_section_plane_avx512(frame, section, is_inside, lights, y, x, count, wanted, light);
    return;
  }
  if (level == 1) {
    curl_section_plane_avx2(frame, section, is_inside, lights, y, x, count, wanted, light);
    return;
  }
#endif
  curl_section_plane_plain(frame, section, is_inside, lights, y, x, count, wanted, light);
}
