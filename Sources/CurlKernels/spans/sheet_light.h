// Light on the plane and on the front of a half-turn sheet, from its fields if it has a cache.
#pragma once

#include "sheet_cache.h"
#include "sheet_span.h"

// Light left on spots of the front, 0…1, where wanted.
INLINE lanes front_light(const struct curl_frame *f, struct curl_sheet_cache *cache,
                         const struct spot *s, whole wanted) {
  if (!f->is_lit || !f->is_lifted) return all(1);
  if (!cache || !cache->is_smooth) return front_light_on(f, s, wanted);
  // In the roll of a sharp fold, light turns within few pixels of the frame.
  const whole bent = f->radius > 4 * cache->least ? wanted & 0 : wanted & (s->cosine < 1);
  const whole active = wanted & ~bent & (s->x >= f->sky.front_limit);
  lanes light = all(1);
  if (any(bent)) light = front_light_on(f, s, bent);
  if (!any(active)) return light;
  lanes found;
  field_light(f, NULL, &cache->front, &active, &s->arc, &s->tau, &found);
  return pick(active, found, light);
}

// Light left on the plane beyond the fold, 0…1, where wanted.
INLINE lanes base_light(const struct curl_frame *f, struct curl_sheet_cache *cache, lanes x, lanes tau,
                        whole wanted) {
  if (!f->is_lit || !f->is_lifted) return all(1);
  if (!cache || !cache->is_smooth) return base_light_at(f, x, tau, wanted);
  const whole active = wanted & (x < plane_limit(f));
  if (!any(active)) return all(1);
  lanes found;
  field_light(f, NULL, &cache->plane, &active, &x, &tau, &found);
  return pick(active, found, all(1));
}

// Light on the flat front under a block's pixels, where these are drawn and lie before the fold.
INLINE lanes flat_light_of(struct sheet_span *span, int block) {
  if (!span->has_flat[block]) {
    span->has_flat[block] = 1;
    const whole wanted = mask_of(span->drawn[block]) & (span->at_x[block] <= 0);
    const struct spot s = front_over(span->f, least(span->at_x[block], all(0)), span->at_tau[block]);
    span->flat[block] = front_light(span->f, span->cache, &s, wanted);
  }
  return span->flat[block];
}

// Light on spots of the front in a block's pixels, where wanted.
INLINE lanes front_light_of(struct sheet_span *span, int block, const struct spot *s, whole wanted) {
  const whole is_here = (s->arc == span->at_x[block]) & (s->tau == span->at_tau[block]);
  const whole is_flat = wanted & is_here & (s->arc <= 0);
  const whole rest = wanted & ~is_flat;
  lanes light = all(1);
  if (any(is_flat)) light = pick(is_flat, flat_light_of(span, block), light);
  if (any(rest)) light = pick(rest, front_light(span->f, span->cache, s, rest), light);
  return light;
}
