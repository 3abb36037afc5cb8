// A span's pixels, sorted by what each shows of a half-turn sheet. Twin of `kind`, `upperReaches` and
// `pageShare` in FramePainter.swift.
#pragma once

#include "CurlSpans.h"
#include "filter.h"
#include "surface.h"

#define BLOCKS (CURL_SPAN / LANES)

// A span's pixels.
struct sheet_span {
  const struct curl_frame *f;
  int32_t x, y, count;
  float half_x, half_y;
  // Null if light is exact.
  struct curl_sheet_cache *cache;
  lanes qx[BLOCKS], at_x[BLOCKS], at_tau[BLOCKS];
  float qy;
  // One bit per pixel: it is drawn at all; it shows only the page plane; it shows only the flat sheet; it
  // is cut into taps; the upper side may be in it; the sheet lies flat in it.
  uint32_t drawn[BLOCKS], bases[BLOCKS], flats[BLOCKS], taps[BLOCKS], uppers[BLOCKS], level[BLOCKS];
  // The share of each pixel on the page.
  lanes page[BLOCKS];
  // Light on the flat front under the pixels and on the plane, and the colours of the next page and of the front
  // where they lie flat; computed on demand.
  lanes flat[BLOCKS], base[BLOCKS];
  quad next[CURL_SPAN], front[CURL_SPAN];
  uint8_t has_flat[BLOCKS], has_base[BLOCKS], has_next[BLOCKS], has_front[BLOCKS];
  lanes through[BLOCKS];
  quad upper[CURL_SPAN], lower[CURL_SPAN], edge[CURL_SPAN];
  float weight[CURL_SPAN];
};

INLINE quad lit_quad(quad colour, float light) {
  return colour * (quad){light, light, light, 1};
}

INLINE quad composite_quad(quad over, quad under) {
  return over + (1 - over[3]) * under;
}

// Composites four colours over others.
INLINE void composite_four(const quad *over, quad *under) {
  texels4 above, below;
  __builtin_memcpy(&above, over, sizeof above);
  __builtin_memcpy(&below, under, sizeof below);
  below = above + (1 - __builtin_shufflevector(above, above, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15,
                                               15, 15, 15)) * below;
  __builtin_memcpy(under, &below, sizeof below);
}

INLINE int is_set(const uint32_t *bits, int i) {
  return (bits[i / LANES] >> (i % LANES)) & 1;
}

// The page point of spots.
INLINE lanes page_x_of(const struct curl_frame *f, lanes arc, lanes tau) {
  return f->fold_x + arc * f->normal_x - tau * f->normal_y;
}

INLINE lanes page_y_of(const struct curl_frame *f, lanes arc, lanes tau) {
  return f->fold_y + arc * f->normal_y + tau * f->normal_x;
}

// The spot of one side that pixels see.
INLINE struct spot side_spot(const struct curl_frame *f, const struct curl_skin *skin, lanes x, lanes tau,
                             lanes half, int is_upper) {
  return is_upper ? upper_spot(f, skin, up_to(skin, x), tau, half)
                  : lower_spot(f, skin, up_to(skin, x), tau, half);
}

// Whether pixels may show the sheet's upper or lower side, or the edge between them.
INLINE whole side_reaches(const struct sheet_span *span, lanes x, lanes tau, int is_upper) {
  const struct curl_frame *f = span->f;
  const lanes half = all(span->half_x);
  const struct spot outer = side_spot(f, &f->outer, x, tau, half, is_upper);
  lanes low_x = page_x_of(f, outer.arc, outer.tau), low_y = page_y_of(f, outer.arc, outer.tau);
  lanes high_x = low_x, high_y = low_y;
  if (f->is_thick) {
    const struct spot inner = side_spot(f, &f->inner, x + half, tau, half, is_upper);
    const lanes px = page_x_of(f, inner.arc, inner.tau), py = page_y_of(f, inner.arc, inner.tau);
    low_x = least(low_x, px), low_y = least(low_y, py);
    high_x = most(high_x, px), high_y = most(high_y, py);
  }
  const lanes across = stretch_around(f, x + span->half_x, half / 32) * 2 * span->half_x;
  const lanes along = span->half_y + across * size(view_tilt(f, x, tau).y);
  const float nx = size1(f->normal_x), ny = size1(f->normal_y);
  const lanes margin_x = nx * across + ny * along, margin_y = ny * across + nx * along;
  return (high_x > -margin_x) & (low_x < f->page_x + margin_x) & (high_y > -margin_y) &
         (low_y < f->page_y + margin_y);
}

// The share of pixels that lie on the page.
INLINE lanes page_share(const struct curl_frame *f, lanes qx, lanes qy) {
  if (f->corner_radius == 0 && f->within_x * f->within_y == 1) return all(1);
  const float mx = f->page_x / 2, my = f->page_y / 2;
  const lanes none = all(0), sx = all(f->step_x), sy = all(f->step_y);
  const struct footprint held = {mx + (1 - f->within_x) * (qx - mx),
                                 my + (1 - f->within_y) * (qy - my), sx, none, none, sy};
  const lanes square = outline_coverage(&held, f->page_x, f->page_y, 0);
  if (f->corner_radius == 0) return square;
  const struct footprint at = {qx, qy, sx, none, none, sy};
  return least(square, corner_coverage(&at, f->page_x, f->page_y, f->corner_radius));
}

// Finds the places and kinds of a span's pixels.
OUTLINE void sort_sheet_pixels(struct sheet_span *span, const uint8_t *wanted) {
  const struct curl_frame *f = span->f;
  const float nx = f->normal_x, ny = f->normal_y;
  span->qy = f->origin_y + ((float)span->y + 0.5f) * f->step_y;
  const float dy = span->qy - f->fold_y;
  lanes order;
  for (int i = 0; i < LANES; i++) order[i] = (float)i;
  for (int block = 0; block * LANES < span->count; block++) {
    const lanes qx = f->origin_x + ((float)(span->x + block * LANES) + order + 0.5f) * f->step_x;
    const lanes dx = qx - f->fold_x;
    const lanes x = dx * nx + dy * ny, tau = dx * -ny + dy * nx;
    span->qx[block] = qx, span->at_x[block] = x, span->at_tau[block] = tau;
    span->page[block] = page_share(f, qx, all(span->qy));
    span->has_flat[block] = span->has_base[block] = span->has_next[block] = span->has_front[block] = 0;
    whole base = {0}, flat = {0}, upper = {0};
    if (!f->has_sheet) {
      base = ~base;
    } else {
      base = x >= f->outer.silhouette + span->half_x;
      if (any(~base)) {
        const int is_flat = f->sky.furthest_arc <= 1e-6f;
        flat = is_flat ? ~(whole){0} : x <= -span->half_x;
        if (!is_flat) upper = side_reaches(span, x, tau, 1);
        // Beside the page, there is no roll beyond the fold.
        const whole beyond = ~base & ~upper & (x > span->half_x);
        if (any(beyond)) base |= beyond & ~side_reaches(span, x, tau, 0);
      }
    }
    const int rest = span->count - block * LANES;
    uint32_t drawn = rest < LANES ? (1u << rest) - 1 : 0xffffu;
    if (wanted) {
      for (int i = 0; i < LANES && i < rest; i++) {
        if (!wanted[block * LANES + i]) drawn &= ~(1u << i);
      }
    }
    const uint32_t is_base = bits(base), is_level = bits(flat), has_upper = bits(upper);
    span->drawn[block] = drawn;
    span->bases[block] = drawn & is_base;
    span->flats[block] = drawn & ~is_base & is_level & ~has_upper;
    span->taps[block] = drawn & ~is_base & ~(is_level & ~has_upper);
    span->uppers[block] = has_upper;
    span->level[block] = is_level;
  }
}
