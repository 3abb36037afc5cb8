// A half-turn sheet over the next page over the background, in a span of pixels. Twin of
// FramePainter.swift.
//
// A pixel shows the page plane alone, the flat sheet alone, or is cut into taps. The taps of all pixels of
// a span queue up and are drawn LANES at a time.
#pragma once

#include "ink.h"
#include "light.h"
#include "window.h"

#define BLOCKS (CURL_SPAN / LANES)

// A span's pixels.
struct sheet_span {
  const struct curl_frame *f;
  int32_t x, y, count;
  float half_x, half_y;
  struct curl_lights lights;
  lanes qx[BLOCKS], at_x[BLOCKS], at_tau[BLOCKS];
  float qy;
  // One bit per pixel: it is drawn at all; it shows only the page plane; it shows only the flat sheet; it
  // is cut into taps; the upper side may be in it; the sheet lies flat in it.
  uint32_t drawn[BLOCKS], bases[BLOCKS], flats[BLOCKS], taps[BLOCKS], uppers[BLOCKS], level[BLOCKS];
  // The share of each pixel on the page.
  lanes page[BLOCKS];
  // Light on the plane, and the colours of the next page and of the front where they lie flat; computed on
  // demand.
  lanes base[BLOCKS];
  quad next[CURL_SPAN], front[CURL_SPAN];
  uint8_t has_base[BLOCKS], has_next[BLOCKS], has_front[BLOCKS];
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

// Whether pixels may show the sheet's upper side or the edge below it.
INLINE whole upper_reaches(const struct sheet_span *span, lanes x, lanes tau) {
  const struct curl_frame *f = span->f;
  const whole none = {0};
  if (f->sky.furthest <= 1e-6f) return none;
  const lanes half = all(span->half_x);
  const struct spot outer = upper_spot(f, &f->outer, up_to(&f->outer, x), tau, half);
  lanes low_x = page_x_of(f, outer.arc, outer.tau), low_y = page_y_of(f, outer.arc, outer.tau);
  lanes high_x = low_x, high_y = low_y;
  if (f->is_thick) {
    const struct spot inner = upper_spot(f, &f->inner, up_to(&f->inner, x), tau, half);
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
    span->has_base[block] = span->has_next[block] = span->has_front[block] = 0;
    whole base = {0}, flat = {0}, upper = {0};
    if (!f->has_sheet) {
      base = ~base;
    } else {
      base = x >= f->outer.silhouette + span->half_x;
      if (any(~base)) {
        flat = f->sky.furthest <= 1e-6f ? ~(whole){0} : x <= -span->half_x;
        upper = upper_reaches(span, x, tau);
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

// Light on the plane in a pixel.
INLINE float base_light_of(struct sheet_span *span, int i) {
  const int block = i / LANES;
  if (!span->has_base[block]) {
    span->has_base[block] = 1;
    const lanes x = span->at_x[block];
    if (span->lights.plane) {
      lanes plane, front;
      __builtin_memcpy(&plane, span->lights.plane + block * LANES, sizeof plane);
      __builtin_memcpy(&front, span->lights.front + block * LANES, sizeof front);
      span->base[block] = pick(x <= 0, front, plane);
    } else {
      const whole wanted = mask_of(span->drawn[block]);
      span->base[block] = base_light_at(span->f, x, span->at_tau[block], wanted);
    }
  }
  return span->base[block][i % LANES];
}

// The colours of a flat page in a block's pixels.
INLINE void flat_means(struct sheet_span *span, const struct curl_picture *picture, int block,
                       quad *means) {
  const struct curl_frame *f = span->f;
  const whole wanted = mask_of(span->drawn[block]);
  const lanes x = span->qx[block];
  if (!f->is_aligned || picture->scale_x != 1 || picture->scale_y != 1) {
    return box_means(picture, x, all(span->qy), all(f->step_x), all(f->step_y), wanted, means);
  }
  // A pixel of the frame is a pixel of the page.
  const struct curl_level *level = &picture->levels[0];
  const int32_t row = (int32_t)held1(span->qy, 0, (float)(level->height - 1));
  for (uint32_t rest = bits(wanted); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    const int32_t column = (int32_t)held1(x[i], 0, (float)(level->width - 1));
    means[i] = picture->unit * one_texel(level->texels, row * level->stride + column, picture->levels[0].form);
  }
}

// The background in pixel (x, y).
INLINE quad background_at(const struct curl_frame *f, int32_t x, int32_t y) {
  if (!f->has_background_picture) return quad_of(f->background);
  const struct curl_picture *picture = &f->background_picture;
  const float sx = picture->width / (float)f->width, sy = picture->height / (float)f->height;
  return box_mean(picture, ((float)x + 0.5f) * sx, ((float)y + 0.5f) * sy, sx, sy);
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
    const int block = i / LANES;
    if (!span->has_next[block]) {
      span->has_next[block] = 1;
      flat_means(span, &f->next, block, span->next + block * LANES);
    }
    seen = lit_quad(span->next[i], light);
  }
  return composite_quad(inside * composite_quad(flat, seen), beside);
}

INLINE quad flat_front_of(struct sheet_span *span, int i) {
  const int block = i / LANES;
  if (!span->has_front[block]) {
    span->has_front[block] = 1;
    flat_means(span, &span->f->front, block, span->front + block * LANES);
  }
  return span->f->opacity * span->front[i];
}

// The back's ink, from means of the front and of the back's picture in a tap; if `is_sum`, from sums of
// opaque pages over `cover` of a pixel. Paper of one colour fills `cover`: in a tap, the front's alpha.
INLINE quad back_ink(const struct curl_frame *f, quad front, quad back, float cover, int is_sum,
                     float through) {
  float amount = f->tint_amount;
  const float show = f->show_through * through;
  quad colour;
  switch (f->back) {
  case CURL_MIRRORED:
    colour = front;
    amount = 1 - (1 - amount) * through;
    break;
  case CURL_COLOUR:
    colour = cover * quad_of(f->back_colour);
    if (show > 0) colour = shining(colour, front, 1, show);
    break;
  default:
    // Opaque paper has the front's shape.
    colour = show > 0 ? shining(back, front, is_sum, show) : back;
  }
  return f->opacity * tinted_sum(colour, f->tint, amount, is_sum ? cover : colour[3]);
}

// Means of a picture's alpha in taps.
INLINE void alphas(const struct curl_picture *picture, const struct footprint *at, whole wanted,
                   quad means[LANES]) {
  if (picture->is_opaque) {
    for (int i = 0; i < LANES; i++) means[i] = (quad){1, 1, 1, 1};
    return;
  }
  box_means(picture, at->x, at->y, extent_x(at), extent_y(at), wanted, means);
}

// The colour of the paper's cut edge, of a sheet of an alpha.
INLINE quad edge_ink(const struct curl_frame *f, float alpha) {
  quad paper = quad_of(f->paper);
  paper[3] = 1;
  return f->opacity * alpha * paper;
}

// Waiting taps: the pixel of each, its place and its sides.
#define QUEUE 256
struct tap_queue {
  int32_t count;
  int32_t pixel[QUEUE + LANES];
  float x[QUEUE + LANES], tau[QUEUE + LANES], box_x[QUEUE + LANES], box_y[QUEUE + LANES];
};

INLINE lanes taps_share(const struct curl_frame *f, const struct footprint *at) {
  return outline_coverage(at, f->page_x, f->page_y, f->corner_radius);
}

// The greatest share of taps that lies on the page between the two surfaces of a thick sheet.
INLINE lanes slab_share(const struct curl_frame *f, const struct footprint *from,
                        const struct footprint *to) {
  lanes high = all(0);
  for (int i = 1; i <= 6; i++) {
    const float t = (float)i / 6;
    const struct footprint at = {
        from->x + t * (to->x - from->x),          from->y + t * (to->y - from->y),
        from->dx_x + t * (to->dx_x - from->dx_x), from->dx_y + t * (to->dx_y - from->dx_y),
        from->dy_x + t * (to->dy_x - from->dy_x), from->dy_y + t * (to->dy_y - from->dy_y)};
    high = most(high, taps_share(f, &at));
  }
  return high;
}

// Adds the colours that taps see to their pixels, the upper side first.
OUTLINE void see_taps(struct sheet_span *span, const struct tap_queue *queue, int first, int count) {
  const struct curl_frame *f = span->f;
  lanes x, tau, box_x, box_y;
  __builtin_memcpy(&x, queue->x + first, sizeof x);
  __builtin_memcpy(&tau, queue->tau + first, sizeof tau);
  __builtin_memcpy(&box_x, queue->box_x + first, sizeof box_x);
  __builtin_memcpy(&box_y, queue->box_y + first, sizeof box_y);
  whole here = {0}, upper = {0}, lower = {0};
  for (int i = 0; i < count; i++) {
    const int at = queue->pixel[first + i];
    here[i] = -1;
    upper[i] = is_set(span->uppers, at) ? -1 : 0;
    lower[i] = is_set(span->level, at) ? 0 : -1;
  }
  const lanes along_x = size1(f->normal_x) * box_x, along_y = size1(f->normal_y) * box_y;
  const lanes half = (along_x + along_y) / 2;
  const lanes inside = half_plane_coverage(f->outer.silhouette - x, along_x, along_y);
  here &= inside > 0;
  if (!any(here)) return;
  const struct tilt w = view_tilt(f, up_to(&f->outer, x), tau);
  lanes rest = all(1);
  upper &= here;
  if (any(upper)) {
    const struct spot s = tap_spot(f, &f->outer, x, tau, half, 1);
    const struct footprint foot = footprint_of(f, &s, w, box_x, box_y);
    const lanes share = pick(upper & (s.z <= f->highest), taps_share(f, &foot), all(0));
    const lanes ex = extent_x(&foot), ey = extent_y(&foot);
    const whole wanted = share > 0;
    quad fronts[LANES] = {{0}}, backs[LANES] = {{0}};
    if (f->back == CURL_COLOUR && f->show_through == 0) {
      alphas(&f->front, &foot, wanted, fronts);
    } else if (f->back != CURL_PICTURE || f->show_through > 0) {
      box_means(&f->front, foot.x, foot.y, ex, ey, wanted, fronts);
    }
    if (f->back == CURL_PICTURE) {
      const lanes fx = f->turns_over ? foot.x : f->page_x - foot.x;
      const lanes fy = f->turns_over ? f->page_y - foot.y : foot.y;
      box_means(&f->back_picture, fx, fy, ex, ey, wanted, backs);
    }
    for (int i = 0; i < count; i++) {
      if (!wanted[i]) continue;
      const int at = queue->pixel[first + i];
      const float through = span->through[at / LANES][at % LANES];
      const quad seen = share[i] * back_ink(f, fronts[i], backs[i], fronts[i][3], 0, through);
      span->upper[at] += inside[i] * seen;
      rest[i] = 1 - seen[3];
    }
    if (f->is_thick) {
      const struct spot deep = tap_spot(f, &f->inner, x, tau, half, 1);
      const struct footprint inner = footprint_of(f, &deep, w, box_x, box_y);
      const lanes cut = pick(upper & (deep.z <= f->highest),
                             slab_share(f, &foot, &inner) - share, all(0));
      const whole cuts = cut > 0;
      quad alpha[LANES];
      alphas(&f->front, &inner, cuts, alpha);
      for (int i = 0; i < count; i++) {
        if (!cuts[i]) continue;
        const quad seen = cut[i] * edge_ink(f, alpha[i][3]);
        span->edge[queue->pixel[first + i]] += inside[i] * seen;
        rest[i] -= seen[3];
      }
    }
  }
  lower &= here & (rest > 0);
  if (!any(lower)) return;
  const struct spot s = tap_spot(f, &f->inner, x, tau, half, 0);
  lower &= s.z <= f->highest;
  if (!any(lower)) return;
  const struct footprint foot = footprint_of(f, &s, w, box_x, box_y);
  lanes front = taps_share(f, &foot);
  front *= f->is_thick ? half_plane_coverage(f->inner.silhouette - x, along_x, along_y) : inside;
  const lanes share = pick(lower, rest * front, all(0));
  const whole wanted = share > 0;
  quad fronts[LANES];
  box_means(&f->front, foot.x, foot.y, extent_x(&foot), extent_y(&foot), wanted, fronts);
  for (int i = 0; i < count; i++) {
    if (wanted[i]) span->lower[queue->pixel[first + i]] += (share[i] * f->opacity) * fronts[i];
  }
  if (!f->is_thick) return;
  const whole bent = lower & (x > 0);
  if (!any(bent)) return;
  const struct spot deep = tap_spot(f, &f->outer, x, tau, half, 0);
  const struct footprint outer = footprint_of(f, &deep, w, box_x, box_y);
  const lanes cut = pick(bent, inside * slab_share(f, &foot, &outer) - front, all(0));
  const whole cuts = cut > 0;
  quad alpha[LANES];
  alphas(&f->front, &outer, cuts, alpha);
  for (int i = 0; i < count; i++) {
    if (!cuts[i]) continue;
    span->edge[queue->pixel[first + i]] += (rest[i] * cut[i]) * edge_ink(f, alpha[i][3]);
  }
}

INLINE void see_queue(struct sheet_span *span, struct tap_queue *queue) {
  for (int first = 0; first < queue->count; first += LANES) {
    const int rest = queue->count - first;
    see_taps(span, queue, first, rest < LANES ? rest : LANES);
  }
  queue->count = 0;
}

// Draws the taps of a block's pixels, `columns` × `rows` in each, by windows of texels; pages must be
// opaque. Returns the pixels that are done.
OUTLINE whole see_block(struct sheet_span *span, int block, whole wanted, whole has_upper,
                        whole has_lower, int columns, int rows) {
  const struct curl_frame *f = span->f;
  const float nx = f->normal_x, ny = f->normal_y;
  const float box_x = f->step_x / (float)columns, box_y = f->step_y / (float)rows;
  const float weight = 1 / (float)(columns * rows);
  const lanes along_x = all(size1(nx) * box_x), along_y = all(size1(ny) * box_y);
  const lanes half = (along_x + along_y) / 2, bx = all(box_x), by = all(box_y);
  const int needs_front = f->back == CURL_MIRRORED || f->show_through > 0;
  const int needs_back = f->back == CURL_PICTURE;
  struct window fronts, backs, lowers;
  fronts.taps = backs.taps = lowers.taps = 0;
  lanes upper_cover = all(0), edge_cover = all(0), lower_cover = all(0);
  for (int n = 0; n < columns * rows; n++) {
    const float ox = ((float)(n % columns) + 0.5f) * box_x - f->step_x / 2;
    const float oy = ((float)(n / columns) + 0.5f) * box_y - f->step_y / 2;
    const lanes x = span->at_x[block] + (ox * nx + oy * ny);
    const lanes tau = span->at_tau[block] + (ox * -ny + oy * nx);
    const lanes inside = half_plane_coverage(f->outer.silhouette - x, along_x, along_y);
    const whole here = wanted & (inside > 0);
    const struct tilt w = view_tilt(f, up_to(&f->outer, x), tau);
    lanes rest = all(1);
    const whole upper = here & has_upper;
    if (any(upper)) {
      const struct spot s = tap_spot(f, &f->outer, x, tau, half, 1);
      const struct footprint foot = footprint_of(f, &s, w, bx, by);
      const lanes share = pick(upper & (s.z <= f->highest), taps_share(f, &foot), all(0));
      const lanes seen = inside * share;
      upper_cover += seen;
      const lanes ex = extent_x(&foot), ey = extent_y(&foot);
      if (needs_front) add_tap(&fronts, &f->front, foot.x, foot.y, ex, ey, seen);
      if (needs_back) {
        const lanes fx = f->turns_over ? foot.x : f->page_x - foot.x;
        const lanes fy = f->turns_over ? f->page_y - foot.y : foot.y;
        add_tap(&backs, &f->back_picture, fx, fy, ex, ey, seen);
      }
      rest -= f->opacity * share;
      if (f->is_thick) {
        const struct spot deep = tap_spot(f, &f->inner, x, tau, half, 1);
        const struct footprint inner = footprint_of(f, &deep, w, bx, by);
        const lanes cut = most(pick(upper & (deep.z <= f->highest),
                                    slab_share(f, &foot, &inner) - share, all(0)),
                               all(0));
        edge_cover += inside * cut;
        rest -= f->opacity * cut;
      }
    }
    whole lower = here & has_lower & (rest > 0);
    if (!any(lower)) continue;
    const struct spot s = tap_spot(f, &f->inner, x, tau, half, 0);
    lower &= s.z <= f->highest;
    const struct footprint foot = footprint_of(f, &s, w, bx, by);
    lanes front = taps_share(f, &foot);
    front *=
        f->is_thick ? half_plane_coverage(f->inner.silhouette - x, along_x, along_y) : inside;
    const lanes seen = pick(lower, rest * front, all(0));
    lower_cover += seen;
    add_tap(&lowers, &f->front, foot.x, foot.y, extent_x(&foot), extent_y(&foot), seen);
    const whole bent = lower & (x > 0);
    if (!f->is_thick || !any(bent)) continue;
    const struct spot deep = tap_spot(f, &f->outer, x, tau, half, 0);
    const struct footprint outer = footprint_of(f, &deep, w, bx, by);
    edge_cover += rest * most(pick(bent, inside * slab_share(f, &foot, &outer) - front, all(0)),
                              all(0));
  }
  quad front_sums[LANES] = {{0}}, back_sums[LANES] = {{0}}, lower_sums[LANES] = {{0}};
  const whole uppers = wanted & (upper_cover > 0), lowered = wanted & (lower_cover > 0);
  if (any(uppers) && needs_front) wanted &= ~uppers | see_window(&fronts, &f->front, uppers, front_sums);
  if (any(uppers) && needs_back) {
    wanted &= ~uppers | see_window(&backs, &f->back_picture, uppers & wanted, back_sums);
  }
  if (any(lowered & wanted)) {
    wanted &= ~lowered | see_window(&lowers, &f->front, lowered & wanted, lower_sums);
  }
  quad paper = quad_of(f->paper);
  paper[3] = 1;
  for (uint32_t rest = bits(wanted); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest), at = block * LANES + i;
    span->weight[at] = weight;
    span->upper[at] = back_ink(f, front_sums[i], back_sums[i], upper_cover[i], 1,
                               span->through[block][i]);
    span->lower[at] = f->opacity * lower_sums[i];
    span->edge[at] = f->opacity * edge_cover[i] * paper;
  }
  return wanted;
}

// Cuts pixels into taps and draws all of these.
OUTLINE void cut_pixels(struct sheet_span *span) {
  const struct curl_frame *f = span->f;
  struct tap_queue queue;
  queue.count = 0;
  // Unused entries are read, too.
  __builtin_memset(queue.x, 0, sizeof queue.x);
  __builtin_memset(queue.tau, 0, sizeof queue.tau);
  for (int i = 0; i < QUEUE + LANES; i++) queue.box_x[i] = queue.box_y[i] = 1;
  const float nx = f->normal_x, ny = f->normal_y;
  // A footprint that stays parallel to the page's sides needs no second tap.
  const int least_taps = nx * ny == 0 && f->view_y == 0 && f->nearness == 0 ? 1 : 2;
  const float narrow = most1(1, least1(f->step_x, f->step_y));
  // With alpha, each tap needs a colour of its own.
  const int has_blocks = f->front.is_opaque && has_windows(&f->front) &&
                         (f->back != CURL_PICTURE ||
                          (f->back_picture.is_opaque && has_windows(&f->back_picture)));
  for (int block = 0; block * LANES < span->count; block++) {
    if (!span->taps[block]) continue;
    const whole taps = mask_of(span->taps[block]);
    const lanes x = span->at_x[block], tau = span->at_tau[block];
    const whole upper = mask_of(span->uppers[block] & span->taps[block]);
    span->through[block] = all(1);
    if (f->fades && any(upper)) {
      const struct spot above =
          upper_spot(f, &f->outer, up_to(&f->outer, x), tau, all(span->half_x));
      span->through[block] = pick(upper, through_light_on(f, &above, upper), all(1));
    }
    const lanes slope = stretch_around(f, x, all(span->half_x));
    const lanes bend = slope * slope - 1;
    const lanes wide = f->step_x * root(1 + bend * nx * nx) / narrow;
    const lanes high = f->step_y * root(1 + bend * ny * ny) / narrow;
    whole across = ceiling(pick(wide < 32, wide, all(32)));
    whole down = ceiling(pick(high < 32, high, all(32)));
    whole rest = taps;
    if (has_blocks) {
      const whole few = taps & (across <= least_taps) & (down <= least_taps);
      const whole lower = mask_of(~span->level[block]);
      if (any(few)) rest &= ~see_block(span, block, few, upper, lower, least_taps, least_taps);
    }
    for (uint32_t left = bits(rest); left; left &= left - 1) {
      const int i = __builtin_ctz(left), at = block * LANES + i;
      const int columns = across[i] > least_taps ? across[i] : least_taps;
      const int rows = down[i] > least_taps ? down[i] : least_taps;
      const float box_x = f->step_x / (float)columns, box_y = f->step_y / (float)rows;
      span->upper[at] = span->lower[at] = span->edge[at] = (quad){0};
      span->weight[at] = 1 / (float)(columns * rows);
      for (int row = 0; row < rows; row++) {
        const float oy = ((float)row + 0.5f) * box_y - f->step_y / 2;
        for (int column = 0; column < columns; column++) {
          const float ox = ((float)column + 0.5f) * box_x - f->step_x / 2;
          const int n = queue.count++;
          queue.pixel[n] = at;
          queue.x[n] = x[i] + (ox * nx + oy * ny);
          queue.tau[n] = tau[i] + (ox * -ny + oy * nx);
          queue.box_x[n] = box_x;
          queue.box_y[n] = box_y;
          if (queue.count == QUEUE) see_queue(span, &queue);
        }
      }
    }
  }
  see_queue(span, &queue);
}

INLINE quad glossed_quad(const struct curl_frame *f, quad colour, float glint) {
  const quad white = {colour[3], colour[3], colour[3], colour[3]};
  return colour + f->gloss * glint * (white - colour);
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
    const quad lower = span->lower[at] *= span->weight[at];
    const quad edge = span->edge[at] *= span->weight[at];
    uppers |= (uint32_t)(upper[3] > 0) << i;
    edges |= (uint32_t)(edge[3] > 0) << i;
    lowers |= (uint32_t)(lower[3] > 0 || is_set(span->level, at)) << i;
    open |= (uint32_t)(upper[3] + edge[3] < 1) << i;
  }
  const int has_gloss = f->is_lit && f->gloss > 0;
  if (uppers | edges) {
    const struct spot above = upper_spot(f, &f->outer, up_to(&f->outer, x), tau, half);
    const lanes back = back_light_on(f, &above);
    const lanes edge = edges ? edge_light_on(f, &above) : all(1);
    const lanes glint = has_gloss ? key_glint(f, x, tau, above.turn_x, -above.turn_y) : all(0);
    for (uint32_t rest = uppers; rest; rest &= rest - 1) {
      const int i = __builtin_ctz(rest), at = block * LANES + i;
      span->upper[at] = lit_quad(span->upper[at], back[i]);
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
    front = front_light_on(f, &below, has_lower);
    if (has_gloss) {
      glint = key_glint(f, x, tau, -below.turn_x, below.turn_y);
      if (any(has_lower & (glint != 0))) {
        const struct sky_spot at = caster_spot(f, &below);
        glint = glint * (1 - key_hidden_from_front(f, &at, span->half_x));
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
      if (sheet[3] >= 1) {
        out[at] = sheet;
        continue;
      }
      quad flat = lit_quad(flat_front_of(span, at), front[i]);
      if (has_gloss) flat = glossed_quad(f, flat, glint[i]);
      const int is_full = flat[3] >= 1 && span->page[block][i] >= 1;
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
    if (sheet[3] >= 1) {
      out[at] = sheet;
      continue;
    }
    // A hardly lifted sheet still ends where the page ends, and covers nothing beside it.
    const float free = 1 - above[3];
    const float taken = least1(near[i] * lower[3] / most1(free, 1e-6f), 0.999f);
    out[at] = composite_quad(sheet, ground_of(span, at, (quad){0}, taken));
  }
}

// Draws the flat sheet of a block over the plane.
INLINE void paint_flat(struct sheet_span *span, int block, quad *out) {
  const struct curl_frame *f = span->f;
  const uint32_t flats = span->flats[block];
  lanes front = all(1);
  if (f->sides != CURL_UPPER) {
    if (span->lights.front) {
      __builtin_memcpy(&front, span->lights.front + block * LANES, sizeof front);
    } else {
      const struct spot s = front_over(f, span->at_x[block], span->at_tau[block]);
      front = front_light_on(f, &s, mask_of(flats));
    }
  }
  for (uint32_t rest = flats; rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest), at = block * LANES + i;
    if (f->sides == CURL_UPPER) {
      out[at] = (quad){0};
      continue;
    }
    const quad seen = lit_quad(flat_front_of(span, at), front[i]);
    const int is_full = seen[3] >= 1 && span->page[block][i] >= 1;
    out[at] = is_full ? seen : ground_of(span, at, seen, 0);
  }
}

// Colours of `count` ≤ CURL_SPAN pixels of row y from x on, premultiplied linear light. If `wanted` isn't
// null, only pixels whose flag isn't 0 are filled in.
OUTLINE void sheet_colours(const struct curl_frame *f, struct curl_lights lights, int32_t y,
                          int32_t x, int32_t count, const uint8_t *wanted, quad *out) {
  struct sheet_span span;
  span.f = f;
  span.x = x, span.y = y, span.count = count;
  span.lights = lights;
  const float nx = size1(f->normal_x), ny = size1(f->normal_y);
  span.half_x = (nx * f->step_x + ny * f->step_y) / 2;
  span.half_y = (ny * f->step_x + nx * f->step_y) / 2;
  sort_sheet_pixels(&span, wanted);
  uint32_t has_taps = 0;
  for (int block = 0; block * LANES < count; block++) has_taps |= span.taps[block];
  if (has_taps) cut_pixels(&span);
  for (int block = 0; block * LANES < count; block++) {
    for (uint32_t rest = span.bases[block]; rest; rest &= rest - 1) {
      const int at = block * LANES + __builtin_ctz(rest);
      out[at] = ground_of(&span, at, (quad){0}, 0);
    }
    if (span.flats[block]) paint_flat(&span, block, out);
    if (span.taps[block]) finish_taps(&span, block, out);
  }
}
