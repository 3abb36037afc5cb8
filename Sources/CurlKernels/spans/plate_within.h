// Pixels within a plate, and groups of their taps, painted sixteen at a time.
#pragma once

#include "filter.h"
#include "ink.h"
#include "plate_state.h"
#include "plate_taps.h"
#include "surface.h"
#include "texels.h"

// Greatest relative change of the distance from the eye within a pixel whose taps are painted at once.
#define PLATE_MOST_BEND 0.01f

// The inverse map around points of the plane: its third component and that one's inverse, page points and
// their derivatives.
struct plate_map {
  lanes w, inverse, x, y, xx, xy, yx, yy;
};

INLINE struct plate_map map_around(const struct curl_plate *plate, int is_flat, lanes qx, lanes qy) {
  const float *m = plate->inverse;
  struct plate_map at = {all(1),    all(1),    m[0] * qx + m[1] * qy + m[2],
                         m[3] * qx + m[4] * qy + m[5], all(m[0]), all(m[1]),
                         all(m[3]), all(m[4])};
  if (is_flat) return at;
  at.w = m[6] * qx + m[7] * qy + m[8];
  at.inverse = 1 / at.w;
  at.x *= at.inverse;
  at.y *= at.inverse;
  at.xx = (m[0] - at.x * m[6]) * at.inverse;
  at.xy = (m[1] - at.x * m[7]) * at.inverse;
  at.yx = (m[3] - at.y * m[6]) * at.inverse;
  at.yy = (m[4] - at.y * m[7]) * at.inverse;
  return at;
}

// Whether pixels lie within the plate and before the eye with all of their taps.
INLINE whole is_within(const struct curl_plate *plate, const struct plate_state *state,
                       const struct plate_map *at, lanes before) {
  const lanes half_x =
      (size(at->xx) * state->step_x + size(at->xy) * state->step_y) * 0.51f + 0.01f;
  const lanes half_y =
      (size(at->yx) * state->step_x + size(at->yy) * state->step_y) * 0.51f + 0.01f;
  whole within = (at->x - half_x >= plate->low_x) & (at->y - half_y >= plate->low_y) &
                 (at->x + half_x <= plate->high_x) & (at->y + half_y <= plate->high_y);
  if (!state->is_flat) {
    within &= (at->w > 0) & (at->w <= 0.98f * PLATE_FARTHEST) &
              (state->bend <= PLATE_MOST_BEND * at->w);
  }
  if (plate->corner_radius > 0) {
    const lanes out_x =
        size(at->x - plate->page_x / 2) - (plate->page_x / 2 - plate->corner_radius);
    const lanes out_y =
        size(at->y - plate->page_y / 2) - (plate->page_y / 2 - plate->corner_radius);
    within &= (out_x + half_x <= 0) | (out_y + half_y <= 0);
  }
  if (state->has_seam && plate->beyond < 0) within &= before >= 1;
  return within;
}

// Finds four taps around points of the plane; their boxes have the sides `box_x` and `box_y` there.
INLINE void find_taps(const struct curl_plate *plate, int is_flat, const struct plate_map *at,
                      const lanes *tap_qx, const lanes *tap_qy, lanes box_x, lanes box_y,
                      struct plate_taps *taps) {
  const float *m = plate->inverse;
  const lanes xx = at->xx * box_x, xy = at->xy * box_y, yx = at->yx * box_x, yy = at->yy * box_y;
  const lanes wide = root(xx * xx + xy * xy), high = root(yx * yx + yy * yy);
  lanes turn_x[2], turn_y[2], page_x, page_y;
  if (!is_flat) {
    const lanes near_x = m[6] * box_x * at->inverse, near_y = m[7] * box_y * at->inverse;
    const lanes both = 0.5f / most(wide * high, all(1e-30f));
    const lanes slope_x = (xx * near_x + xy * near_y) * high * both;
    const lanes slope_y = (yx * near_x + yy * near_y) * wide * both;
    turn_x[0] = (xx + xy) * slope_x;
    turn_x[1] = (xx - xy) * slope_x;
    turn_y[0] = (yx + yy) * slope_y;
    turn_y[1] = (yx - yy) * slope_y;
    page_x = __builtin_convertvector(__builtin_convertvector(at->x, whole), lanes);
    page_y = __builtin_convertvector(__builtin_convertvector(at->y, whole), lanes);
  }
  for (int t = 0; t < 4; t++) {
    const int u = t & 1, v = t >> 1;
    const lanes qx = tap_qx[u], qy = tap_qy[v];
    taps->x[t] = m[0] * qx + m[1] * qy + m[2];
    taps->y[t] = m[3] * qx + m[4] * qy + m[5];
    taps->extent_x[t] = wide;
    taps->extent_y[t] = high;
    if (is_flat) continue;
    const lanes w = m[6] * qx + m[7] * qy + m[8];
    const lanes nearer = (w - at->w) * at->inverse;
    const lanes inverse = at->inverse - at->inverse * (nearer - nearer * nearer);
    // Divide only the rest beyond a whole page pixel: the quotients are as exact as those of a division.
    const lanes coarse = (lanes)((whole)w & (int32_t)0xffffe000), fine = w - coarse;
    taps->x[t] = page_x + (taps->x[t] - page_x * coarse - page_x * fine) * inverse;
    taps->y[t] = page_y + (taps->y[t] - page_y * coarse - page_y * fine) * inverse;
    // First order in `nearer`, the tap's relative change of w.
    const lanes bend_x = turn_x[u != v], bend_y = turn_y[u != v];
    taps->extent_x[t] -= u ? wide * nearer + bend_x : wide * nearer - bend_x;
    taps->extent_y[t] -= u ? high * nearer + bend_y : high * nearer - bend_y;
  }
}

// Paints `active` pixels, all within the plate, where it can paint all taps at once; without a tint in
// encoded values. Returns the painted pixels. `weights` are those of the taps.
INLINE uint32_t paint_within(const struct curl_plate *plate, enum plate_form form,
                             const struct plate_taps *taps, int count, const lanes *weights,
                             uint32_t active, quad *colours) {
  const struct curl_source *contents = &plate->contents;
  float totals[LANES], along[LANES];
  lanes total = weights[0], ramps[4], ramp = all(0);
  for (int t = 1; t < count; t++) total += weights[t];
  store_lanes(total, totals);
  if (contents->kind == CURL_SOURCE_GRADIENT) {
    for (int t = 0; t < count; t++) {
      ramps[t] = weights[t] * along_ramp(contents, taps->x[t], taps->y[t]);
      ramp += ramps[t];
    }
    store_lanes(ramp, along);
  }
  const int has_tint = !plate->is_encoded && plate->tint_amount != 0;
  if (active == 0xffff && !has_tint && (form == PLATE_COLOUR || form == PLATE_RAMP)) {
    const quad colour = quad_of(contents->colour), change = quad_of(contents->change);
    const int is_ramp = form == PLATE_RAMP;
    texels4 four[4];
#define PAINT_FOUR(k)                                                  \
  {                                                                    \
    four[k / 4] = FOUR_OF(total, k) * FOUR_TIMES(colour);              \
    if (is_ramp) four[k / 4] += FOUR_OF(ramp, k) * FOUR_TIMES(change); \
  }
    PAINT_FOUR(0)
    PAINT_FOUR(4)
    PAINT_FOUR(8)
    PAINT_FOUR(12)
#undef PAINT_FOUR
    __builtin_memcpy(colours, four, sizeof four);
    return active;
  }
  // Up to two sums of pictures' texels.
  quad means[2][LANES];
  const struct curl_source *sources[2] = {0, 0};
  if (form == PLATE_PICTURE) sources[0] = contents;
  if (form == PLATE_SHINING) {
    if (contents->kind == CURL_SOURCE_PICTURE) sources[0] = contents;
    sources[1] = &plate->through;
  }
  if (form == PLATE_CUT) {
    sources[0] = &plate->cut;
    if (contents->kind == CURL_SOURCE_GRADIENT) sources[1] = &plate->cut;
  }
  for (int number = 0; number < 2; number++) {
    if (!sources[number]) continue;
    active = tap_means(plate, sources[number], taps, count, 0,
                       form == PLATE_CUT && number == 1 ? ramps : weights, active,
                       form == PLATE_PICTURE ? colours : means[number]);
  }
  if (form == PLATE_PICTURE && !has_tint) return active;
  for (uint32_t rest = active; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    quad colour;
    switch (form) {
    case PLATE_PICTURE: colour = colours[i]; break;
    case PLATE_RAMP:
      colour = totals[i] * quad_of(contents->colour) + along[i] * quad_of(contents->change);
      break;
    case PLATE_SHINING:
      colour = sources[0] ? means[0][i] : totals[i] * quad_of(contents->colour);
      // Both faces are opaque: they have the same shape.
      colour = shining(colour, means[1][i], 1, plate->show_through);
      break;
    case PLATE_CUT:
      colour = means[0][i][3] * quad_of(contents->colour);
      if (sources[1]) colour += means[1][i][3] * quad_of(contents->change);
      break;
    default: colour = totals[i] * quad_of(contents->colour);
    }
    if (has_tint) colour = tinted(colour, plate->tint, plate->tint_amount);
    colours[i] = colour;
  }
  return active;
}

// Copies texels that are the frame's pixels.
INLINE void copy_texels(const struct curl_plate *plate, uint32_t active, int32_t x, int32_t y,
                        lanes scale, quad *colours) {
  const struct curl_picture *picture = &plate->contents.picture;
  const struct curl_level *level = &picture->levels[0];
  const int64_t first = (y + plate->aligned_y) * level->stride + x + plate->aligned_x;
  const int form = picture->levels[0].form;
  const int has_tint = !plate->is_encoded && plate->tint_amount != 0;
  scale *= picture->unit;
  if (active == 0xffff && plate->beyond < 0) {
    const float one = scale[0];
    const quad tint = quad_of(plate->tint);
    for (int i = 0; i < LANES; i += 4) {
      texels4 four = one * four_texels(level->texels, first + i, form);
      if (has_tint) {
        const texels4 alpha = __builtin_shufflevector(four, four, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11,
                                                      11, 15, 15, 15, 15);
        four += plate->tint_amount * (alpha * FOUR_TIMES(tint) - four);
      }
      __builtin_memcpy(colours + i, &four, sizeof four);
    }
    return;
  }
  float scales[LANES];
  store_lanes(scale, scales);
  for (; active; active &= active - 1) {
    const int i = __builtin_ctz(active);
    quad colour = scales[i] * one_texel(level->texels, first + i, form);
    if (has_tint) colour = tinted(colour, plate->tint, plate->tint_amount);
    colours[i] = colour;
  }
}
