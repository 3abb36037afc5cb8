// Plates: a pixel's taps in lanes, their ink in quads. Twin of PlatePainter.swift, name by name.
//
// Most pixels lie within the plate and have 2 × 2 taps. They are painted sixteen at a time, all taps of a
// pixel in one block of texels. Pixels within the plate that have more taps are painted in groups of 2 × 2
// taps, sixteen groups at a time. All others, at edges and close to the eye, are painted tap by tap,
// sixteen taps at a time.
#pragma once

#include <stddef.h>

#include "colour.h"
#include "filter.h"
#include "ink.h"
#include "surface.h"
#include "texels.h"

// The greatest third component of the inverse map that is drawn: `1 / Plate.nearest` in Swift.
#define PLATE_FARTHEST 10.0f
// `Plate.leastRest` in Swift.
#define PLATE_LEAST_REST (1.0f / 1024)
// Greatest relative change of the distance from the eye within a pixel whose taps are painted at once.
#define PLATE_MOST_BEND 0.01f
// Greatest width of a tap of a group, texels.
#define PLATE_WIDEST 1.5f

// How pixels within the plate are painted, all taps at once.
enum plate_form {
  // Not at once, only tap by tap.
  PLATE_GENERAL,
  PLATE_COLOUR,
  PLATE_RAMP,
  // A picture; its texels, copied; a picture that shines through an opaque face; a colour or ramp cut to a
  // picture's alpha.
  PLATE_PICTURE,
  PLATE_COPY,
  PLATE_SHINING,
  PLATE_CUT,
};

INLINE enum plate_form plate_form(const struct curl_plate *plate) {
  const struct curl_source *paper = &plate->paper, *through = &plate->through;
  const int is_opaque = paper->kind == CURL_SOURCE_PICTURE
                            ? paper->picture.is_opaque
                            : paper->kind == CURL_SOURCE_COLOUR && paper->colour[3] == 1;
  if (plate->cut.kind) {
    return plate->cut.kind == CURL_SOURCE_PICTURE && paper->kind != CURL_SOURCE_PICTURE &&
                   !through->kind && !plate->beneath.kind
               ? PLATE_CUT
               : PLATE_GENERAL;
  }
  if (plate->beneath.kind && !is_opaque) return PLATE_GENERAL;
  if (through->kind) {
    return is_opaque && through->kind == CURL_SOURCE_PICTURE && through->picture.is_opaque
               ? PLATE_SHINING
               : PLATE_GENERAL;
  }
  switch (paper->kind) {
  case CURL_SOURCE_COLOUR: return PLATE_COLOUR;
  case CURL_SOURCE_GRADIENT: return PLATE_RAMP;
  case CURL_SOURCE_PICTURE:
    return plate->is_aligned && paper->flip == CURL_FLIP_NONE && paper->picture.scale_x == 1 &&
                   paper->picture.scale_y == 1 && paper->picture.offset_x == 0 &&
                   paper->picture.offset_y == 0 && paper->picture.width == plate->page_x &&
                   paper->picture.height == plate->page_y
               ? PLATE_COPY
               : PLATE_PICTURE;
  default: return PLATE_GENERAL;
  }
}

// Values of a plate that are computed once per span.
struct plate_state {
  enum plate_form form;
  int is_flat, has_seam, has_groups;
  float step_x, step_y, narrow, qy;
  // Greatest change of the inverse map's third component within a pixel.
  float bend;
  // The plate's sides in this row: `slope` times a pixel's x on the plane, plus `rest`, is negative more
  // than a pixel beyond a side.
  float slope[4], rest[4];
};

INLINE struct plate_state plate_state(const struct curl_frame *common,
                                      const struct curl_plate *plate, int32_t y) {
  const float *m = plate->inverse;
  struct plate_state state = {
      .form = plate_form(plate),
      .is_flat = m[6] == 0 && m[7] == 0 && m[8] == 1,
      .has_seam = plate->seam[0] != 0 || plate->seam[1] != 0,
      .step_x = common->step_x,
      .step_y = common->step_y,
      .narrow = most1(1, least1(common->step_x, common->step_y)),
      .qy = common->origin_y + ((float)y + 0.5f) * common->step_y,
      .bend = __builtin_fabsf(m[6] * common->step_x) + __builtin_fabsf(m[7] * common->step_y),
  };
  const struct curl_source *shown = plate->cut.kind ? &plate->cut : &plate->paper;
  state.has_groups = !plate->is_moved &&
                     (shown->kind != CURL_SOURCE_PICTURE ||
                      state.narrow * most1(shown->picture.scale_x, shown->picture.scale_y) <=
                          PLATE_WIDEST);
  for (int i = 0; i < 4; i++) {
    const float *row = m + (i & 2 ? 3 : 0), sign = i & 1 ? -1 : 1;
    const float side = i == 0 ? plate->low_x : i == 1 ? plate->high_x : i == 2 ? plate->low_y
                                                                              : plate->high_y;
    const float x = sign * (row[0] - side * m[6]), y_slope = sign * (row[1] - side * m[7]);
    state.slope[i] = x;
    state.rest[i] = y_slope * state.qy + sign * (row[2] - side * m[8]) +
                    __builtin_fabsf(x) * state.step_x + __builtin_fabsf(y_slope) * state.step_y;
  }
  return state;
}

// A footprint, and the third component of the inverse map there.
struct plate_tap {
  struct footprint foot;
  lanes w;
};

INLINE struct plate_tap plate_footprint(const struct curl_plate *plate, lanes qx, lanes qy,
                                        lanes box_x, lanes box_y) {
  const float *m = plate->inverse;
  const lanes w = m[6] * qx + m[7] * qy + m[8];
  const lanes px = (m[0] * qx + m[1] * qy + m[2]) / w, py = (m[3] * qx + m[4] * qy + m[5]) / w;
  return (struct plate_tap){{px, py, (m[0] - px * m[6]) / w * box_x, (m[1] - px * m[7]) / w * box_y,
                             (m[3] - py * m[6]) / w * box_x, (m[4] - py * m[7]) / w * box_y},
                            w};
}

// Whether a footprint lies before the eye and reaches the plate.
INLINE whole is_near(const struct curl_plate *plate, const struct plate_tap *tap) {
  const struct footprint *at = &tap->foot;
  const lanes half_x = (size(at->dx_x) + size(at->dx_y)) / 2;
  const lanes half_y = (size(at->dy_x) + size(at->dy_y)) / 2;
  return (tap->w > 0) & (tap->w <= PLATE_FARTHEST) & (at->x + half_x > plate->low_x) &
         (at->y + half_y > plate->low_y) & (at->x - half_x < plate->high_x) &
         (at->y - half_y < plate->high_y);
}

INLINE lanes plate_share(const struct curl_plate *plate, const struct footprint *at) {
  struct footprint inner = *at;
  inner.x = at->x - plate->low_x;
  inner.y = at->y - plate->low_y;
  const lanes square =
      outline_coverage(&inner, plate->high_x - plate->low_x, plate->high_y - plate->low_y, 0);
  if (plate->corner_radius == 0) return square;
  return pick(square == 0, square,
              least(square, corner_coverage(at, plate->page_x, plate->page_y,
                                            plate->corner_radius)));
}

// The number of taps of a pixel along one side.
INLINE whole tap_count(lanes stretch) {
  const whole count = ceiling(pick(stretch < 32, stretch, all(32)));
  return __builtin_elementwise_max(count, (whole){0} + 2);
}

// Page points of up to four taps, and the sides of their boxes there.
struct plate_taps {
  lanes x[4], y[4], extent_x[4], extent_y[4];
};

// The ends of a tap's box along one axis, texels; if `is_cut`, clipped to the plate, `low`…`high`.
INLINE void box_ends(lanes at, lanes extent, int is_cut, float low, float high, int is_flipped,
                     float page, int is_scaled, float scale, float offset, lanes *from, lanes *to) {
  // Round as PlatePainter and boxMean do.
  const lanes half = extent / 2;
  lanes first = at - half, last = at + half;
  if (is_cut) {
    first = most(first, all(low));
    last = least(last, all(high));
  }
  lanes middle = (first + last) / 2, side = last - first;
  if (is_cut) side = most(side, all(0));
  if (is_flipped) middle = page - middle;
  if (is_scaled) {
    middle = middle * scale + offset;
    side *= scale;
  }
  *from = middle - side / 2;
  *to = middle + side / 2;
}

// Weighted sums of a picture's means over taps; returns the pixels that are done.
INLINE uint32_t tap_means(const struct curl_plate *plate, const struct curl_source *source,
                          const struct plate_taps *taps, int count, int is_cut,
                          const lanes *weights, uint32_t active, quad *means) {
  const struct curl_picture *picture = &source->picture;
  const int is_scaled = picture->scale_x != 1 || picture->scale_y != 1 || picture->offset_x != 0 ||
                        picture->offset_y != 0;
  struct tap_boxes boxes;
  for (int t = 0; t < count; t++) {
    box_ends(taps->x[t], taps->extent_x[t], is_cut, plate->low_x, plate->high_x,
             source->flip == CURL_FLIP_ACROSS, plate->page_x, is_scaled, picture->scale_x,
             picture->offset_x, &boxes.low_x[t], &boxes.high_x[t]);
    box_ends(taps->y[t], taps->extent_y[t], is_cut, plate->low_y, plate->high_y,
             source->flip == CURL_FLIP_OVER, plate->page_y, is_scaled, picture->scale_y,
             picture->offset_y, &boxes.low_y[t], &boxes.high_y[t]);
    boxes.weight[t] = weights[t] * picture->unit;
  }
  return block_means(picture, &boxes, count, active, means);
}

// The position of taps along a ramp, 0…1.
INLINE lanes along_ramp(const struct curl_source *ramp, lanes x, lanes y) {
  return between((x - ramp->origin_x) * ramp->along_x + (y - ramp->origin_y) * ramp->along_y, all(0),
                 all(1));
}

// Paper, then show-through, then tint; `beneath` is seen where these are transparent.
INLINE quad plate_ink(const struct curl_plate *plate, quad paper, quad cut, quad through,
                      quad beneath) {
  quad colour = paper;
  if (plate->cut.kind) colour *= cut[3];
  if (plate->through.kind) {
    colour = shining(colour, through, plate->cut.kind != 0, plate->show_through);
  }
  if (!plate->is_encoded) colour = tinted(colour, plate->tint, plate->tint_amount);
  if (plate->beneath.kind) colour += (1 - colour[3]) * plate->beneath_share * beneath;
  return colour;
}

// Mixes a tint in encoded values into a sum of taps, if the plate has such a tint.
INLINE quad in_encoded_values(const struct curl_plate *plate, const struct curl_tables *tables,
                              quad sum) {
  if (!plate->has_encoded_tint || !(sum[3] > 0)) return sum;
  quad whole = sum / sum[3];
  whole[3] = 1;
  return sum[3] * composite_encoded(tables, plate->tint_amount * quad_of(plate->tint), whole);
}

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
  const struct curl_source *paper = &plate->paper;
  float totals[LANES], along[LANES];
  lanes total = weights[0], ramps[4], ramp = all(0);
  for (int t = 1; t < count; t++) total += weights[t];
  store_lanes(total, totals);
  if (paper->kind == CURL_SOURCE_GRADIENT) {
    for (int t = 0; t < count; t++) {
      ramps[t] = weights[t] * along_ramp(paper, taps->x[t], taps->y[t]);
      ramp += ramps[t];
    }
    store_lanes(ramp, along);
  }
  const int has_tint = !plate->is_encoded && plate->tint_amount != 0;
  if (active == 0xffff && !has_tint && (form == PLATE_COLOUR || form == PLATE_RAMP)) {
    const quad colour = quad_of(paper->colour), change = quad_of(paper->change);
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
  if (form == PLATE_PICTURE) sources[0] = paper;
  if (form == PLATE_SHINING) {
    if (paper->kind == CURL_SOURCE_PICTURE) sources[0] = paper;
    sources[1] = &plate->through;
  }
  if (form == PLATE_CUT) {
    sources[0] = &plate->cut;
    if (paper->kind == CURL_SOURCE_GRADIENT) sources[1] = &plate->cut;
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
      colour = totals[i] * quad_of(paper->colour) + along[i] * quad_of(paper->change);
      break;
    case PLATE_SHINING:
      colour = sources[0] ? means[0][i] : totals[i] * quad_of(paper->colour);
      // Both faces are opaque: they have the same shape.
      colour = shining(colour, means[1][i], 1, plate->show_through);
      break;
    case PLATE_CUT:
      colour = means[0][i][3] * quad_of(paper->colour);
      if (sources[1]) colour += means[1][i][3] * quad_of(paper->change);
      break;
    default: colour = totals[i] * quad_of(paper->colour);
    }
    if (has_tint) colour = tinted(colour, plate->tint, plate->tint_amount);
    colours[i] = colour;
  }
  return active;
}

// Copies texels that are the frame's pixels.
INLINE void copy_texels(const struct curl_plate *plate, uint32_t active, int32_t x, int32_t y,
                        lanes scale, quad *colours) {
  const struct curl_picture *picture = &plate->paper.picture;
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
  if (!plate->is_moved) {
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
    const struct curl_source *sources[4] = {&plate->paper, &plate->cut, &plate->through,
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
      if (!plate->is_moved) {
        const lanes wide = at.xx * at.xx + at.yx * at.yx, high = at.xy * at.xy + at.yy * at.yy;
        once &= bits((wide * (step_x * step_x) <= widest) & (high * (step_y * step_y) <= widest));
      }
      if (once) {
        struct plate_taps taps;
        if (state.form == PLATE_COPY) {
          copy_texels(plate, once, x + first, y, scale, to);
        } else if (plate->is_moved) {
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
