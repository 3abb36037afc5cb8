// A sheet of any cross-section, for all lanes at once. Twin of SectionSurface.swift, name by name; where
// the twin branches, this computes both branches and picks.
#pragma once

#include "../sky.h"
#include "CurlSections.h"
#include "filter.h"
#include "surface.h"

INLINE int is_front(const struct curl_section_piece *p) {
  return p->root_sign < 0;
}

INLINE lanes out_of_zero(lanes x) {
  return pick(size(x) < 1e-12f, pick(x < 0, all(-1e-12f), all(1e-12f)), x);
}

INLINE lanes arc_of(float k, lanes a, lanes sine, lanes cosine) {
  if (k == 0) return a;
  const lanes angle = roll_angle(size(sine), cosine);
  return pick(sine < 0, -angle, angle) / k;
}

// Where rays through distances `x` on the plane meet a piece, on its first winding; tau stays 0.
OUTLINE struct spot section_meet(const struct curl_frame *f, const struct curl_section_piece *p,
                                 lanes x) {
  const lanes w = f->view_x - f->nearness * x;
  const float c = p->tangent_x, s = p->tangent_y, k = p->curvature;
  const lanes g = x + w * p->middle_y - p->middle_x;
  const lanes half = k * g * w - (c - s * w);
  const lanes rest = g * (k * g + 2 * s);
  const lanes steep = k * (1 + w * w);
  const lanes way = root(most(half * half - steep * rest, all(0))) * p->root_sign;
  lanes rise = -rest / out_of_zero(half + way);
  const whole is_far = ~((steep == 0) | (half * way >= 0));
  if (any(is_far)) rise = pick(is_far, (way - half) / steep, rise);
  const lanes a = c * g + (c * w + s) * rise;
  const lanes b = (c - s * w) * rise - s * g;
  const lanes sine = k * a, cosine = 1 - k * b;
  struct spot at;
  at.sine = s * cosine + c * sine;
  at.cosine = c * cosine - s * sine;
  at.slope = 1 / out_of_zero(at.cosine - at.sine * w);
  at.z = p->middle_y + rise;
  at.x = x + w * at.z;
  at.tau = all(0);
  at.arc = p->arc + arc_of(k, a, sine, cosine);
  at.rise = at.sine * at.slope;
  return at;
}

// Points of a curve of curvature `k` at arc lengths from its middle.
INLINE struct point section_point(float middle_x, float middle_y, float tx, float ty, float k,
                                  lanes length) {
  if (k == 0) return (struct point){middle_x + length * tx, middle_y + length * ty};
  const struct point half = sine_cosine(least(size(k * length) / 2, all(HALF_TURN)));
  const lanes sine = pick((k < 0) ? (length < 0) : ~(length < 0), half.x, -half.x);
  const lanes chord = 2 * pick(length < 0, -half.x, half.x) / size1(k);
  return (struct point){middle_x + chord * (tx * half.y - ty * sine),
                        middle_y + chord * (ty * half.y + tx * sine)};
}

// Spots of a piece at arc lengths of its first winding; tau stays 0.
INLINE struct spot section_spot_at(const struct curl_section_piece *p, lanes arc) {
  const lanes length = arc - p->arc;
  const float c = p->tangent_x, s = p->tangent_y, k = p->curvature;
  const struct point place = section_point(p->middle_x, p->middle_y, c, s, k, length);
  struct spot at = {place.x, all(0), place.y, all(s), all(c), arc, all(1), all(0)};
  if (k == 0) return at;
  const struct point half = sine_cosine(least(size(k * length), all(HALF_TURN)));
  const lanes sine = pick((k < 0) ? (length < 0) : ~(length < 0), half.x, -half.x);
  at.sine = s * half.y + c * sine;
  at.cosine = c * half.y - s * sine;
  return at;
}

// Where rays meet piece `index`, or a piece that continues it.
OUTLINE struct spot run_meet(const struct curl_frame *f, const struct curl_section *section,
                             int32_t index, lanes x) {
  const struct curl_section_piece *p = section->pieces + index;
  struct spot s = section_meet(f, p, x);
  const int32_t on = is_front(p) ? 1 : -1;
  whole is_below = (x < p->low) & -(int32_t)(p->low > p->run_low);
  for (int32_t i = index - on; any(is_below); i -= on) {
    const struct curl_section_piece *q = section->pieces + i;
    s = pick_spot(is_below, section_meet(f, q, x), s);
    is_below &= (x < q->low) & -(int32_t)(q->low > q->run_low);
  }
  whole is_above = (x > p->high) & -(int32_t)(p->high < p->run_high);
  for (int32_t i = index + on; any(is_above); i += on) {
    const struct curl_section_piece *q = section->pieces + i;
    s = pick_spot(is_above, section_meet(f, q, x), s);
    is_above &= (x > q->high) & -(int32_t)(q->high < q->run_high);
  }
  return s;
}

// The spots that taps at `x` with half-extent `half` see of a piece and of the pieces that continue it,
// between two limits on the plane; tau stays 0.
OUTLINE struct spot section_spot(const struct curl_frame *f, const struct curl_section *section,
                                 int32_t index, float limit_low, float limit_high, lanes x,
                                 lanes half) {
  const struct curl_section_piece *p = section->pieces + index;
  const lanes low = between(x - half, all(limit_low), all(limit_high));
  const lanes high = between(x + half, all(limit_low), all(limit_high));
  struct spot s = run_meet(f, section, index, (low + high) / 2);
  const whole is_straight =
      (low >= p->low) & (high <= p->high) & -(int32_t)(p->curvature == 0);
  const lanes share = (high - low) / (2 * half);
  const struct spot straight = {s.x,   s.tau, s.z,           s.sine,
                                s.cosine, s.arc, s.slope * share, s.rise * share};
  if (!any(~is_straight)) return straight;
  const struct spot from = run_meet(f, section, index, low);
  const struct spot to = run_meet(f, section, index, high);
  const lanes bend = s.arc - (from.arc + to.arc) / 2;
  const lanes climb = s.z - (from.z + to.z) / 2;
  const lanes span = to.arc - from.arc;
  const lanes spread = most(size(span) - 0.886f * size(bend), all(0));
  s.arc = (from.arc + to.arc) / 2 + 0.8047f * bend;
  s.z = (from.z + to.z) / 2 + 0.8047f * climb;
  const lanes scale = most(1 - s.z * f->nearness, all(0.05f));
  s.slope = pick(span < 0, -spread, spread) / (2 * half * scale);
  s.rise = s.sine * s.slope;
  return pick_spot(is_straight, straight, s);
}

// Arc length from the first winding to the one that a ray meets `i`-th.
INLINE float winding_arc(const struct curl_section_piece *p, int32_t i) {
  return (float)(p->period < 0 ? p->windings - 1 - i : i) * size1(p->period);
}
