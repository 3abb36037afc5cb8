#include "CurlLight.h"

#include "lanes.h"

#define DECLARED(suffix)                                                                    \
  void curl_light##suffix(const struct curl_frame *, int32_t, const int32_t *, const int32_t *, \
                          float *);                                                         \
  int32_t curl_nodes_show_key##suffix(const struct curl_frame *, int32_t, float, float, float, float);

DECLARED(_plain)
DECLARED(_avx2)
DECLARED(_avx512)

void curl_light(int32_t width, const struct curl_frame *frame, int32_t kind, const int32_t *x,
                const int32_t *y, float *light) {
  CALL_WIDER(width, curl_light, frame, kind, x, y, light);
  curl_light_plain(frame, kind, x, y, light);
}

int32_t curl_nodes_show_key(int32_t width, const struct curl_frame *frame, int32_t kind, float x_low,
                            float x_high, float tau_low, float tau_high) {
  CALL_WIDER(width, curl_nodes_show_key, frame, kind, x_low, x_high, tau_low, tau_high);
  return curl_nodes_show_key_plain(frame, kind, x_low, x_high, tau_low, tau_high);
}
