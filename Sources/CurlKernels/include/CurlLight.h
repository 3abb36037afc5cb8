// Exact light at places, the samples of a field of light. Every register width gives the same bytes.
#ifndef CURL_LIGHT_H
#define CURL_LIGHT_H

#include <stdint.h>

#include "CurlSpans.h"

// Largest number of places at once.
#define CURL_PLACES 16

// The surface that receives the light.
enum curl_light_kind {
  // The flat front; beyond the fold, the front at the fold.
  CURL_LIGHT_FLAT,
  // The plane beyond the fold.
  CURL_LIGHT_PLANE,
  // The front, flat or in the roll.
  CURL_LIGHT_FRONT,
};

// Light 0…1 at the centres of CURL_PLACES pixels (x, y).
void curl_light(int32_t width, const struct curl_frame *frame, int32_t kind, const int32_t *x,
                const int32_t *y, float *light);

// Whether light at nine places shows the key light's edges in an area: the edges are wide enough, or far
// enough away. The area is a range of distances x from the fold and of places tau along it, page pixels.
int32_t curl_nodes_show_key(int32_t width, const struct curl_frame *frame, int32_t kind, float x_low,
                            float x_high, float tau_low, float tau_high);

#endif
