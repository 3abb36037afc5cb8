// Light on a sheet of any cross-section and on the plane beneath, for all lanes at once. Twin of
// SectionLight.swift and SectionPainter+Light.swift, name by name.
#pragma once

#include "light.h"
#include "section_surface.h"

// The most windings of one curve that cast a shadow.
#define SHADOW_WINDINGS 8

// Points that receive light; `arc` lies within the first winding. `sheet_cosine`, where the sheet goes on ahead:
// 1 on the front, −1 on the back, 0 on the plane; the same for all lanes.
struct receiver {
  lanes x, z, tangent_x, tangent_y, tau, arc;
  int sheet_cosine;
};

// The least and the greatest of the values that were added.
struct hidden_range {
  lanes low, high;
};

INLINE void extend(struct hidden_range *e, whole mask, lanes c) {
  e->low = pick(mask & (c < e->low), c, e->low);
  e->high = pick(mask & (c > e->high), c, e->high);
}

// Lanes whose point of the sheet lies on a curve.
INLINE whole holds(const struct curl_section_curve *c, const struct receiver *at) {
  return (at->arc >= c->begin) & (at->arc <= c->end) & -(int32_t)(at->sheet_cosine != 0);
}

// The cosine c of directions; for those below the tangent `sheet`, that of the sheet itself.
INLINE lanes receiver_cosine(const struct receiver *at, lanes dx, lanes dy, float sheet) {
  const lanes length = root(dx * dx + dy * dy);
  const lanes up = dy * at->tangent_x - dx * at->tangent_y;
  const whole is_sheet = (length < 1e-9f) | ((up <= 0) & -(int32_t)(at->sheet_cosine != 0));
  return pick(is_sheet, all(sheet), (dx * at->tangent_x + dy * at->tangent_y) / length);
}

INLINE lanes curve_cosine(const struct receiver *at, const struct curl_section_curve *c, lanes s,
                          float sheet) {
  // Back to the first winding: round up, whatever the sign.
  const lanes v = (s - c->begin) / c->period - 1e-4f;
  const whole i = __builtin_convertvector(v, whole);
  const whole up = i - (__builtin_convertvector(i, lanes) < v);
  const lanes first = s - c->period * most(__builtin_convertvector(up, lanes) - 1, all(0));
  const struct point p = section_point(c->middle_x, c->middle_y, c->tangent_x, c->tangent_y,
                                       c->curvature, first - c->arc);
  return receiver_cosine(at, p.x - at->x, p.y - at->z, sheet);
}

// The least and the greatest cosine c that the sheet covers between two arc lengths; none if the least is
// greater. Of receivers on the sheet, one of them is their own, and `sheet` is c of the paper that begins there.
OUTLINE void sky_hidden_range(const struct curl_section *section, const struct receiver *at,
                              const lanes *first, const lanes *last, float sheet,
                              struct hidden_range *found) {
  *found = sheet == 0 ? (struct hidden_range){all(2), all(-2)}
                      : (struct hidden_range){all(sheet), all(sheet)};
  for (int32_t i = 0; i < section->curve_count; i++) {
    const struct curl_section_curve *c = section->curves + i;
    const lanes from = most(*first, all(c->begin)), to = least(*last, all(c->end));
    whole others = to > from;
    if (!any(others)) continue;
    const float k = c->curvature;
    const whole own = others & holds(c, at);
    if (any(own)) {
      // The ray to a point of the circle stands at half the angle to that point.
      if (k * (float)at->sheet_cosine > 0) {
        const lanes half = size1(k) * (to - from) / 2;
        extend(found, own, sheet * sine_cosine(least(half, all(HALF_TURN))).y);
      }
      others &= ~own;
      if (!any(others)) continue;
    }
    extend(found, others, curve_cosine(at, c, from, sheet));
    extend(found, others, curve_cosine(at, c, to, sheet));
    if (k == 0) continue;
    const whole is_whole = (to - from >= c->period * 0.9999f) & -(int32_t)(c->windings > 1);
    const lanes x = c->centre_x - at->x, z = c->centre_y - at->z;
    const lanes away = x * x + z * z, square = away - c->radius * c->radius;
    const whole is_seen = others & (square > 1e-6f * away);
    if (!any(is_seen)) continue;
    const lanes sine = c->radius / root(away), cosine = root(most(square, all(0)) / away);
    for (int side = 0; side < 2; side++) {
      const lanes signed_sine = side == 0 ? sine : -sine;
      const lanes touch_x = cosine * (x * cosine - z * signed_sine);
      const lanes touch_z = cosine * (z * cosine + x * signed_sine);
      const lanes dx = touch_x + at->x - c->middle_x, dz = touch_z + at->z - c->middle_y;
      const lanes a = dx * c->tangent_x + dz * c->tangent_y;
      const lanes b = dx * c->normal_x + dz * c->normal_y;
      lanes s = c->arc + arc_of(k, a, k * a, 1 - k * b);
      if (c->windings > 1) s = pick(s < from, s + c->period, s);
      extend(found, is_seen & (is_whole | ((s >= from) & (s <= to))),
             receiver_cosine(at, touch_x, touch_z, sheet));
    }
  }
}

// The values of c between which the sheet covers the plane's sky or, over points of the sheet, leaves it open;
// nothing if the first is greater.
OUTLINE void sky_ends(const struct curl_section *section, const struct receiver *at,
                      const lanes *first, const lanes *last, struct hidden_range *ends) {
  const float sheet = (float)at->sheet_cosine;
  if (sheet == 0) {
    sky_hidden_range(section, at, first, last, sheet, ends);
    return;
  }
  struct hidden_range behind, ahead;
  sky_hidden_range(section, at, first, &at->arc, -sheet, &behind);
  sky_hidden_range(section, at, &at->arc, last, sheet, &ahead);
  ends->low = sheet > 0 ? behind.high : ahead.high;
  ends->high = sheet > 0 ? ahead.low : behind.low;
}

// The sheet's mean alpha around places, as seen from distances.
INLINE lanes sheet_alpha(const struct curl_frame *f, whole mask, lanes s, lanes tau,
                         lanes distance) {
  if (f->front.is_opaque) return all(f->opacity);
  const lanes x = f->fold_x + s * f->normal_x + tau * -f->normal_y;
  const lanes y = f->fold_y + s * f->normal_y + tau * f->normal_x;
  const lanes wide = f->step_x + distance / 4, high = f->step_y + distance / 4;
  return f->opacity * mean_alpha(&f->front, x, y, wide, high, mask);
}

// The azimuths hidden so far at one elevation: the sines of their ends, their width, the share of their
// light that got through, and the hidden amount.
struct met {
  lanes low, high, width, open, covered;
};

// The azimuths of a span that are hidden already.
INLINE lanes met_again(const struct met *met, struct point span) {
  const lanes both =
      azimuth_share(least(span.y, met->high)) - azimuth_share(most(span.x, met->low));
  return pick(met->low < met->high, most(both, all(0)), all(0));
}

// The azimuths that the sheet hides at one elevation, 0…2. Lowers `finest` to the least side of the boxes
// of alpha that it reads.
OUTLINE void sky_cover(const struct curl_frame *f, const struct curl_section *section,
                       const struct receiver *at, const lanes *elevation, lanes *covered,
                       lanes *finest) {
  const struct curl_sky *outline = &f->sky;
  const lanes c = *elevation, sine = root(most(1 - c * c, all(0)));
  const lanes ray_x = c * at->tangent_x - sine * at->tangent_y;
  const lanes ray_z = c * at->tangent_y + sine * at->tangent_x;
  struct met met = {all(2), all(-2), all(0), all(0), all(0)};
  const float end = outline->far_corner_x;
  const int is_translucent = !f->front.is_opaque || f->opacity < 1;
  // The furthest places met so far. Where two curves join, both may find the same one.
  lanes reached = all(-1e30f);
  for (int32_t i = 0; i < section->curve_count; i++) {
    const struct curl_section_curve *curve = section->curves + i;
    const float margin = 1e-4f * curve->half_extent;
    const lanes before = reached + margin;
    const float k = curve->curvature;
    // No ray goes back to its own line, or from outside to its own circle.
    const whole is_own = holds(curve, at);
    const whole is_free = ~is_own | -(int32_t)(k * (float)at->sheet_cosine > 0);
    // Nearer crossings are the receiver's own place.
    const lanes nearest =
        at->sheet_cosine == 0 ? all(0) : pick(is_own, all(1e-3f / size1(k)), all(2 * margin));
    // Whether a translucent sheet ends on this arc: rays then also cross what would follow.
    const int is_open = is_translucent && k != 0 && curve->end > end - 0.01f;
    const float least_cosine = is_open ? -2 : curve->least_cosine;
    const float counted = is_open && curve->windings > 1
                              ? least1(curve->windings + 1, SHADOW_WINDINGS)
                              : curve->counted;
    const lanes dx = at->x - curve->middle_x, dz = at->z - curve->middle_y;
    const lanes a0 = dx * curve->tangent_x + dz * curve->tangent_y;
    const lanes b0 = dx * curve->normal_x + dz * curve->normal_y;
    const lanes a1 = ray_x * curve->tangent_x + ray_z * curve->tangent_y;
    const lanes b1 = ray_x * curve->normal_x + ray_z * curve->normal_y;
    const lanes half = k * (a0 * a1 + b0 * b1) - b1;
    const lanes rest = k * (a0 * a0 + b0 * b0) - 2 * b0;
    const lanes square = half * half - k * rest;
    const whole is_met = is_free & (square > 0);
    if (!any(is_met)) continue;
    const lanes way = root(most(square, all(0)));
    const lanes sum = pick(half < 0, half - way, half + way);
    for (int side = 0; side < (k == 0 ? 1 : 2); side++) {
      const lanes distance = side == 0 ? -rest / out_of_zero(sum) : -sum / k;
      const lanes a = a0 + distance * a1, b = b0 + distance * b1;
      whole is_on = is_met & (distance > nearest) & ~(1 - k * b < least_cosine);
      if (!any(is_on)) continue;
      lanes s = curve->arc + arc_of(k, a, k * a, 1 - k * b);
      // How far before the sheet's end a crossing's mean no longer lies on the sheet as a whole.
      const lanes reach = is_open ? distance / 2 : all(0);
      is_on &= ~((curve->arc - s > curve->half_extent) |
                 (s - curve->arc > curve->half_extent + reach));
      for (float winding = 0; winding < counted; winding++) {
        is_on &= s < end + 1 + reach;
        if (!any(is_on)) break;
        whole is_hit = is_on & (s > before);
        if (any(is_hit)) {
          reached = pick(is_hit, most(reached, s + margin), reached);
          const lanes far = distance * section->shadow_scale;
          const struct point span = ruling_span(outline, s, at->tau, far);
          const lanes share = most(azimuth_share(span.y) - azimuth_share(span.x), all(0));
          const lanes hard = met_again(&met, span);
          const lanes newly_hidden = most(share - hard, all(0));
          lanes again = hard, place = s;
          const whole is_soft = (s + reach > end) & (reach > 0);
          if (any(is_hit & is_soft)) {
            const lanes part = most(least((end - s) / distance + 0.5f, all(1)), all(0));
            place = pick(is_soft, (s - reach + end) / 2, s);
            again = pick(is_soft, part * met_again(&met, ruling_span(outline, place, at->tau, far)),
                         hard);
          }
          is_hit &= newly_hidden + again > 0;
          const lanes alpha = sheet_alpha(f, is_hit, place, at->tau, distance);
          if (!f->front.is_opaque) {
            const lanes side = least1(f->step_x, f->step_y) + distance / 4;
            *finest = pick(is_hit & (side < *finest), side, *finest);
          }
          const lanes through =
              met.open * (met.width - again * alpha) + newly_hidden * (1 - alpha);
          const lanes width = met.width + newly_hidden;
          met.covered =
              pick(is_hit, met.covered + (newly_hidden + met.open * again) * alpha, met.covered);
          met.width = pick(is_hit, width, met.width);
          met.open = pick(is_hit, most(through, all(0)) / width, met.open);
          is_hit &= share > 0;
          met.low = pick(is_hit, least(met.low, span.x), met.low);
          met.high = pick(is_hit, most(met.high, span.y), met.high);
        }
        s += curve->period;
      }
    }
  }
  *covered = met.covered;
}

// The amount of sky that the sheet hides from receivers between two values of c; 4 cos e0 is all of it.
OUTLINE void sky_hidden(const struct curl_frame *f, const struct curl_section *section,
                        const struct receiver *at, const lanes *low, const lanes *high,
                        lanes *hidden, lanes *finest) {
  const struct curl_sky *outline = &f->sky;
  const int is_plane = at->sheet_cosine == 0;
  const lanes first = all(outline->near_corner_x), last = all(outline->far_corner_x);
  struct hidden_range sheet, own;
  *hidden = all(0);
  sky_ends(section, at, &first, &last, &sheet);
  // On the plane the range itself, on the sheet from the first covered value to the last.
  const lanes from = between(sheet.low, *low, *high), to = between(sheet.high, *low, *high);
  const lanes bottom = is_plane ? from : pick(sheet.low > *low, *low, to);
  const lanes top = is_plane ? to : pick(sheet.high < *high, *high, from);
  const whole is_none = (sheet.low > sheet.high) & -(int32_t)is_plane;
  const whole is_hidden = ~(is_none | (top - bottom < 1e-5f));
  if (!any(is_hidden)) return;
  const lanes own_first = most(first_arc(outline, at->tau), first), own_last = last_arc(outline, at->tau);
  sky_ends(section, at, &own_first, &own_last, &own);
  // Beside the page's ends the sheet isn't in the receiver's cross-section; use three equal parts. In a roll, what
  // lies ahead and what lies behind may overlap.
  const lanes third = (top - bottom) / 3;
  const whole is_beside = (own.low > own.high) & -(int32_t)is_plane;
  const lanes lower = between(least(own.low, own.high), bottom, top);
  const lanes upper = between(most(own.low, own.high), bottom, top);
  const lanes ends[4] = {bottom, pick(is_beside, bottom + third, lower),
                         pick(is_beside, top - third, upper), top};
  for (int i = 0; i < 3; i++) {
    const lanes part_low = ends[i], part_high = ends[i + 1];
    const whole is_part = is_hidden & ~(part_high - part_low < 1e-5f);
    if (!any(is_part)) continue;
    const lanes middle = (part_low + part_high) / 2, half = (part_high - part_low) / 2;
    const lanes node = half * 0.77459667f;
    const lanes places[3] = {middle - node, middle + node, middle};
    lanes covers[3];
    for (int j = 0; j < 3; j++) {
      sky_cover(f, section, at, &places[j], &covers[j], finest);
    }
    const lanes part = half * ((covers[0] + covers[1]) * 5 + covers[2] * 8) / 9;
    *hidden += pick(is_part, part, all(0));
  }
}

// A distance from the fold, moved out of the contact.
INLINE lanes out_of_contact(const struct curl_section *section, lanes x) {
  const lanes away = x - section->contact;
  const lanes reach = all(section->contact_reach);
  return pick(size(away) < reach, section->contact + pick(away > 0, reach, -reach), x);
}

// Light left on the page plane, 0…1.
INLINE lanes plane_light(const struct curl_frame *f, const struct curl_section *section, lanes x,
                         lanes tau, lanes *finest) {
  if (!f->is_lit || section->curve_count == 0) return all(1);
  const struct receiver at = {out_of_contact(section, x / most1(section->shadow_scale, 1e-3f)),
                              all(0),
                              all(1),
                              all(0),
                              tau,
                              all(0),
                              0};
  const lanes low = all(-SKY_COSINE), high = all(SKY_COSINE);
  lanes hidden;
  sky_hidden(f, section, &at, &low, &high, &hidden, finest);
  const lanes sky = least(hidden / (4 * SKY_COSINE), all(1));
  return pick(hidden <= 0, all(1), 1 - f->shadow_amount * (1 - f->key_share) * sky);
}

// Light left on one side of the sheet, 0…1.
INLINE lanes side_light(const struct curl_frame *f, const struct curl_section *section,
                        const struct spot *spot, int front, lanes *finest) {
  if (!f->is_lit) return all(1);
  const lanes sine = front ? spot->sine : -spot->sine;
  const lanes cosine = front ? spot->cosine : -spot->cosine;
  const whole is_plane = (sine == 0) & (cosine > 0) & (spot->z < 1e-3f);
  lanes plane = all(1);
  if (any(is_plane)) {
    plane = plane_light(f, section, spot->x, spot->tau, finest);
    if (!any(~is_plane)) return plane;
  }
  lanes open = open_sky(cosine, size(sine)), shadow = all(0);
  if (front ? section->shades_front : section->shades_back) {
    const lanes low = pick((sine < 0) | (cosine > SKY_COSINE),
                           SKY_COSINE * cosine + SKY_SINE * sine, all(1));
    const lanes high = pick((sine > 0) | (cosine > SKY_COSINE),
                            SKY_SINE * sine - SKY_COSINE * cosine, all(-1));
    const whole is_open = (low > high) & (open > 0);
    if (any(is_open)) {
      const struct receiver at = {spot->x,   spot->z,   cosine,        sine,
                                  spot->tau, spot->arc, front ? 1 : -1};
      lanes hidden;
      sky_hidden(f, section, &at, &high, &low, &hidden, finest);
      shadow = pick(is_open, between(hidden / (4 * SKY_COSINE), all(0), open), shadow);
    }
  } else {
    open = least(open + f->bounce * (1 - cosine) / 2, all(1));
  }
  const lanes lost = f->shading * (1 - open) + f->shadow_amount * shadow;
  lanes light = 1 - least(lost, all(1));
  if (f->key_share != 0) {
    const lanes key = f->shading * (1 - key_facing(f, -sine, cosine));
    light = 1 - least(lost + f->key_share * (key - lost), all(1));
  }
  return pick(is_plane, plane, light);
}
