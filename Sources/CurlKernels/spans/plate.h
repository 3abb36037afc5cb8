// Plates: a pixel's taps in lanes, their ink in quads. Twin of PlatePainter.swift, name by name.
//
// Most pixels lie within the plate and have 2 × 2 taps. They are painted sixteen at a time, all taps of a
// pixel in one block of texels. Pixels within the plate that have more taps are painted in groups of 2 × 2
// taps, sixteen groups at a time. All others, at edges and close to the eye, are painted tap by tap,
// sixteen taps at a time.
#pragma once

#include <stddef.h>

#include "plate_pixels.h"
#include "plate_state.h"
#include "plate_taps.h"
#include "plate_within.h"

// The plate's colours in pixels of a row; they don't depend on which other pixels are asked for. Pixels
// whose `wanted` is 0 are undefined; null wants all.
OUTLINE void plate_colours(const struct curl_frame *common, const struct curl_plate *plate,
                          const struct curl_tables *tables, int32_t y, int32_t x, int32_t count,
                          const uint8_t *wanted, quad *colours) {
  const lanes places = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const struct plate_state state = plate_state(common, plate, y);
  const float step_x = state.step_x, step_y = state.step_y;
  // Square of a footprint's largest side in a pixel with 2 × 2 taps.
  const float widest = 3.9999f * state.narrow * state.narrow;
  struct plate_pixels groups, others;
  groups.count = 0;
  others.count = 0;
  for (int32_t first = 0; first < count; first += LANES) {
    const int32_t some = count - first < LANES ? count - first : LANES;
    uint32_t active = (1u << some) - 1, within = 0;
    if (wanted) {
      uint8_t flags[LANES] = {0};
      __builtin_memcpy(flags, wanted + first, (size_t)some);
      for (int i = 0; i < LANES; i++) active &= ~((uint32_t)!flags[i] << i);
      if (!active) continue;
    }
    const lanes qx = common->origin_x + ((float)(x + first) + places + 0.5f) * step_x;
    lanes before = all(1), scale = all(plate->opacity);
    if (state.has_seam) {
      before = between(0.5f - (plate->seam[0] * qx + plate->seam[1] * state.qy - plate->seam[2]),
                       all(0), all(1));
      if (plate->beyond >= 0) scale *= plate->beyond + (1 - plate->beyond) * before;
    }
    if (state.form != PLATE_GENERAL) {
      const struct plate_map at = map_around(plate, state.is_flat, qx, all(state.qy));
      const whole inner = is_within(plate, &state, &at, before);
      within = bits(inner) & active;
      quad *to = colours + first;
      uint32_t once = within;
      if (!plate->is_translation) {
        const lanes wide = at.xx * at.xx + at.yx * at.yx, high = at.xy * at.xy + at.yy * at.yy;
        once &= bits((wide * (step_x * step_x) <= widest) & (high * (step_y * step_y) <= widest));
      }
      if (once) {
        struct plate_taps taps;
        if (state.form == PLATE_COPY) {
          copy_texels(plate, once, x + first, y, scale, to);
        } else if (plate->is_translation) {
          const lanes xx = at.xx * step_x, xy = at.xy * step_y;
          const lanes yx = at.yx * step_x, yy = at.yy * step_y;
          taps.x[0] = at.x;
          taps.y[0] = at.y;
          taps.extent_x[0] = root(xx * xx + xy * xy);
          taps.extent_y[0] = root(yx * yx + yy * yy);
          once = paint_within(plate, state.form, &taps, 1, &scale, once, to);
        } else {
          const lanes tap_qx[2] = {qx + 0.5f * (step_x / 2) - step_x / 2,
                                   qx + 1.5f * (step_x / 2) - step_x / 2};
          const lanes tap_qy[2] = {all(state.qy + 0.5f * (step_y / 2) - step_y / 2),
                                   all(state.qy + 1.5f * (step_y / 2) - step_y / 2)};
          find_taps(plate, state.is_flat, &at, tap_qx, tap_qy, all(step_x / 2), all(step_y / 2),
                    &taps);
          const lanes weight = scale / 4;
          const lanes weights[4] = {weight, weight, weight, weight};
          once = paint_within(plate, state.form, &taps, 4, weights, once, to);
        }
        if (plate->has_encoded_tint) {
          for (uint32_t rest = once; rest; rest &= rest - 1) {
            const int i = __builtin_ctz(rest);
            to[i] = in_encoded_values(plate, tables, to[i]);
          }
        }
        active &= ~once;
        if (!active) continue;
      }
    }
    for (uint32_t rest = active; rest; rest &= rest - 1) {
      colours[first + __builtin_ctz(rest)] = (quad){0};
    }
    sort_pixels(plate, &state, active, within, first, qx, before, &groups, &others);
  }
  if (groups.count) paint_groups(plate, tables, &state, &groups, &others, colours);
  if (others.count) paint_taps(plate, tables, &state, &others, colours);
}
