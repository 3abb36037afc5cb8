// Taps of a half-turn sheet: cuts pixels into taps and adds up the colours that these see, without light.
// Twin of `add` and `slabShare` in FramePainter.swift, and of Sheet.swift.
#pragma once

#include "filter.h"
#include "ink.h"
#include "sheet_light.h"
#include "sheet_span.h"
#include "surface.h"
#include "window.h"

// The back's ink, from means of the front and of the back's picture in a tap; if `is_sum`, from sums of
// opaque pages over `cover` of a pixel. Paper of one colour fills `cover`: in a tap, the front's alpha. Sums
// of taps with alpha do as well, but not under a picture that the front shines through: this is then no
// longer linear.
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
    if (f->show_through == 0) amount = 1 - (1 - amount) * through;
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
  quad edge = quad_of(f->cut_edge_colour);
  edge[3] = 1;
  return f->opacity * alpha * edge;
}

// Waiting taps: the pixel of each, its place and its sides.
#define QUEUE 256
struct tap_queue {
  int32_t count;
  int32_t pixel[QUEUE + LANES];
  float x[QUEUE + LANES], tau[QUEUE + LANES], box_x[QUEUE + LANES], box_y[QUEUE + LANES];
};

// Adds up to LANES of a pixel's `columns` × `rows` taps, row by row.
INLINE void push_taps(struct tap_queue *queue, const struct curl_frame *f, int pixel, float x,
                      float tau, int columns, int rows, int32_t from) {
  const float box_x = f->step_x / (float)columns, box_y = f->step_y / (float)rows;
  const whole place = (whole){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + from;
  const whole row = __builtin_convertvector(
      (__builtin_convertvector(place, lanes) + 0.5f) * (1 / (float)columns), whole);
  const whole column = place - row * columns;
  const lanes ox = (__builtin_convertvector(column, lanes) + 0.5f) * box_x - f->step_x / 2;
  const lanes oy = (__builtin_convertvector(row, lanes) + 0.5f) * box_y - f->step_y / 2;
  const lanes at_x = x + (ox * f->normal_x + oy * f->normal_y);
  const lanes at_tau = tau + (ox * -f->normal_y + oy * f->normal_x);
  const lanes wide = all(box_x), high = all(box_y);
  const whole pixels = (whole){0} + pixel;
  const int n = queue->count, rest = columns * rows - from;
  __builtin_memcpy(queue->x + n, &at_x, sizeof at_x);
  __builtin_memcpy(queue->tau + n, &at_tau, sizeof at_tau);
  __builtin_memcpy(queue->box_x + n, &wide, sizeof wide);
  __builtin_memcpy(queue->box_y + n, &high, sizeof high);
  __builtin_memcpy(queue->pixel + n, &pixels, sizeof pixels);
  queue->count += rest < LANES ? rest : LANES;
}

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
  const int32_t *pixels = queue->pixel + first;
  uint32_t uppers = 0, levels = 0;
  for (int i = 0; i < count; i++) {
    uppers |= (uint32_t)is_set(span->uppers, pixels[i]) << i;
    levels |= (uint32_t)is_set(span->level, pixels[i]) << i;
  }
  whole here = mask_of(count < LANES ? (1u << count) - 1 : 0xffff), upper = mask_of(uppers);
  whole lower = mask_of(~levels);
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
    for (uint32_t left = bits(wanted); left; left &= left - 1) {
      const int i = __builtin_ctz(left), at = pixels[i];
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
      for (uint32_t left = bits(cuts); left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const quad seen = cut[i] * edge_ink(f, alpha[i][3]);
        span->edge[pixels[i]] += inside[i] * seen;
        rest[i] -= seen[3];
      }
    }
  }
  lower &= here & (rest > 1 - LEAST_OPAQUE);
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
  for (uint32_t left = bits(wanted); left; left &= left - 1) {
    const int i = __builtin_ctz(left);
    span->lower[pixels[i]] += (share[i] * f->opacity) * fronts[i];
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
  for (uint32_t left = bits(cuts); left; left &= left - 1) {
    const int i = __builtin_ctz(left);
    span->edge[pixels[i]] += (rest[i] * cut[i]) * edge_ink(f, alpha[i][3]);
  }
}

INLINE void see_queue(struct sheet_span *span, struct tap_queue *queue) {
  // What fills up the last vector is read, too.
  for (int i = queue->count; i < queue->count + LANES; i++) {
    queue->x[i] = queue->tau[i] = 0;
    queue->box_x[i] = queue->box_y[i] = 1;
  }
  for (int first = 0; first < queue->count; first += LANES) {
    const int rest = queue->count - first;
    see_taps(span, queue, first, rest < LANES ? rest : LANES);
  }
  queue->count = 0;
}

// Draws the taps of a block's pixels, `columns` × `rows` in each, by blocks of texels. Returns the pixels
// that are done. Unless both sides are opaque, `back_ink` must be linear, there must be no cut edge, and a pixel
// is done only if it shows one side alone.
OUTLINE whole see_block(struct sheet_span *span, int block, whole wanted, whole has_upper,
                        whole has_lower, int is_opaque, int columns, int rows) {
  const struct curl_frame *f = span->f;
  const float nx = f->normal_x, ny = f->normal_y;
  const float box_x = f->step_x / (float)columns, box_y = f->step_y / (float)rows;
  const float weight = 1 / (float)(columns * rows);
  const lanes along_x = all(size1(nx) * box_x), along_y = all(size1(ny) * box_y);
  const lanes half = (along_x + along_y) / 2, bx = all(box_x), by = all(box_y);
  const int needs_front = f->back == CURL_MIRRORED || f->show_through > 0 ||
                          (f->back == CURL_COLOUR && !is_opaque);
  const int needs_back = f->back == CURL_PICTURE;
  struct window fronts, backs, lowers;
  fronts.taps = backs.taps = lowers.taps = 0;
  lanes upper_cover = all(0), edge_cover = all(0), lower_cover = all(0);
  // Behind an upper side with alpha, each tap of the lower one needs a colour of its own.
  const whole both = is_opaque ? (whole){0} : has_upper & has_lower;
  has_lower &= ~both;
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
    whole lower = here & has_lower & (rest > 1 - LEAST_OPAQUE);
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
  quad edge = quad_of(f->cut_edge_colour);
  edge[3] = 1;
  for (uint32_t rest = bits(wanted); rest; rest &= rest - 1) {
    const int i = __builtin_ctz(rest), at = block * LANES + i;
    span->weight[at] = weight;
    span->upper[at] =
        back_ink(f, front_sums[i], back_sums[i], is_opaque ? upper_cover[i] : front_sums[i][3],
                 is_opaque, span->through[block][i]);
    if (both[i] && weight * span->upper[at][3] < LEAST_OPAQUE) wanted[i] = 0;
    span->lower[at] = f->opacity * lower_sums[i];
    span->edge[at] = f->opacity * edge_cover[i] * edge;
  }
  return wanted;
}

// Cuts pixels into taps and draws all of these.
OUTLINE void cut_pixels(struct sheet_span *span) {
  const struct curl_frame *f = span->f;
  struct tap_queue queue;
  queue.count = 0;
  const float nx = f->normal_x, ny = f->normal_y;
  // A footprint that stays parallel to the page's sides needs no second tap.
  const int least_taps = nx * ny == 0 && f->view_y == 0 && f->nearness == 0 ? 1 : 2;
  const float narrow = most1(1, least1(f->step_x, f->step_y));
  const int is_opaque = f->front.is_opaque &&
                        (f->back != CURL_COLOUR || quad_of(f->back_colour)[3] == 1) &&
                        (f->back != CURL_PICTURE || f->back_picture.is_opaque);
  // With alpha, a tap needs a colour of its own where it may show the cut edge, or a picture that the front
  // shines through.
  const int has_blocks =
      is_opaque || (!f->is_thick && (f->back != CURL_PICTURE || f->show_through == 0));
  for (int block = 0; block * LANES < span->count; block++) {
    if (!span->taps[block]) continue;
    const whole taps = mask_of(span->taps[block]);
    const lanes x = span->at_x[block], tau = span->at_tau[block];
    const whole upper = mask_of(span->uppers[block] & span->taps[block]);
    span->through[block] = all(1);
    if (f->is_lit && f->fades && any(upper)) {
      const struct spot above =
          upper_spot(f, &f->outer, up_to(&f->outer, x), tau, all(span->half_x));
      const struct spot below = front_over(f, above.x, above.tau);
      span->through[block] = pick(upper, 0.5f + front_light_of(span, block, &below, upper) / 2, all(1));
    }
    const lanes slope = stretch_around(f, x, all(span->half_x));
    const lanes bend = slope * slope - 1;
    const lanes wide = f->step_x * root(1 + bend * nx * nx) / narrow;
    const lanes high = f->step_y * root(1 + bend * ny * ny) / narrow;
    const lanes fewest = all((float)least_taps);
    const whole across = ceiling(pick(wide < 32, most(wide, fewest), all(32)));
    const whole down = ceiling(pick(high < 32, most(high, fewest), all(32)));
    whole rest = taps;
    if (has_blocks) {
      const whole lower = mask_of(~span->level[block]);
      const whole few = taps & (across == least_taps) & (down == least_taps);
      if (any(few)) {
        rest &= ~see_block(span, block, few, upper, lower, is_opaque, least_taps, least_taps);
      }
    }
    for (uint32_t left = bits(rest); left; left &= left - 1) {
      const int i = __builtin_ctz(left), at = block * LANES + i;
      const int columns = across[i], rows = down[i];
      span->upper[at] = span->lower[at] = span->edge[at] = (quad){0};
      span->weight[at] = 1 / (float)(columns * rows);
      for (int32_t from = 0; from < columns * rows; from += LANES) {
        if (queue.count > QUEUE - LANES) see_queue(span, &queue);
        push_taps(&queue, f, at, x[i], tau[i], columns, rows, from);
      }
    }
  }
  see_queue(span, &queue);
}
