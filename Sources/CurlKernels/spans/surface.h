// A half-turn sheet in cross-section, and the share of a tap within an outline, for all lanes at once. Twin
// of Surface.swift and Taps.swift, name by name; where they branch, this computes both branches and picks.
#pragma once

#include "../sky.h"
#include "CurlSpans.h"

#define HALF_TURN 3.14159265358979f

INLINE lanes between(lanes v, lanes low, lanes high) {
  return least(most(v, low), high);
}

INLINE lanes roll_angle(lanes sine, lanes cosine) {
  const lanes angle = arctangent(sine, size(cosine));
  return pick(cosine >= 0, angle, HALF_TURN - angle);
}

// The smallest integers ≥ v, for v ≥ 0.
INLINE whole ceiling(lanes v) {
  const whole i = __builtin_convertvector(v, whole);
  return i - (__builtin_convertvector(i, lanes) < v);
}

// Sine (x) and cosine (y) of the angle between the sheet's upper side and the page, as light sees it.
INLINE struct point eased_roll(const struct curl_frame *f, lanes arc) {
  const lanes u = (arc - HALF_TURN / 2 * f->radius) / f->eased_radius;
  const lanes left = most(HALF_TURN / 2 + 1 - u, all(0)) / 2;
  const lanes lean = pick(u < HALF_TURN / 2 - 1, HALF_TURN / 2 - u, left * left);
  return sine_cosine(between(lean, all(0), all(HALF_TURN)));
}

// A point of the sheet where a ray meets it.
struct spot {
  lanes x, tau, z, sine, cosine, arc, slope, rise;
};

struct tilt {
  lanes x, y;
};

INLINE struct tilt view_tilt(const struct curl_frame *f, lanes x, lanes tau) {
  return (struct tilt){f->view_x - f->nearness * x, f->view_y - f->nearness * tau};
}

INLINE lanes up_to(const struct curl_skin *skin, lanes x) {
  return least(x, all(skin->silhouette));
}

INLINE lanes chord_square(const struct curl_frame *f, const struct curl_skin *skin, lanes x,
                          lanes w) {
  const lanes slanted = skin->radius * root(1 + w * w), offset = w * f->radius + x;
  return (slanted - offset) * (slanted + offset);
}

INLINE lanes held_chord(lanes square, const struct curl_skin *skin, lanes half) {
  return root(most(most(square, skin->chord_slope * half / 2), all(1e-12f)));
}

// The same, if `chord` is already the square's root.
INLINE lanes chord_around(lanes square, lanes chord, const struct curl_skin *skin, lanes half) {
  // It is held near the silhouette alone.
  const lanes least_square = most(skin->chord_slope * half / 2, all(1e-12f));
  return any(square < least_square) ? root(most(square, least_square)) : chord;
}

INLINE struct spot roll_spot(const struct curl_frame *f, const struct curl_skin *skin, lanes tau,
                             struct tilt w, lanes place_x, lanes place_y, lanes chord) {
  const float thick = skin->radius > 1e-12f ? skin->radius : 1e-12f, thin = 1 / thick;
  const lanes part = 1 / chord;
  struct spot s;
  s.x = most(place_x, all(0));
  s.z = f->radius - place_y;
  s.sine = s.x * thin;
  s.cosine = place_y * thin;
  s.tau = tau + s.z * w.y;
  s.arc = f->radius * roll_angle(s.x, place_y);
  s.slope = f->radius * part;
  s.rise = s.sine * skin->radius * part;
  return s;
}

INLINE struct spot pick_spot(whole mask, struct spot a, struct spot b) {
  return (struct spot){pick(mask, a.x, b.x),           pick(mask, a.tau, b.tau),
                       pick(mask, a.z, b.z),           pick(mask, a.sine, b.sine),
                       pick(mask, a.cosine, b.cosine), pick(mask, a.arc, b.arc),
                       pick(mask, a.slope, b.slope),   pick(mask, a.rise, b.rise)};
}

INLINE struct spot upper_spot(const struct curl_frame *f, const struct curl_skin *skin, lanes x,
                              lanes tau, lanes half) {
  const struct tilt w = view_tilt(f, x, tau);
  const float flap = f->radius + skin->radius;
  const lanes beyond = x + flap * w.x;
  const whole is_flap = beyond <= 0;
  const struct spot flat = {
      beyond, tau + flap * w.y, all(flap), all(0), all(-1), HALF_TURN * f->radius - beyond,
      all(-1), all(0)};
  if (!any(~is_flap)) return flat;
  const lanes square = chord_square(f, skin, x, w.x);
  const lanes chord = root(most(square, all(0)));
  const lanes offset = w.x * f->radius + x, shorter = 1 / (1 + w.x * w.x);
  const struct spot bent = roll_spot(
      f, skin, tau, w, (offset + w.x * chord) * shorter, (w.x * offset - chord) * shorter,
      -chord_around(square, chord, skin, half));
  return any(is_flap) ? pick_spot(is_flap, flat, bent) : bent;
}

INLINE struct spot lower_spot(const struct curl_frame *f, const struct curl_skin *skin, lanes x,
                              lanes tau, lanes half) {
  const whole is_flat = x <= 0;
  const struct spot flat = {x, tau, all(0), all(0), all(1), x, all(1), all(0)};
  if (!any(~is_flat)) return flat;
  const struct tilt w = view_tilt(f, x, tau);
  const lanes square = chord_square(f, skin, x, w.x);
  const lanes chord = root(most(square, all(0)));
  const lanes offset = w.x * f->radius + x;
  const lanes beyond = x * x + (f->radius - skin->radius) * (f->radius + skin->radius);
  const lanes z = beyond / most(f->radius - x * w.x + chord, all(1e-12f));
  const whole is_straight = w.x == 0;
  const lanes place_x = pick(is_straight, offset, x + z * w.x);
  const lanes place_y = pick(is_straight, chord, f->radius - z);
  const struct spot bent =
      roll_spot(f, skin, tau, w, place_x, place_y, chord_around(square, chord, skin, half));
  const whole is_below = place_y > f->radius;
  struct spot s = bent;
  if (any(is_below)) {
    const lanes distance = x * x + f->radius * f->radius, length = root(distance);
    const struct spot ground = {x,
                                tau,
                                all(0),
                                x / length,
                                f->radius / length,
                                f->radius * roll_angle(x, all(f->radius)),
                                f->radius * f->radius / distance,
                                all(0)};
    s = pick_spot(is_below, ground, bent);
  }
  return any(is_flat) ? pick_spot(is_flat, flat, s) : s;
}

INLINE struct spot tap_spot(const struct curl_frame *f, const struct curl_skin *skin, lanes x,
                            lanes tau, lanes half, int is_upper) {
  const whole is_cut = ~(x + half <= skin->silhouette);
  const lanes low = pick(is_cut, least(x - half, all(skin->silhouette)), x);
  struct spot s = is_upper ? upper_spot(f, skin, low, tau, half) : lower_spot(f, skin, low, tau, half);
  if (!any(is_cut)) return s;
  const struct tilt w = view_tilt(f, all(skin->silhouette), tau);
  const lanes top = f->radius * roll_angle(all(1), w.x);
  const lanes peak = f->radius - skin->radius * w.x / root(1 + w.x * w.x);
  const lanes thinning = least(f->radius / (2 * half), all(1));
  const lanes span = size(s.arc - top), mean = 0.5f + thinning / 6;
  struct spot cut = s;
  cut.arc = top + (s.arc - top) * mean;
  cut.z = peak + (s.z - peak) * mean;
  cut.tau = tau + cut.z * w.y;
  const lanes scale = 1 - cut.z * f->nearness;
  const lanes slope = span * (1 - 0.1835034f * thinning) / (2 * half * scale);
  cut.slope = is_upper ? -slope : slope;
  cut.rise = cut.sine * cut.slope;
  return pick_spot(is_cut, cut, s);
}

// The sheet's front straight over a point of the plane.
INLINE struct spot front_over(const struct curl_frame *f, lanes x, lanes tau) {
  const float r = f->radius;
  const float thin = r > 1e-30f ? r : 1e-30f;
  const lanes held = least(x, all(r));
  const whole is_flat = held <= 0;
  struct spot s = {held, tau, all(0), all(0), all(1), held, all(1), all(0)};
  if (!any(~is_flat)) return s;
  const lanes sine = held / thin;
  const lanes cosine = root(most((r - held) * (r + held), all(0))) / thin;
  s.sine = pick(is_flat, s.sine, sine);
  s.cosine = pick(is_flat, s.cosine, cosine);
  s.z = pick(is_flat, s.z, r * (1 - cosine));
  s.arc = pick(is_flat, s.arc, r * roll_angle(sine, cosine));
  return s;
}

INLINE lanes stretch_around(const struct curl_frame *f, lanes x, lanes half) {
  const lanes at = least(x, all(f->outer.silhouette));
  const lanes w = f->view_x - f->nearness * at;
  const whole is_flat = (at <= 0) & (at + (f->radius + f->outer.radius) * w <= 0);
  if (!any(~is_flat)) return all(1);
  const lanes square = chord_square(f, &f->outer, at, w);
  const lanes stretch = most(f->outer.radius / held_chord(square, &f->outer, half), all(1));
  return pick(is_flat, all(1), stretch);
}

INLINE lanes half_plane_coverage(lanes d, lanes a, lanes b) {
  const lanes far = (a + b) / 2, rest = far - size(d);
  if (!any(d < far)) return all(1);
  const lanes corner = rest * rest / (2 * a * b);
  const lanes bevel = pick(d > 0, 1 - corner, corner);
  const lanes side = pick(size(d) <= size(a - b) / 2, 0.5f + d / most(a, b), bevel);
  return pick(d >= far, all(1), pick(d <= -far, all(0), side));
}

// One side of the sheet at one tap of a pixel: the page point, and how far the page's x and y change
// along the tap's two sides, page pixels.
struct footprint {
  lanes x, y, dx_x, dx_y, dy_x, dy_y;
};

INLINE struct footprint footprint_of(const struct curl_frame *f, const struct spot *s,
                                     struct tilt w, lanes box_x, lanes box_y) {
  const float nx = f->normal_x, ny = f->normal_y, tx = -ny, ty = nx;
  const lanes scale = 1 - s->z * f->nearness;
  const lanes across = scale * s->slope, bend = w.y * s->rise;
  const lanes across_x = across * nx * box_x, across_y = across * ny * box_y;
  const lanes along_x = scale * (tx * box_x + bend * nx * box_x);
  const lanes along_y = scale * (ty * box_y + bend * ny * box_y);
  return (struct footprint){f->fold_x + s->arc * nx + s->tau * tx,
                            f->fold_y + s->arc * ny + s->tau * ty,
                            nx * across_x + tx * along_x,
                            nx * across_y + tx * along_y,
                            ny * across_x + ty * along_x,
                            ny * across_y + ty * along_y};
}

INLINE lanes extent_x(const struct footprint *at) {
  return root(at->dx_x * at->dx_x + at->dx_y * at->dx_y);
}

INLINE lanes extent_y(const struct footprint *at) {
  return root(at->dy_x * at->dy_x + at->dy_y * at->dy_y);
}

INLINE lanes corner_coverage(const struct footprint *at, float page_x, float page_y,
                             float corner) {
  const lanes side_x = at->x - page_x / 2, side_y = at->y - page_y / 2;
  const lanes out_x = size(side_x) - (page_x / 2 - corner);
  const lanes out_y = size(side_y) - (page_y / 2 - corner);
  const lanes widest =
      most(size(at->dx_x) + size(at->dx_y), size(at->dy_x) + size(at->dy_y));
  const whole is_off = (out_x <= 0) | (out_y <= 0) | (2 * corner <= widest);
  if (!any(~is_off)) return all(1);
  const lanes length = most(root(out_x * out_x + out_y * out_y), all(1e-30f));
  const lanes nx = pick(side_x < 0, -out_x, out_x) / length;
  const lanes ny = pick(side_y < 0, -out_y, out_y) / length;
  const lanes share = half_plane_coverage(corner - length, size(nx * at->dx_x + ny * at->dy_x),
                                          size(nx * at->dx_y + ny * at->dy_y));
  return pick(is_off, all(1), share);
}

INLINE lanes outline_coverage(const struct footprint *at, float page_x, float page_y,
                              float corner) {
  const lanes ax = size(at->dx_x), bx = size(at->dx_y), ay = size(at->dy_x), by = size(at->dy_y);
  const lanes far_x = (ax + bx) / 2, far_y = (ay + by) / 2;
  const lanes end_x = page_x - at->x, end_y = page_y - at->y;
  // Most taps lie within the page.
  const whole inside =
      (at->x >= far_x) & (end_x >= far_x) & (at->y >= far_y) & (end_y >= far_y);
  if (corner == 0 && !any(~inside)) return all(1);
  const lanes across =
      half_plane_coverage(at->x, ax, bx) + half_plane_coverage(end_x, ax, bx) - 1;
  const lanes down = half_plane_coverage(at->y, ay, by) + half_plane_coverage(end_y, ay, by) - 1;
  const lanes square = most(across, all(0)) * most(down, all(0));
  if (corner == 0) return square;
  return pick(square == 0, square, least(square, corner_coverage(at, page_x, page_y, corner)));
}
