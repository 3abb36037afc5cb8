// The sky's light on the plane and on the front of a half-turn sheet.
#pragma once

#include "CurlSky.h"
#include "lanes.h"

// Twin of Sources/CurlDefinition/Formulas/Light.swift, name by name and in the same order, for all lanes at once;
// where the twin branches, this computes both branches and picks.

#define SKY_COSINE (12.0f / 13)
#define SKY_SINE (5.0f / 13)
#define PI 3.14159265358979f

INLINE lanes held(lanes a, float low, float high) {
  return least(most(a, all(low)), all(high));
}

struct point {
  lanes x, y;
};

INLINE lanes corner_fall(const struct curl_sky *sky, lanes v, float slope, float share) {
  const lanes straight = most(slope * v, v * (-1 / slope));
  if (sky->corner == 0) return straight;
  const lanes d = v + share * (slope - 1);
  const lanes round =
      share * (1 + slope) - root(most(sky->corner * sky->corner - d * d, all(0)));
  return pick((d <= -share) | (d >= share * slope), straight, round);
}

// Sines of the azimuths between which the ruling at `s` is seen from `tau` at distance d: low, high.
INLINE struct point ruling_span(const struct curl_sky *sky, lanes s, lanes tau, lanes d) {
  const float m = sky->slope, k = sky->corner_share;
  const lanes high = sky->top_corner_y - corner_fall(sky, s - sky->top_corner_x, m, k) - tau;
  const lanes low = sky->bottom_corner_y + corner_fall(sky, sky->bottom_corner_x - s, m, k) - tau;
  const lanes top = most(high, low), d2 = d * d + 1e-12f;
  return (struct point){low / root(low * low + d2), top / root(top * top + d2)};
}

INLINE lanes last_arc(const struct curl_sky *sky, lanes tau) {
  return sky->far_corner_x -
         corner_fall(sky, tau - sky->far_corner_y, 1 / sky->slope, sky->corner_share * sky->slope);
}

INLINE lanes first_arc(const struct curl_sky *sky, lanes tau) {
  return sky->near_corner_x +
         corner_fall(sky, sky->near_corner_y - tau, 1 / sky->slope, sky->corner_share * sky->slope);
}

INLINE lanes azimuth_share(lanes sigma) {
  const lanes q = sigma * sigma;
  return sigma * (1.25942414f - q * (0.13587249f + q * 0.12355165f));
}

INLINE lanes caster_arc(const struct curl_sky *sky, lanes z) {
  const lanes y = held(least(z, 2 - z), 0, 1), x = 1 - y;
  const lanes p =
      root(y) * (1.5707288f + x * (-0.2121144f + x * (0.0742610f - x * 0.0187293f)));
  return sky->length_per_radian * pick(z > 1, PI - p, p);
}

// Sine (x) and cosine (y) of an angle in 0…π.
INLINE struct point sine_cosine(lanes angle) {
  const lanes y = angle - PI / 2, u = y * y;
  lanes s = all(2.6051661734527443e-06f);
  s = s * u - 0.00019809046352747828f;
  s = s * u + 0.008333050645887852f;
  s = s * u - 0.16666658222675323f;
  s = s * u + 1.0f;
  lanes c = all(-2.6051077384181553e-07f);
  c = c * u + 2.4760134692769498e-05f;
  c = c * u - 0.0013888360699638724f;
  c = c * u + 0.04166663438081741f;
  c = c * u - 0.5f;
  c = c * u + 1.0f;
  return (struct point){c, -y * s};
}

// The point at arc length `s`: its distance from the caster's axis, and its height.
INLINE struct point sheet_edge(const struct curl_sky *sky, lanes s) {
  const struct point unit = sine_cosine(held(s / sky->length_per_radian, 0, PI));
  return (struct point){sky->radius * unit.x - most(s - sky->roll_length, all(0)),
                        sky->radius * (1 - unit.y)};
}

// Arc lengths at which the sheet's silhouette bends, or the cosines of their elevations.
#define BENDS 5
struct bends {
  lanes at[BENDS];
};

INLINE struct bends bending_arcs(const struct curl_sky *sky, lanes tau) {
  const lanes beside = held(tau, sky->bottom_corner_y, sky->top_corner_y);
  const float top = sky->top_corner_x, bottom = sky->bottom_corner_x;
  return (struct bends){{all(sky->near_corner_x), first_arc(sky, beside),
                         all(top < bottom ? top : bottom), last_arc(sky, beside),
                         all(sky->furthest_arc)}};
}

INLINE lanes first_bend(const struct bends *bends) {
  lanes first = bends->at[0];
  for (int i = 1; i < BENDS; i++) first = most(first, bends->at[i]);
  return first;
}

// The next elevation above that of `from`; `end` if that comes first.
INLINE lanes next_bend(const struct bends *bends, lanes from, lanes end) {
  lanes next = end;
  for (int i = 0; i < BENDS; i++)
    next = most(next, pick(bends->at[i] < from - 1e-5f, bends->at[i], end));
  return next;
}

INLINE lanes elevation_cosine(lanes x, struct point point) {
  const lanes d = x - point.x;
  return d / root(d * d + point.y * point.y + 1e-20f);
}

INLINE lanes silhouette_cosine(const struct curl_sky *sky, lanes x, struct point point,
                               lanes roll_cosine) {
  return pick(1 - point.y / sky->radius <= -roll_cosine, roll_cosine, elevation_cosine(x, point));
}

// The azimuths hidden at one elevation, by the first and the second crossing of a ray with the sheet.
INLINE lanes azimuths_from_base(const struct curl_sky *sky, lanes x, lanes tau, lanes c) {
  const float r = sky->radius, part = 1 / r;
  const lanes sine = root(most(1 - c * c, all(1e-12f))), to_flap = 2 * r / sine;
  const lanes chord_middle = x * c + r * sine;
  const lanes second_distance =
      chord_middle + root(most(chord_middle * chord_middle - x * x, all(0)));
  const lanes first_distance = x * x / second_distance;
  const struct point first_span =
      ruling_span(sky, caster_arc(sky, first_distance * sine * part), tau, first_distance);
  const lanes flap_x = x - to_flap * c;
  const whole flap = flap_x < 0;
  const struct point second_span = ruling_span(
      sky, pick(flap, sky->roll_length - flap_x, caster_arc(sky, second_distance * sine * part)),
      tau, pick(flap, to_flap, second_distance));
  const lanes overlap = azimuth_share(least(first_span.y, second_span.y)) -
                        azimuth_share(most(first_span.x, second_span.x));
  return azimuth_share(first_span.y) - azimuth_share(first_span.x) + azimuth_share(second_span.y) -
         azimuth_share(second_span.x) - most(overlap, all(0));
}

// A spot of the front: its point on the caster, its tangent's sine and cosine, its place along the rulings.
struct sky_spot {
  lanes x, y, sine, cosine, tau;
};

INLINE lanes azimuths_from_front(const struct curl_sky *sky, const struct sky_spot *at, lanes c) {
  const float r = sky->radius;
  const lanes slant = root(most(1 - c * c, all(0)));
  const lanes cosine = c * at->cosine - slant * at->sine;
  const lanes sine = most(slant * at->cosine + c * at->sine, all(0.3f));
  const lanes to_flap = (2 * r - at->y) / sine;
  const lanes flap_x = at->x + to_flap * cosine;
  const whole flap = flap_x < 0;
  lanes arc = sky->roll_length - flap_x, distance = to_flap;
  if (any(~flap)) {
    const lanes chord_middle = (r - at->y) * sine - at->x * cosine;
    const lanes power = pick(at->sine > 0, all(0), at->x * at->x);
    const lanes to_roll =
        chord_middle + root(most(chord_middle * chord_middle - power, all(0)));
    arc = pick(flap, arc, caster_arc(sky, (at->y + to_roll * sine) * (1 / r)));
    distance = pick(flap, to_flap, to_roll);
  }
  const struct point span = ruling_span(sky, arc, at->tau, distance);
  return azimuth_share(span.y) - azimuth_share(span.x);
}

// The sky hidden from the lowest elevation at which the silhouette bends up to that of `end`: from a spot of
// the front or, where that is null, from the base.
INLINE lanes hidden_sky(const struct curl_sky *sky, const struct sky_spot *front, lanes x, lanes tau,
                        const struct bends *bends, lanes end) {
  lanes hidden = all(0), from = first_bend(bends);
  for (int i = 0; i < BENDS; i++) {
    const lanes to = next_bend(bends, from, end), half = (from - to) / 2;
    const whole none = from - to < 1e-5f;
    if (!any(~none)) break;
    const lanes node = half * 0.57735027f, middle = (from + to) / 2;
    const lanes sum = front ? azimuths_from_front(sky, front, middle + node) +
                                  azimuths_from_front(sky, front, middle - node)
                            : azimuths_from_base(sky, x, tau, middle + node) +
                                  azimuths_from_base(sky, x, tau, middle - node);
    hidden += pick(none, all(0), half * sum);
    from = to;
  }
  return hidden;
}

INLINE lanes sky_over_base(const struct curl_sky *sky, lanes distance, lanes tau) {
  const float r = sky->radius;
  const lanes x = most(distance - sky->axis_x, all(1e-4f * r));
  const lanes roll_cosine = (x * x - r * r) / (x * x + r * r);
  const whole open = roll_cosine >= SKY_COSINE;
  if (!any(~open)) return all(1);
  const struct point furthest = {all(sky->furthest_point_x), all(sky->furthest_point_y)};
  const lanes end =
      held(silhouette_cosine(sky, x, furthest, roll_cosine), -SKY_COSINE, SKY_COSINE);
  struct bends bends = bending_arcs(sky, tau);
  for (int i = 0; i < BENDS; i++) {
    const whole lifted = bends.at[i] > 0;
    lanes seen = all(SKY_COSINE);
    if (any(lifted)) {
      const lanes at = elevation_cosine(x, sheet_edge(sky, bends.at[i]));
      seen = pick(lifted, least(most(at, end), seen), seen);
    }
    bends.at[i] = seen;
  }
  const lanes hidden = hidden_sky(sky, 0, x, tau, &bends, end);
  return pick(open, all(1), held(1 - hidden / (4 * SKY_COSINE), 0, 1));
}

INLINE lanes seen_from(const struct curl_sky *sky, const struct sky_spot *at, lanes x, lanes y,
                       lanes low, lanes high) {
  const lanes dx = x - at->x, dy = y - at->y, length = root(dx * dx + dy * dy);
  const lanes seen = (dx * at->cosine + dy * at->sine) / most(length, all(1e-20f));
  return pick(length <= 1e-5f * sky->radius, low, least(most(seen, high), low));
}

INLINE lanes sky_over_front(const struct curl_sky *sky, const struct sky_spot *at) {
  const lanes sine = at->sine, rise = at->cosine;
  const lanes bent = arctangent(sine, size(rise));
  const lanes angle = pick(rise < 0, PI - bent, bent);
  const lanes low =
      pick(rise > SKY_COSINE, SKY_COSINE * rise + SKY_SINE * sine, all(1));
  const lanes high = least(SKY_SINE * sine - SKY_COSINE * rise, low);
  const lanes arc = angle * sky->length_per_radian;
  struct bends bends = bending_arcs(sky, at->tau);
  for (int i = 0; i < BENDS; i++) {
    const whole ahead = bends.at[i] > arc;
    lanes seen = low;
    if (any(ahead)) {
      const struct point edge = sheet_edge(sky, bends.at[i]);
      seen = pick(ahead, seen_from(sky, at, edge.x, edge.y, low, high), low);
    }
    bends.at[i] = seen;
  }
  const lanes hidden = hidden_sky(sky, at, at->x, at->tau, &bends, bends.at[BENDS - 1]);
  return held((2 * (low - high) - hidden) / (4 * SKY_COSINE), 0, 1);
}
