// Pixels of a plate that aren't painted at once: collected from a span, then painted by groups of 2 × 2 taps
// or tap by tap. Twin of `colour` and `source` in PlatePainter.swift.
#pragma once

#include <stddef.h>

#include "filter.h"
#include "plate_state.h"
#include "plate_taps.h"
#include "plate_within.h"
#include "surface.h"
#include "texels.h"

// `Plate.leastRest` in Swift.
#define PLATE_LEAST_REST (1.0f / 1024)

// Pixels of a span that aren't painted at once.
struct plate_pixels {
  int32_t count;
  int16_t pixel[CURL_SPAN];
  // Numbers of taps.
  int8_t across[CURL_SPAN], down[CURL_SPAN];
  float qx[CURL_SPAN];
  // The plate's opacity in the pixel, and the least divisor of its taps' sum.
  float opacity[CURL_SPAN], least_divisor[CURL_SPAN];
};

INLINE void add_pixel(struct plate_pixels *to, int pixel, int across, int down, float qx,
                      float opacity, float least_divisor) {
  const int n = to->count++;
  to->pixel[n] = (int16_t)pixel;
  to->across[n] = (int8_t)across;
  to->down[n] = (int8_t)down;
  to->qx[n] = qx;
  to->opacity[n] = opacity;
  to->least_divisor[n] = least_divisor;
}

// Sorts the `active` pixels that the plate may touch: pixels within it, painted by groups of taps, and
// others.
OUTLINE void sort_pixels(const struct curl_plate *plate, const struct plate_state *state,
                        uint32_t active, uint32_t within, int32_t first, lanes qx, lanes before,
                        struct plate_pixels *groups, struct plate_pixels *others) {
  // Towards the horizon footprints grow and reach the plate from pixels that don't show it: drop these.
  whole is_beside = {0};
  for (int i = 0; i < 4; i++) is_beside |= state->slope[i] * qx + state->rest[i] < 0;
  active &= ~bits(is_beside);
  if (!active) return;
  const struct plate_tap middle =
      plate_footprint(plate, qx, all(state->qy), all(state->step_x), all(state->step_y));
  const struct footprint *at = &middle.foot;
  const lanes rest = plate->beyond < 0 ? before : all(1);
  active &= bits(is_near(plate, &middle) & (rest >= PLATE_LEAST_REST));
  if (!active) return;
  whole across = (whole){0} + 1, down = across;
  if (!plate->is_translation) {
    across = tap_count(root(at->dx_x * at->dx_x + at->dy_x * at->dy_x) / state->narrow);
    down = tap_count(root(at->dx_y * at->dx_y + at->dy_y * at->dy_y) / state->narrow);
  }
  float qxs[LANES], opacities[LANES], least_divisors[LANES];
  int32_t columns[LANES], rows[LANES];
  store_lanes(qx, qxs);
  store_lanes(plate->opacity *
                  (plate->beyond < 0 ? all(1) : plate->beyond + (1 - plate->beyond) * before),
              opacities);
  store_lanes(rest * __builtin_convertvector(across * down, lanes), least_divisors);
  __builtin_memcpy(columns, &across, sizeof across);
  __builtin_memcpy(rows, &down, sizeof down);
  for (; active; active &= active - 1) {
    const int i = __builtin_ctz(active);
    add_pixel(state->has_groups && (within >> i & 1) ? groups : others, first + i, columns[i],
              rows[i], qxs[i], opacities[i], least_divisors[i]);
  }
}

// Paints pixels within the plate, 2 × 2 taps at a time; a pixel goes to `others` if one of its groups
// doesn't fit in a block of texels.
OUTLINE void paint_groups(const struct curl_plate *plate, const struct curl_tables *tables,
                         const struct plate_state *state, const struct plate_pixels *pixels,
                         struct plate_pixels *others, quad *colours) {
  float qx[LANES] = {0}, first_u[LANES] = {0}, first_v[LANES] = {0}, box_x[LANES] = {0};
  float box_y[LANES] = {0}, weight[LANES] = {0}, has_right[LANES] = {0}, has_lower[LANES] = {0};
  int16_t number[LANES];
  uint8_t is_left[CURL_SPAN];
  __builtin_memset(is_left, 0, (size_t)pixels->count);
  int n = 0, u = 0, v = 0;
  while (n < pixels->count) {
    int count = 0;
    while (count < LANES && n < pixels->count) {
      const int across = pixels->across[n], down = pixels->down[n];
      qx[count] = pixels->qx[n];
      first_u[count] = (float)u;
      first_v[count] = (float)v;
      box_x[count] = state->step_x / (float)across;
      box_y[count] = state->step_y / (float)down;
      weight[count] = pixels->opacity[n] / pixels->least_divisor[n];
      has_right[count] = u + 1 < across;
      has_lower[count] = v + 1 < down;
      number[count++] = (int16_t)n;
      u += 2;
      if (u < across) continue;
      u = 0;
      v += 2;
      if (v < down) continue;
      v = 0;
      n += 1;
    }
    const lanes wide = load_lanes(box_x), high = load_lanes(box_y);
    lanes tap_qx[2], tap_qy[2], weights[4];
    for (int i = 0; i < 2; i++) {
      tap_qx[i] = load_lanes(qx) + (load_lanes(first_u) + ((float)i + 0.5f)) * wide -
                  state->step_x / 2;
      tap_qy[i] = state->qy + (load_lanes(first_v) + ((float)i + 0.5f)) * high - state->step_y / 2;
    }
    const struct plate_map at =
        map_around(plate, state->is_flat, (tap_qx[0] + tap_qx[1]) / 2, (tap_qy[0] + tap_qy[1]) / 2);
    struct plate_taps taps;
    find_taps(plate, state->is_flat, &at, tap_qx, tap_qy, wide, high, &taps);
    weights[0] = load_lanes(weight);
    weights[1] = weights[0] * load_lanes(has_right);
    weights[2] = weights[0] * load_lanes(has_lower);
    weights[3] = weights[1] * load_lanes(has_lower);
    quad inks[LANES];
    const uint32_t done =
        paint_within(plate, state->form, &taps, 4, weights, (1u << count) - 1, inks);
    for (int i = 0; i < count; i++) {
      if (done >> i & 1) {
        colours[pixels->pixel[number[i]]] += inks[i];
      } else {
        is_left[number[i]] = 1;
      }
    }
  }
  for (n = 0; n < pixels->count; n++) {
    const int pixel = pixels->pixel[n];
    if (is_left[n]) {
      colours[pixel] = (quad){0};
      add_pixel(others, pixel, pixels->across[n], pixels->down[n], pixels->qx[n],
                pixels->opacity[n], pixels->least_divisor[n]);
    } else {
      colours[pixel] = in_encoded_values(plate, tables, colours[pixel]);
    }
  }
}

// Colours of a source in the taps of `active`.
INLINE void source_colours(const struct curl_plate *plate, const struct curl_source *source,
                           const struct plate_taps *taps, uint32_t active, quad *colours) {
  switch (source->kind) {
  case CURL_SOURCE_COLOUR:
    for (int i = 0; i < LANES; i++) colours[i] = quad_of(source->colour);
    break;
  case CURL_SOURCE_GRADIENT: {
    float along[LANES];
    store_lanes(along_ramp(source, taps->x[0], taps->y[0]), along);
    for (int i = 0; i < LANES; i++) {
      colours[i] = quad_of(source->colour) + along[i] * quad_of(source->change);
    }
    break;
  }
  case CURL_SOURCE_PICTURE: {
    const lanes one = all(1);
    uint32_t rest = active & ~tap_means(plate, source, taps, 1, 1, &one, active, colours);
    if (!rest) break;
    float boxes[4][LANES];
    const lanes half_x = taps->extent_x[0] / 2, half_y = taps->extent_y[0] / 2;
    const lanes low_x = most(taps->x[0] - half_x, all(plate->low_x));
    const lanes low_y = most(taps->y[0] - half_y, all(plate->low_y));
    const lanes high_x = least(taps->x[0] + half_x, all(plate->high_x));
    const lanes high_y = least(taps->y[0] + half_y, all(plate->high_y));
    const lanes x = (low_x + high_x) / 2, y = (low_y + high_y) / 2;
    store_lanes(source->flip == CURL_FLIP_ACROSS ? plate->page_x - x : x, boxes[0]);
    store_lanes(source->flip == CURL_FLIP_OVER ? plate->page_y - y : y, boxes[1]);
    store_lanes(most(high_x - low_x, all(0)), boxes[2]);
    store_lanes(most(high_y - low_y, all(0)), boxes[3]);
    for (; rest; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      colours[i] =
          box_mean(&source->picture, boxes[0][i], boxes[1][i], boxes[2][i], boxes[3][i]);
    }
    break;
  }
  default: __builtin_memset(colours, 0, LANES * sizeof *colours);
  }
}

// Paints pixels tap by tap.
OUTLINE void paint_taps(const struct curl_plate *plate, const struct curl_tables *tables,
                       const struct plate_state *state, const struct plate_pixels *pixels,
                       quad *colours) {
  float qx[LANES] = {0}, qy[LANES] = {0}, box_x[LANES] = {0}, box_y[LANES] = {0};
  int16_t number[LANES];
  quad sums[CURL_SPAN];
  float covered[CURL_SPAN];
  for (int n = 0; n < pixels->count; n++) {
    sums[n] = (quad){0};
    covered[n] = 0;
  }
  int n = 0, u = 0, v = 0;
  while (n < pixels->count) {
    int count = 0;
    while (count < LANES && n < pixels->count) {
      const int across = pixels->across[n], down = pixels->down[n];
      const float wide = state->step_x / (float)across, high = state->step_y / (float)down;
      qx[count] = pixels->qx[n] + ((float)u + 0.5f) * wide - state->step_x / 2;
      qy[count] = state->qy + ((float)v + 0.5f) * high - state->step_y / 2;
      box_x[count] = wide;
      box_y[count] = high;
      number[count++] = (int16_t)n;
      if (++u < across) continue;
      u = 0;
      if (++v < down) continue;
      v = 0;
      n += 1;
    }
    const struct plate_tap tap = plate_footprint(plate, load_lanes(qx), load_lanes(qy),
                                                 load_lanes(box_x), load_lanes(box_y));
    const struct footprint *at = &tap.foot;
    const lanes share = plate_share(plate, at);
    uint32_t active = bits(is_near(plate, &tap) & (share > 0)) & ((1u << count) - 1);
    if (!active) continue;
    struct plate_taps taps;
    taps.x[0] = at->x;
    taps.y[0] = at->y;
    taps.extent_x[0] = extent_x(at);
    taps.extent_y[0] = extent_y(at);
    float shares[LANES];
    store_lanes(share, shares);
    const struct curl_source *sources[4] = {&plate->contents, &plate->cut, &plate->through,
                                            &plate->beneath};
    quad inks[4][LANES];
    for (int i = 0; i < 4; i++) {
      if (i == 0 || sources[i]->kind) source_colours(plate, sources[i], &taps, active, inks[i]);
    }
    for (; active; active &= active - 1) {
      const int i = __builtin_ctz(active);
      sums[number[i]] +=
          shares[i] * plate_ink(plate, inks[0][i], inks[1][i], inks[2][i], inks[3][i]);
      covered[number[i]] += shares[i];
    }
  }
  for (n = 0; n < pixels->count; n++) {
    if (!(covered[n] > 0)) continue;
    const float scale = pixels->opacity[n] / most1(pixels->least_divisor[n], covered[n]);
    colours[pixels->pixel[n]] = scale * in_encoded_values(plate, tables, sums[n]);
  }
}
