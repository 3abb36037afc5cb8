// Light on each side of a half-turn sheet and on the plane. Twin of FramePainter+Light.swift.
#pragma once

#include "../sky.h"
#include "filter.h"
#include "key.h"
#include "surface.h"

// The lost share of all light, from the lost shares of the sky and of the key light.
INLINE lanes lost_light(const struct curl_frame *f, lanes sky, lanes key) {
  return sky + f->key_share * (key - sky);
}

// The front's mean alpha around arc length `s`, over a box `width` page pixels larger than a pixel.
INLINE lanes caster_alpha(const struct curl_frame *f, lanes s, lanes tau, float width,
                          whole wanted) {
  if (f->front.is_opaque) return all(f->opacity);
  const lanes x = f->fold_x + s * f->normal_x - tau * f->normal_y;
  const lanes y = f->fold_y + s * f->normal_y + tau * f->normal_x;
  const lanes seen = mean_alpha(&f->front, x, y, all(f->step_x + width), all(f->step_y + width), wanted);
  return pick(wanted, f->opacity * seen, all(0));
}

// The sheet's alpha at the silhouette that is seen from points of the plane beyond the fold.
INLINE lanes silhouette_alpha(const struct curl_frame *f, lanes x, lanes tau, whole wanted) {
  const struct curl_sky *sky = &f->sky;
  if (f->front.is_opaque) return all(f->opacity);
  const lanes angle = 2 * arctangent(most(x - sky->axis_x, all(0)), all(sky->radius));
  const lanes arc = least(angle * sky->length_per_radian, last_arc(sky, tau) - sky->radius / 2);
  return caster_alpha(f, arc, tau, sky->radius / 2, wanted);
}

// The alpha of the part of the sheet above its own front.
INLINE lanes overhead_alpha(const struct curl_frame *f, lanes x, lanes tau, whole wanted) {
  const struct curl_sky *sky = &f->sky;
  if (f->front.is_opaque) return all(f->opacity);
  const lanes arc =
      least(sky->roll_length - (x - sky->axis_x), last_arc(sky, tau) - sky->radius / 2);
  return caster_alpha(f, arc, tau, 2 * sky->radius, wanted);
}

// The caster's spot that belongs to a spot of the front.
INLINE struct sky_spot caster_spot(const struct curl_frame *f, const struct spot *s) {
  const struct curl_sky *sky = &f->sky;
  const whole flat = (s->sine == 0) & (s->cosine > 0);
  struct sky_spot at;
  at.sine = s->sine;
  at.cosine = s->cosine;
  at.x = pick(flat, least(s->x - sky->axis_x, all(0)), sky->radius * s->sine);
  at.y = pick(flat, all(0), sky->radius * (1 - s->cosine));
  at.tau = s->tau;
  return at;
}

// Light left on spots of the sheet's front, 0…1, where wanted.
OUTLINE lanes front_light_on(const struct curl_frame *f, const struct spot *s, whole wanted) {
  if (!f->is_lit || !f->is_lifted) return all(1);
  const whole active = wanted & (s->x >= f->sky.front_limit);
  if (!any(active)) return all(1);
  const struct sky_spot at = caster_spot(f, s);
  lanes sky = 1 - sky_over_front(&f->sky, &at);
  const whole dark = active & (sky > 0);
  if (any(dark)) sky = pick(dark, sky * overhead_alpha(f, s->x, s->tau, dark), sky);
  lanes light;
  if (f->key_share == 0) {
    light = 1 - f->shadow_amount * sky;
  } else {
    const lanes facing = key_facing(f, -s->sine, s->cosine);
    lanes seen = most(facing, all(0));
    if (any(active & (facing > 0))) seen = seen * (1 - key_hidden_from_front(f, &at));
    const lanes lost = lost_light(f, sky, 1 - seen);
    light = pick(lost == 0, all(1), 1 - f->shadow_amount * lost);
  }
  return pick(active, light, all(1));
}

// Light left on the page plane, 0…1, where wanted.
OUTLINE lanes base_light_at(const struct curl_frame *f, lanes x, lanes tau, whole wanted) {
  if (!f->is_lit || !f->is_lifted) return all(1);
  const whole before = x <= 0;
  lanes light = all(1);
  if (any(wanted & before)) {
    const struct spot s = front_over(f, least(x, all(0)), tau);
    light = pick(before, front_light_on(f, &s, wanted & before), light);
  }
  whole beyond = wanted & ~before;
  if (!any(beyond)) return light;
  const float half = (size1(f->normal_x) * f->step_x + size1(f->normal_y) * f->step_y) / 2;
  const lanes at = pick(beyond, x, all(1));
  const lanes sky = 1 - sky_over_base(&f->sky, at, tau);
  const lanes key = f->key_share > 0 ? key_hidden_from_base(f, at, tau, half) : all(0);
  beyond &= (sky != 0) | (key != 0);
  if (!any(beyond)) return light;
  const lanes alpha = silhouette_alpha(f, at, tau, beyond);
  lanes plane = 1 - f->shadow_amount * lost_light(f, sky * alpha, key);
  // Through a translucent sheet both sides of the fold are seen: the page's light must meet there.
  const float length = f->radius / 2 > 1e-12f ? f->radius / 2 : 1e-12f;
  const lanes near = at / length;
  const whole meets = beyond & (alpha != 1) & (near < 1);
  if (any(meets)) {
    const struct spot s = front_over(f, all(0), tau);
    const lanes front = front_light_on(f, &s, meets);
    const lanes ramp = near * near * (3 - 2 * near);
    plane = pick(meets, plane + (1 - alpha) * (1 - ramp) * (front - plane), plane);
  }
  return pick(beyond, plane, light);
}

// The share of the sky that a surface sees; its normal points `rise` upwards and `lean` sideways.
INLINE lanes open_sky(lanes rise, lanes lean) {
  const lanes part = (1 + SKY_COSINE * rise - SKY_SINE * lean) / (2 * SKY_COSINE);
  return pick(rise >= SKY_COSINE, rise, pick(rise <= -SKY_COSINE, all(0), part));
}

// The share of light that a back reflects like a mirror; its normal points `rise` upwards.
INLINE lanes sheen_of(const struct curl_frame *f, lanes rise) {
  const lanes up = most(rise, all(0)) * most(rise, all(0));
  return f->sheen * (6.75f * (1 - up) * up * up);
}

// What spots of the sheet's back show of their own colour, and the white that they add.
struct back_tone {
  lanes light, white;
};

INLINE struct back_tone back_tone_on(const struct curl_frame *f, struct point eased) {
  if (!f->is_lit) return (struct back_tone){all(1), all(0)};
  const lanes lean = eased.x, rise = eased.y;
  const lanes sky = least(open_sky(rise, lean) + f->bounce * (1 - rise) / 2, all(1));
  const lanes key = f->key_share > 0 ? key_facing(f, lean, rise) : all(1);
  const lanes light = 1 - f->shading * lost_light(f, 1 - sky, 1 - key);
  const lanes sheen = sheen_of(f, rise);
  return (struct back_tone){light * (1 - sheen), light * sheen};
}

// Light on the paper's cut edge.
INLINE lanes edge_light_on(const struct curl_frame *f, const struct spot *s) {
  if (!f->is_lit) return all(1);
  return 1 - f->shading * (1 - open_sky(s->sine, size(s->cosine)));
}
