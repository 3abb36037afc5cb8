#include "CurlTaps.h"

#include "lanes.h"
#include "taps_plain.h"

#define FLAP                                                                                     \
  const struct curl_page *page, const struct curl_quad *quad, const struct curl_walk *walk,      \
      int64_t count, uint16_t *linear
#define MEANS \
  const struct curl_page *page, const struct curl_boxes *boxes, int64_t count, uint16_t *linear
#define PAIRS \
  const struct curl_page *page, const struct curl_pairs *pairs, int64_t count, uint16_t *linear
#define ROLL                                                                                     \
  const struct curl_page *page, const struct curl_bend *bend, const struct curl_bent_walk *walk, \
      int64_t count, uint16_t *linear, uint16_t *light, uint16_t *white
#define TONE const struct curl_tone *tone, const uint16_t *linear, int64_t count, uint8_t *bytes

// The same functions for each width of registers.
#if defined(__x86_64__)
#define DECLARED(suffix)                     \
  void curl_flap##suffix(FLAP, int is_half); \
  void curl_box_means##suffix(MEANS);        \
  void curl_roll##suffix(ROLL);              \
  void curl_tone##suffix(TONE)
DECLARED(_avx2);
DECLARED(_avx512);
void curl_pair_means_avx2(PAIRS);
#endif

void curl_flap(int32_t width, FLAP) {
  const int is_half = page->rows == 3 && quad->size_x == 1 << 13 && quad->size_y == 1 << 13;
  CALL_WIDER(width, curl_flap, page, quad, walk, count, linear, is_half);
  flap_plain(page, quad, walk, count, linear, is_half);
}

void curl_box_means(int32_t width, MEANS) {
  // Boxes of sixteen pixels fill registers of AVX2.
  const int32_t filled = count <= 16 && width == CURL_AVX512 ? CURL_AVX2 : width;
  CALL_WIDER(filled, curl_box_means, page, boxes, count, linear);
  means_plain(page, boxes, count, linear, 0, 1);
}

void curl_pair_means(int32_t width, PAIRS) {
#if defined(__x86_64__)
  if (width) return curl_pair_means_avx2(page, pairs, count, linear);
#endif
  pair_means_plain(page, pairs, count, linear);
}

void curl_roll(int32_t width, ROLL) {
  CALL_WIDER(width, curl_roll, page, bend, walk, count, linear, light, white);
}

void curl_tone(int32_t width, TONE) {
  CALL_WIDER(width, curl_tone, tone, linear, count, bytes);
}
