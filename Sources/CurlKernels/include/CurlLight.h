// What a field of light is made of. Any width of registers gives the same bytes.
#ifndef CURL_LIGHT_H
#define CURL_LIGHT_H

#include <stdint.h>

#include "CurlSpans.h"

// Most places at once.
#define CURL_PLACES 16

// What light a place has.
enum curl_light_kind {
  // That of the flat front, beyond the fold that at the fold.
  CURL_LIGHT_FLAT,
  // That of the plane beyond the fold.
  CURL_LIGHT_PLANE,
  // That of the front, flat or in the roll.
  CURL_LIGHT_FRONT,
};

// Light 0…1 at the centres of CURL_PLACES pixels (x, y).
void curl_light(int32_t width, const struct curl_frame *frame, int32_t kind, const int32_t *x,
                const int32_t *y, float *light);

// Whether the key light's edges between these distances from the fold and places along it are so wide, or
// so far away, that light at nine places tells of all.
int32_t curl_key_tells(int32_t width, const struct curl_frame *frame, int32_t kind, float x_low,
                       float x_high, float tau_low, float tau_high);

#endif
