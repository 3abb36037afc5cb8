// Exact light at pixels, and tests whether a cell's nodes show the key light's edges. Used by LightField.
#pragma once

#ifndef LANES
#define LANES 16
#endif
#include "CurlLight.h"
#include "key_nodes.h"

#define LIGHT_PARAMETERS \
  const struct curl_frame *f, int32_t kind, const int32_t *x, const int32_t *y, float *light
#define CELL_PARAMETERS \
  const struct curl_frame *f, int32_t kind, float x_low, float x_high, float tau_low, float tau_high

INLINE void exact_light_of(LIGHT_PARAMETERS) {
  const struct curl_sky *sky = &f->sky;
  whole column, row;
  __builtin_memcpy(&column, x, sizeof column);
  __builtin_memcpy(&row, y, sizeof row);
  const lanes px = __builtin_convertvector(column, lanes) + 0.5f;
  const lanes py = __builtin_convertvector(row, lanes) + 0.5f;
  const lanes qx = sky->origin_x + px * sky->step_x, qy = sky->origin_y + py * sky->step_y;
  const lanes distance = qx * sky->normal_x + qy * sky->normal_y;
  const lanes tau = qy * sky->normal_x - qx * sky->normal_y;
  lanes found;
  if (kind == CURL_LIGHT_PLANE) {
    // Before the fold the front gets the light; the plane's own light at the fold continues there.
    found = base_light_at(f, most(distance, all(1e-6f)), tau, px == px);
  } else {
    const lanes place = kind == CURL_LIGHT_FLAT ? least(distance, all(0)) : distance;
    const struct spot s = front_over(f, place, tau);
    found = front_light_on(f, &s, px == px);
  }
  __builtin_memcpy(light, &found, sizeof found);
}

INLINE int32_t field_shows_key_of(CELL_PARAMETERS) {
  const lanes place = x_low + (x_high - x_low) * CELL_COLUMNS;
  const float tau = (tau_low + tau_high) / 2, along = (tau_high - tau_low) / 2;
  if (kind == CURL_LIGHT_PLANE) return nodes_show_key_on_base(f, place, tau, along);
  const struct spot s =
      front_over(f, kind == CURL_LIGHT_FLAT ? least(place, all(0)) : place, all(0));
  return nodes_show_key_on_front(f, &s, tau, along);
}
