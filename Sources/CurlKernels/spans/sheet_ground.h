// The plane in a pixel: the next page or the sheet's shadow over the background; and the flat front. Twin of
// `groundColour`, `backgroundColour` and `flatFront` in FramePainter.swift.
#pragma once

#include "filter.h"
#include "sheet_light.h"
#include "sheet_span.h"
#include "window.h"

// Light on the plane in a pixel.
INLINE float base_light_of(struct sheet_span *span, int i) {
  const int block = i / LANES;
  if (!span->has_base[block]) {
    span->has_base[block] = 1;
    const lanes x = span->at_x[block];
    const whole wanted = mask_of(span->drawn[block]), before = wanted & (x <= 0);
    const whole beyond = wanted & ~before;
    lanes light = any(before) ? flat_light_of(span, block) : all(1);
    if (any(beyond)) {
      light = pick(beyond, base_light(span->f, span->cache, x, span->at_tau[block], beyond), light);
    }
    span->base[block] = light;
  }
  return span->base[block][i % LANES];
}

// The colours of a flat page in a block's pixels.
INLINE void flat_means(struct sheet_span *span, const struct curl_picture *picture, int block,
                       quad *means) {
  const struct curl_frame *f = span->f;
  const whole wanted = mask_of(span->drawn[block]);
  const lanes x = span->qx[block];
  if (!f->is_aligned || picture->is_store) {
    return box_means(picture, x, all(span->qy), all(f->step_x), all(f->step_y), wanted, means);
  }
  // A pixel of the frame is a pixel of the page.
  const struct curl_level *level = &picture->levels[0];
  const int32_t row = (int32_t)held1(span->qy, 0, (float)(level->height - 1));
  if (span->drawn[block] == 0xffff && x[0] >= 0 && x[LANES - 1] < (float)level->width) {
    const int64_t first = row * level->stride + (int32_t)x[0];
    for (int i = 0; i < LANES; i += 4) {
      const texels4 four = picture->unit * four_texels(level->texels, first + i, level->form);
      __builtin_memcpy(means + i, &four, sizeof four);
    }
    return;
  }
  for (uint32_t rest = bits(wanted); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    const int32_t column = (int32_t)held1(x[i], 0, (float)(level->width - 1));
    means[i] = picture->unit * one_texel(level->texels, row * level->stride + column, level->form);
  }
}

// The background in pixel (x, y).
INLINE quad background_at(const struct curl_frame *f, int32_t x, int32_t y) {
  if (!f->has_background_picture) return quad_of(f->background);
  const struct curl_picture *picture = &f->background_picture;
  const float sx = picture->width / (float)f->width, sy = picture->height / (float)f->height;
  return box_mean(picture, ((float)x + 0.5f) * sx, ((float)y + 0.5f) * sy, sx, sy);
}

// The next page in a pixel.
INLINE quad next_of(struct sheet_span *span, int i) {
  const int block = i / LANES;
  if (!span->has_next[block]) {
    span->has_next[block] = 1;
    flat_means(span, &span->f->next, block, span->next + block * LANES);
  }
  return span->next[i];
}

// Lights all pixels of a block.
INLINE void light_all(const quad *colours, lanes light, quad *out) {
#define LIGHT_FOUR(k)                                                                       \
  {                                                                                         \
    texels4 four;                                                                           \
    __builtin_memcpy(&four, colours + k, sizeof four);                                      \
    four *= __builtin_shufflevector(light, one, k, k, k, 16, k + 1, k + 1, k + 1, 16, k + 2, k + 2, \
                                    k + 2, 16, k + 3, k + 3, k + 3, 16);                    \
    __builtin_memcpy(out + k, &four, sizeof four);                                          \
  }
  const lanes one = all(1);
  LIGHT_FOUR(0)
  LIGHT_FOUR(4)
  LIGHT_FOUR(8)
  LIGHT_FOUR(12)
#undef LIGHT_FOUR
}

// The plane in one pixel, with the sheet's `flat` part over it. `taken` is the share of the pixel that a
// hardly lifted sheet covers, all of it on the page.
OUTLINE quad ground_of(struct sheet_span *span, int i, quad flat, float taken) {
  const struct curl_frame *f = span->f;
  quad beside = background_at(f, span->x + i, span->y);
  const float share = span->page[i / LANES][i % LANES];
  const float inside = most1(share - taken, 0) / (1 - taken);
  const int needs_light = f->has_ground || (inside > 0 && f->base != CURL_NOTHING);
  const float light = needs_light ? base_light_of(span, i) : 1;
  if (f->has_ground) beside = lit_quad(beside, light);
  if (inside <= 0) return beside;
  quad seen = {0};
  if (f->base == CURL_SHADOW) {
    seen[3] = 1 - light;
  } else if (f->base == CURL_NEXT) {
    seen = lit_quad(next_of(span, i), light);
  }
  return composite_quad(inside * composite_quad(flat, seen), beside);
}

// Whether all pixels of a block lie on a page that covers the plane, over a background of one colour.
INLINE int is_even(const struct sheet_span *span, int block) {
  const struct curl_frame *f = span->f;
  return span->drawn[block] == 0xffff && bits(span->page[block] >= 1) == 0xffff &&
         f->base == CURL_NEXT && !f->has_background_picture;
}

// The plane in all pixels of such a block, with the sheet's flat part over it, which `out` holds.
INLINE void ground_all(struct sheet_span *span, int block, quad *out) {
  const struct curl_frame *f = span->f;
  base_light_of(span, block * LANES);
  next_of(span, block * LANES);
  quad seen[LANES], beside[LANES];
  light_all(span->next + block * LANES, span->base[block], seen);
  for (int i = 0; i < LANES; i++) beside[i] = quad_of(f->background);
  if (f->has_ground) light_all(beside, span->base[block], beside);
  for (int i = 0; i < LANES; i += 4) {
    composite_four(out + i, seen + i);
    composite_four(seen + i, beside + i);
  }
  __builtin_memcpy(out, beside, sizeof beside);
}

INLINE quad flat_front_of(struct sheet_span *span, int i) {
  const int block = i / LANES;
  if (!span->has_front[block]) {
    span->has_front[block] = 1;
    flat_means(span, &span->f->front, block, span->front + block * LANES);
  }
  return span->f->opacity * span->front[i];
}
