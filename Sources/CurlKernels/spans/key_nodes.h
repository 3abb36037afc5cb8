// Whether nodes of a cell show the key light's edges in it: the edges are wide enough, or far enough away. A
// cell is a range of places across the fold and of places along it, page pixels.
#pragma once

#include "light.h"

INLINE float half_extent(const struct curl_frame *f) {
  return (size1(f->normal_x) * f->step_x + size1(f->normal_y) * f->step_y) / 2;
}

// Sample points of a cell: 3 distances from the fold × 3 slices; all other lanes repeat the first.
#define CELL_COLUMNS (lanes){0, 0.5f, 1, 0, 0.5f, 1, 0, 0.5f, 1}
#define CELL_SLICES (lanes){0, 0, 0, 0.5f, 0.5f, 0.5f, 1, 1, 1}
#define CELL_MIDDLE (CELL_COLUMNS == 0.5f)

struct range {
  float low, high;
};

INLINE struct range range_of(lanes low, lanes high, whole used) {
  return (struct range){__builtin_reduce_min(pick(used, low, all(1e30f))),
                        __builtin_reduce_max(pick(used, high, all(-1e30f)))};
}

// Whether the range that the disc sees from a cell is at most twice the range that it sees from the cell's
// middle: the cell's nodes then show a penumbra between them.
INLINE int is_wide(lanes low, lanes high) {
  const struct range cell = range_of(low, high, low == low);
  const struct range middle = range_of(low, high, CELL_MIDDLE);
  return cell.high - cell.low <= 2 * (middle.high - middle.low);
}

// Whether a cell's nodes show the shadow of the sheet's outline in the cell, for one crossing of its rays
// with the sheet. The cell reaches `along` to both sides of `tau`.
INLINE int nodes_show_outline(const struct curl_frame *f, struct ray_hit hit, lanes half_angle,
                              float tau, float along) {
  const lanes least_skew = slice_skew(f, half_angle, all(0), all(1), 0);
  const lanes most_skew = slice_skew(f, half_angle, all(0), all(1), 1);
  struct view view = disc_view(f, all(tau), hit, hit, least_skew, most_skew);
  const float beside_x = size1(f->normal_y) * along, beside_y = size1(f->normal_x) * along;
  const lanes beyond_x = pick(CELL_MIDDLE, all(0), all(beside_x));
  const lanes beyond_y = pick(CELL_MIDDLE, all(0), all(beside_y));
  view.left -= beyond_x;
  view.right += beyond_x;
  view.top -= beyond_y;
  view.bottom += beyond_y;
  const struct range x = range_of(view.left, view.right, half_angle == half_angle);
  const struct range y = range_of(view.top, view.bottom, half_angle == half_angle);
  const struct view cell = {all(x.low), all(x.high), all(y.low), all(y.high)};
  if (any(sees_none(f, &cell))) return 1;
  // A translucent front's shadow varies with its picture, not only at the outline.
  if (!f->front.is_opaque) return 0;
  if (any(sees_all(f, &cell))) return 1;
  const float corner = f->corner_radius;
  const int is_beside_x = x.low < corner || x.high > f->page_x - corner;
  const int is_beside_y = y.low < corner || y.high > f->page_y - corner;
  return (!is_beside_x || is_wide(view.left, view.right)) &&
         (!is_beside_y || is_wide(view.top, view.bottom));
}

// Whether values, limited to −1…1, differ so little in a cell that its nodes show the values between them.
INLINE int nodes_show_turn(lanes v) {
  const struct range r = range_of(v, v, v == v);
  return r.high - r.low <= 1;
}

INLINE int nodes_show_key_on_base(const struct curl_frame *f, lanes place, float tau, float along) {
  const struct curl_sky *caster = &f->sky;
  const lanes x = most(place - caster->axis_x, all(1e-4f * caster->radius));
  const struct base_disc disc = disc_from_base(f, x, half_extent(f));
  if (!any(disc.silhouette_height > -1)) return 1;
  if (!nodes_show_turn(disc.silhouette_height)) return 0;
  const lanes height = -1 + (disc.silhouette_height + 1) * CELL_SLICES;
  const struct slice_edge edge = slice_edge_at(f, &f->key_base, disc.half_angle, height);
  return nodes_show_outline(f, first_from_base(caster, x, &edge), disc.half_angle, tau, along) &&
         nodes_show_outline(f, second_from_base(caster, x, &edge), disc.half_angle, tau, along);
}

INLINE int nodes_show_key_on_front(const struct curl_frame *f, const struct spot *s, float tau,
                                   float along) {
  const struct sky_spot at = caster_spot(f, s);
  if (any(s->arc > 0)) {
    const lanes sine = f->key_z * s->cosine - f->key_x * s->sine;
    const lanes above = held(sine / f->key_half_angle, -1, 1);
    if (!any(above > -1)) return 1;
    if (!nodes_show_turn(above)) return 0;
  }
  const lanes half_angle = all(f->key_front.half_angle), height = -1 + 2 * CELL_SLICES;
  const struct slice_edge edge = slice_edge_at(f, &f->key_front, half_angle, height);
  return nodes_show_outline(f, hit_from_front(&f->sky, &at, &edge), half_angle, tau, along);
}
