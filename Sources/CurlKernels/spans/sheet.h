// A half-turn sheet over the next page over the background, in a span of pixels. Twin of
// FramePainter.swift.
//
// A pixel shows the page plane alone, the flat sheet alone, or is cut into taps. The taps of all pixels of
// a span queue up and are drawn LANES at a time.
#pragma once

#include "sheet_ground.h"
#include "sheet_span.h"
#include "sheet_taps.h"

INLINE quad glossed_quad(const struct curl_frame *f, quad colour, float glint) {
  const quad white = {colour[3], colour[3], colour[3], colour[3]};
  return colour + f->gloss * glint * (white - colour);
}

// Lights the upper side in all pixels of a block.
INLINE void light_upper(const quad *upper, struct back_tone back, quad *out) {
  light_all(upper, back.light, out);
  for (int i = 0; i < LANES; i++) {
    const float white = back.white[i] * upper[i][3];
    out[i] += (quad){white, white, white, 0};
  }
}

// Lights the colours that a block's taps have seen, and composites them over the plane.
OUTLINE void finish_taps(struct sheet_span *span, int block, quad *out) {
  const struct curl_frame *f = span->f;
  const lanes x = span->at_x[block], tau = span->at_tau[block], half = all(span->half_x);
  const uint32_t taps = span->taps[block];
  uint32_t uppers = 0, edges = 0, lowers = 0, open = 0;
  for (uint32_t rest = taps; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest), at = block * LANES + i;
    const quad upper = span->upper[at] *= span->weight[at];
    // Nothing is seen behind an opaque upper side.
    if (upper[3] >= LEAST_OPAQUE && !f->is_thick) {
      span->lower[at] = span->edge[at] = (quad){0};
      uppers |= 1u << i;
      continue;
    }
    const quad lower = span->lower[at] *= span->weight[at];
    const quad edge = span->edge[at] *= span->weight[at];
    uppers |= (uint32_t)(upper[3] > 0) << i;
    edges |= (uint32_t)(edge[3] > 0) << i;
    lowers |= (uint32_t)(lower[3] > 0 || is_set(span->level, at)) << i;
    open |= (uint32_t)(upper[3] + edge[3] < LEAST_OPAQUE) << i;
  }
  const int has_gloss = f->is_lit && f->gloss > 0;
  if (uppers | edges) {
    const struct spot above = upper_spot(f, &f->outer, up_to(&f->outer, x), tau, half);
    const struct point eased = eased_roll(f, above.arc);
    const struct back_tone back = back_tone_on(f, eased);
    // Nothing is open: the upper side hides all else.
    if (taps == 0xffff && !open && !f->is_thick && !has_gloss && f->sides != CURL_LOWER) {
      light_upper(span->upper + block * LANES, back, out + block * LANES);
      return;
    }
    const lanes edge = edges ? edge_light_on(f, &above) : all(1);
    const lanes glint = has_gloss ? key_glint(f, x, tau, eased.x, eased.y) : all(0);
    for (uint32_t rest = uppers; rest; rest &= rest - 1) {
      const int i = __builtin_ctz(rest), at = block * LANES + i;
      const float white = back.white[i] * span->upper[at][3];
      span->upper[at] = lit_quad(span->upper[at], back.light[i]) + (quad){white, white, white, 0};
      if (has_gloss) span->upper[at] = glossed_quad(f, span->upper[at], glint[i]);
    }
    for (uint32_t rest = edges; rest; rest &= rest - 1) {
      const int i = __builtin_ctz(rest), at = block * LANES + i;
      span->edge[at] = lit_quad(span->edge[at], edge[i]);
    }
  }
  lanes front = all(1), glint = all(0), near = all(0);
  lowers &= f->sides == CURL_UPPER ? 0 : open;
  if (lowers) {
    const struct spot below = lower_spot(f, &f->inner, up_to(&f->inner, x), tau, half);
    const whole has_lower = mask_of(lowers);
    front = front_light_of(span, block, &below, has_lower);
    if (has_gloss) {
      glint = key_glint(f, x, tau, -below.sine, below.cosine);
      if (any(has_lower & (glint != 0))) {
        const struct sky_spot at = caster_spot(f, &below);
        glint = glint * (1 - key_hidden_from_front(f, &at));
      }
    }
    const lanes away_x = (page_x_of(f, below.arc, below.tau) - span->qx[block]) / f->step_x;
    const lanes away_y = (page_y_of(f, below.arc, below.tau) - span->qy) / f->step_y;
    near = most(1 - root(away_x * away_x + away_y * away_y), all(0));
  }
  for (uint32_t rest = taps; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest), at = block * LANES + i;
    const quad above = span->upper[at] + span->edge[at];
    if (f->sides == CURL_UPPER) {
      out[at] = above;
      continue;
    }
    if (is_set(span->level, at)) {
      const quad sheet = f->sides == CURL_LOWER ? (quad){0} : above;
      if (sheet[3] >= LEAST_OPAQUE) {
        out[at] = sheet;
        continue;
      }
      quad flat = lit_quad(flat_front_of(span, at), front[i]);
      if (has_gloss) flat = glossed_quad(f, flat, glint[i]);
      const int is_full = flat[3] >= LEAST_OPAQUE && span->page[block][i] >= 1;
      out[at] = composite_quad(sheet, is_full ? flat : ground_of(span, at, flat, 0));
      continue;
    }
    quad lower = span->lower[at];
    if (lower[3] > 0) {
      lower = lit_quad(lower, front[i]);
      if (has_gloss) lower = glossed_quad(f, lower, glint[i]);
    }
    // Drawn by itself, the lower side gets back the share that the upper side, drawn over it later, covers.
    if (f->sides == CURL_LOWER) {
      out[at] = above[3] < 1 ? lower / (1 - above[3]) : (quad){0};
      continue;
    }
    const quad sheet = above + lower;
    if (sheet[3] >= LEAST_OPAQUE) {
      out[at] = sheet;
      continue;
    }
    // A hardly lifted sheet still ends where the page ends, and covers nothing beside it.
    const float free = 1 - above[3];
    const float taken = least1(near[i] * lower[3] / most1(free, 1e-6f), 0.999f);
    out[at] = composite_quad(sheet, ground_of(span, at, (quad){0}, taken));
  }
}

// Draws the pixels of a block that show only the plane.
INLINE void paint_base(struct sheet_span *span, int block, quad *out) {
  const struct curl_frame *f = span->f;
  uint32_t rest = span->bases[block];
  if (f->base == CURL_NEXT && f->next.is_opaque) {
    uint32_t inside = rest & bits(span->page[block] >= 1);
    rest &= ~inside;
    if (inside == 0xffff) {
      base_light_of(span, block * LANES);
      next_of(span, block * LANES);
      return light_all(span->next + block * LANES, span->base[block], out + block * LANES);
    }
    for (; inside; inside &= inside - 1) {
      const int at = block * LANES + __builtin_ctz(inside);
      out[at] = lit_quad(next_of(span, at), base_light_of(span, at));
    }
  }
  if (rest == 0xffff && is_even(span, block)) {
    __builtin_memset(out + block * LANES, 0, LANES * sizeof *out);
    return ground_all(span, block, out + block * LANES);
  }
  for (; rest; rest &= rest - 1) {
    const int at = block * LANES + __builtin_ctz(rest);
    out[at] = ground_of(span, at, (quad){0}, 0);
  }
}

// Whether all colours of a block are opaque.
INLINE int are_opaque(const quad *colours) {
  float alpha = 1;
  for (int i = 0; i < LANES; i++) alpha = least1(alpha, colours[i][3]);
  return alpha >= LEAST_OPAQUE;
}

// Draws the flat sheet of a block over the plane.
INLINE void paint_flat(struct sheet_span *span, int block, quad *out) {
  const struct curl_frame *f = span->f;
  const uint32_t flats = span->flats[block];
  lanes front = all(1);
  if (f->sides != CURL_UPPER) {
    const struct spot s = front_over(f, span->at_x[block], span->at_tau[block]);
    front = front_light_of(span, block, &s, mask_of(flats));
  }
  const int is_opaque = f->front.is_opaque && f->opacity == 1;
  const int is_whole = flats == 0xffff && bits(span->page[block] >= 1) == 0xffff;
  if (is_whole && f->sides != CURL_UPPER && (is_opaque || is_even(span, block))) {
    flat_front_of(span, block * LANES);
    light_all(span->front + block * LANES, front, out + block * LANES);
    if (is_opaque || (f->opacity == 1 && are_opaque(span->front + block * LANES))) return;
    for (int i = block * LANES; i < (block + 1) * LANES; i++) out[i] *= f->opacity;
    return ground_all(span, block, out + block * LANES);
  }
  for (uint32_t rest = flats; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest), at = block * LANES + i;
    if (f->sides == CURL_UPPER) {
      out[at] = (quad){0};
      continue;
    }
    const quad seen = lit_quad(flat_front_of(span, at), front[i]);
    const int is_full = seen[3] >= LEAST_OPAQUE && span->page[block][i] >= 1;
    out[at] = is_full ? seen : ground_of(span, at, seen, 0);
  }
}

// Colours of `count` ≤ CURL_SPAN pixels of row y from x on, premultiplied linear light. If `wanted` isn't
// null, only pixels whose flag isn't 0 are filled in.
OUTLINE void sheet_colours(const struct curl_frame *f, struct curl_sheet_cache *cache,
                           int32_t y, int32_t x, int32_t count, const uint8_t *wanted, quad *out) {
  struct sheet_span span;
  span.f = f;
  span.x = x, span.y = y, span.count = count;
  span.cache = cache;
  const float nx = size1(f->normal_x), ny = size1(f->normal_y);
  span.half_x = (nx * f->step_x + ny * f->step_y) / 2;
  span.half_y = (ny * f->step_x + nx * f->step_y) / 2;
  sort_sheet_pixels(&span, wanted);
  uint32_t has_taps = 0;
  for (int block = 0; block * LANES < count; block++) has_taps |= span.taps[block];
  if (has_taps) cut_pixels(&span);
  for (int block = 0; block * LANES < count; block++) {
    if (span.bases[block]) paint_base(&span, block, out);
    if (span.flats[block]) paint_flat(&span, block, out);
    if (span.taps[block]) finish_taps(&span, block, out);
  }
}
