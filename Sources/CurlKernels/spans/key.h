// The key light on the plane and on both sides of a half-turn sheet, for all lanes at once.
#pragma once

#include <stddef.h>

#include "../sky.h"
#include "CurlSpans.h"
#include "alpha.h"
#include "filter.h"
#include "surface.h"

// Twin of Sources/CurlCPU/Formulas/KeyLight.swift, name by name; where the twin branches, this computes
// both branches and picks. Points from which the page covers the whole disc, or none of it, are decided
// first. Slices of the whole disc are precomputed for the frame.

// For functions that are called from several places and too long to inline.
#define OUTLINE static __attribute__((noinline))

INLINE lanes disc_share(lanes a) {
  const lanes chord = root(most(1 - a * a, all(0)));
  const lanes angle = roll_angle(size(a), chord);
  return 0.5f + (a * chord + pick(a < 0, -angle, angle)) / HALF_TURN;
}

INLINE lanes lean_beside(float lean, lanes offset) {
  const lanes tangent = offset * (1 + offset * offset / 3);
  return (lean + tangent) / most(1 - lean * tangent, all(0.02f));
}

// An edge of a slice at height `a` of the disc: the share of the disc below it; sine and cosine of its
// elevation in cross-section; that sine over the caster's radius; the length of its ray from the plane to
// the flap, in all and along the plane.
struct slice_edge {
  lanes share, sine, cosine, rise, way, run;
};

INLINE struct slice_edge slice_edge_at(const struct curl_frame *f, const struct curl_disc *disc,
                                       lanes sigma, lanes a) {
  const lanes offset = held(sigma * a / f->key_across, -0.95f, 0.95f);
  const lanes along = root(1 - offset * offset);
  struct slice_edge edge;
  edge.share = disc_share(a);
  edge.sine = most(disc->middle_x * along + disc->middle_y * offset, all(0.02f));
  edge.cosine = disc->middle_y * along - disc->middle_x * offset;
  edge.rise = edge.sine / f->sky.radius;
  edge.way = 2 * f->sky.radius / edge.sine;
  edge.run = edge.way * edge.cosine;
  return edge;
}

// Tangents of the angle along the rulings of boundary number `part` of a slice in `parts`; `a` is the
// height of the slice's middle.
INLINE lanes slice_lean(const struct curl_frame *f, lanes sigma, lanes a, lanes parts, int part) {
  const lanes chord = sigma * root(most(1 - a * a, all(0)));
  return lean_beside(f->key_y / f->key_across, chord * (2 * (float)part / parts - 1));
}

// The number of parts along the rulings that slices are cut into.
INLINE lanes slice_parts(const struct curl_frame *f, lanes sigma) {
  const float lean = f->key_y / f->key_across;
  return pick(sigma * (1 + lean * lean) > 0.3f, all(4), all(1));
}

// The `i`-th edge of the whole disc.
INLINE struct slice_edge whole_edge(const struct curl_disc *disc, int i) {
  const struct curl_slice *s = &disc->edges[i];
  return (struct slice_edge){all(s->share), all(s->sine), all(s->cosine),
                             all(s->rise),  all(s->way),  all(s->run)};
}

INLINE void fill_disc(const struct curl_frame *f, struct curl_disc *disc) {
  const whole counted = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const lanes i = __builtin_convertvector(counted, lanes), sigma = all(disc->sigma);
  const lanes parts = slice_parts(f, sigma);
  const struct slice_edge edge = slice_edge_at(f, disc, sigma, -1 + 2 * i / CURL_SLICES);
  disc->parts = (int32_t)parts[0];
  for (int k = 0; k <= CURL_SLICES; k++) {
    disc->edges[k] = (struct curl_slice){edge.share[k], edge.sine[k], edge.cosine[k],
                                         edge.rise[k],  edge.way[k],  edge.run[k]};
  }
  const lanes a = -1 + (2 * i + 1) / CURL_SLICES;
  for (int part = 0; part <= 4; part++) {
    const lanes lean = slice_lean(f, sigma, a, parts, part);
    for (int k = 0; k < CURL_SLICES; k++) disc->leans[k][part] = lean[k];
  }
  const lanes low = slice_lean(f, sigma, all(0), all(1), 0);
  const lanes high = slice_lean(f, sigma, all(0), all(1), 1);
  disc->low = low[0];
  disc->high = high[0];
}

// Computes all values of a frame's key light that don't depend on the place.
INLINE void prepare_key(struct curl_frame *f) {
  const float half = (size1(f->normal_x) * f->step_x + size1(f->normal_y) * f->step_y) / 2;
  f->key_base.middle_x = f->key_front.middle_x = f->key_z / f->key_across;
  f->key_front.middle_y = f->key_x / f->key_across;
  f->key_base.middle_y = -f->key_front.middle_y;
  const float middle = f->key_front.middle_x;
  f->key_base.sigma = least1(f->key_half_angle, 0.5f);
  const float finest = half * middle * middle / (2 * f->sky.radius);
  f->key_front.sigma = least1(most1(f->key_half_angle, finest), 0.5f);
  fill_disc(f, &f->key_base);
  fill_disc(f, &f->key_front);
}

// Where a ray meets the sheet: arc length, and distance in cross-section.
struct hit {
  lanes arc, distance;
};

// Where a ray first meets the roll's outside, and where it meets the sheet behind; `x` counts from the
// caster's foot.
INLINE struct hit outside_from_base(const struct curl_sky *caster, lanes x,
                                    const struct slice_edge *edge) {
  const float r = caster->radius;
  const lanes p = x * edge->cosine + r * edge->sine;
  const lanes beyond = p + root(most(p * p - x * x, all(0)));
  const lanes near = x * x / most(beyond, all(1e-6f * r));
  return (struct hit){caster_arc(caster, near * edge->rise), near};
}

INLINE struct hit behind_from_base(const struct curl_sky *caster, lanes x,
                                   const struct slice_edge *edge) {
  const lanes place = x - edge->run;
  const whole is_flap = place < 0;
  struct hit behind = {caster->roll_length - place, edge->way};
  if (!any(~is_flap)) return behind;
  const lanes p = x * edge->cosine + caster->radius * edge->sine;
  const lanes beyond = p + root(most(p * p - x * x, all(0)));
  behind.arc = pick(is_flap, behind.arc, caster_arc(caster, beyond * edge->rise));
  behind.distance = pick(is_flap, behind.distance, beyond);
  return behind;
}

// Where a ray from the front meets the sheet.
INLINE struct hit hit_from_front(const struct curl_sky *caster, const struct sky_spot *at,
                                 const struct slice_edge *edge) {
  const float r = caster->radius;
  const lanes part = (2 * r - at->y) / (2 * r);
  struct hit hit = {all(0), edge->way * part};
  const lanes x = at->x + edge->run * part;
  const whole is_flap = x < 0;
  hit.arc = caster->roll_length - x;
  if (!any(~is_flap)) return hit;
  const lanes p = (r - at->y) * edge->sine - at->x * edge->cosine;
  const lanes q = pick(at->turn_x > 0, all(0), at->x * at->x);
  const lanes distance = p + root(most(p * p - q, all(0)));
  hit.arc = pick(is_flap, hit.arc, caster_arc(caster, at->y / r + distance * edge->rise));
  hit.distance = pick(is_flap, hit.distance, distance);
  return hit;
}

// Bounds of the part of the page that the disc sees, page pixels.
struct view {
  lanes left, right, top, bottom;
};

// The view between hits at the disc's lower and upper edge, with a margin by which hits between them may
// swing out.
INLINE struct view disc_view(const struct curl_frame *f, lanes tau, struct hit low,
                             struct hit high, lanes least_lean, lanes most_lean) {
  const lanes near = least(low.distance, high.distance), far = most(low.distance, high.distance);
  const lanes first = least(low.arc, high.arc), last = most(low.arc, high.arc);
  const lanes before = tau + least(near * least_lean, far * least_lean);
  const lanes after = tau + most(near * most_lean, far * most_lean);
  const lanes along = (after - before) / 2, across = (last - first) / 2;
  const lanes swing = 0.25f + (along + across) / 16;
  const lanes s = first + across, t = before + along;
  const float nx = f->normal_x, ny = f->normal_y;
  const lanes x = f->fold_x + s * nx - t * ny, y = f->fold_y + s * ny + t * nx;
  const lanes wide = size1(nx) * across + size1(ny) * along + swing;
  const lanes high_up = size1(ny) * across + size1(nx) * along + swing;
  return (struct view){x - wide, x + wide, y - high_up, y + high_up};
}

INLINE whole sees_none(const struct curl_frame *f, const struct view *v) {
  return (v->left >= f->page_x) | (v->right <= 0) | (v->top >= f->page_y) | (v->bottom <= 0);
}

// Whether a view lies within the page and off its round corners.
INLINE whole sees_all(const struct curl_frame *f, const struct view *v) {
  const float corner = f->corner_radius;
  const whole inside =
      (v->left >= 0) & (v->right <= f->page_x) & (v->top >= 0) & (v->bottom <= f->page_y);
  const whole off_x = (v->left >= corner) & (v->right <= f->page_x - corner);
  const whole off_y = (v->top >= corner) & (v->bottom <= f->page_y - corner);
  return inside & (off_x | off_y);
}

// The share of a strip around `at`, from −(a + b) / 2 to (a + b) / 2, that lies on the page, 0…`page`; twin
// of the sum of two halfPlaneCoverage.
INLINE lanes side_coverage(lanes at, float page, lanes a, lanes b) {
  const lanes far = (a + b) / 2, end = page - at;
  const lanes near = least(at, end), rest = most(at, end);
  // Most strips cross at most one side of the page.
  if (!any(size(near) < far)) return pick(near >= far, all(1), all(0));
  const lanes cover = half_plane_coverage(near, a, b);
  const whole is_short = rest < far;
  if (!any(is_short)) return cover;
  return pick(is_short, most(cover + half_plane_coverage(rest, a, b) - 1, all(0)), cover);
}

// A slice of the disc, and its parts along the rulings.
struct slice {
  lanes sigma, a, parts;
  int most_parts;
  // Tangents of the parts' boundaries for the whole disc; null if the slice is of a part of the disc.
  const float *leans;
};

struct slice_cover {
  lanes share, alpha;
};

// For the strip between two edges of a slice: its share on the sheet, and the sheet's alpha there. Lanes
// that aren't `wanted` are undefined.
INLINE struct slice_cover slice_cover(const struct curl_frame *f, lanes tau,
                                      const struct slice *slice, struct hit from, struct hit to,
                                      whole wanted) {
  const lanes distance = (from.distance + to.distance) / 2, s = (from.arc + to.arc) / 2;
  const lanes across = size(to.arc - from.arc);
  const float nx = f->normal_x, ny = f->normal_y;
  const int is_opaque = f->front.is_opaque;
  lanes share = all(0), alpha = all(0), low = all(0);
  for (int i = 0; i <= slice->most_parts; i++) {
    const lanes high = slice->leans
                           ? all(slice->leans[i])
                           : slice_lean(f, slice->sigma, slice->a, slice->parts, i);
    if (i > 0) {
      const lanes along = distance * (high - low), place = tau + distance * (low + high) / 2;
      struct footprint at;
      at.x = f->fold_x + s * nx - place * ny;
      at.y = f->fold_y + s * ny + place * nx;
      at.dx_x = nx * across;
      at.dx_y = -ny * along;
      at.dy_x = ny * across;
      at.dy_y = nx * along;
      lanes part = side_coverage(at.x, f->page_x, size(at.dx_x), size(at.dx_y)) *
                   side_coverage(at.y, f->page_y, size(at.dy_x), size(at.dy_y));
      if (f->corner_radius > 0) {
        part = least(part, corner_coverage(&at, f->page_x, f->page_y, f->corner_radius));
      }
      const whole counts = (float)i <= slice->parts;
      part = pick(counts, part, all(0));
      share += part;
      const whole is_seen = wanted & (part > 0);
      if (!is_opaque && any(is_seen)) {
        const lanes seen = mean_alpha(&f->front, at.x, at.y, extent_x(&at), extent_y(&at), is_seen);
        alpha += pick(is_seen, part * seen, all(0));
      }
    }
    low = high;
  }
  if (!is_opaque) alpha /= most(share, all(1e-6f));
  return (struct slice_cover){share / slice->parts, is_opaque ? all(f->opacity) : f->opacity * alpha};
}

// The disc seen from points of the plane, `x` from the caster's foot: half its angle, and the height, −1
// (none) to 1 (all), up to which it stands below the roll's silhouette.
struct base_disc {
  lanes sigma, end;
};

INLINE struct base_disc disc_from_base(const struct curl_frame *f, lanes x, float half) {
  const float r = f->sky.radius, middle_x = f->key_base.middle_x, middle_y = f->key_base.middle_y;
  struct base_disc disc;
  disc.sigma =
      least(most(all(f->key_half_angle), half * middle_x / most(x, all(r))), all(0.5f));
  const lanes square = x * x + r * r;
  const lanes tangent_x = 2 * x * r / square, tangent_y = (x * x - r * r) / square;
  const lanes sine = f->key_across * (tangent_x * middle_y - tangent_y * middle_x);
  const whole is_behind = tangent_x * middle_x + tangent_y * middle_y < 0;
  disc.end =
      pick(is_behind, pick(sine > 0, all(1), all(-1)), held(sine / disc.sigma, -1, 1));
  return disc;
}

// The share of the key light that the sheet hides from points of the plane beyond the fold; `half` is half
// of a pixel's extent along the fold's normal.
OUTLINE lanes key_hidden_from_base(const struct curl_frame *f, lanes x, lanes tau, float half) {
  const struct curl_sky *caster = &f->sky;
  const struct curl_disc *all_of_it = &f->key_base;
  x = most(x - caster->foot, all(1e-4f * caster->radius));
  const struct base_disc disc = disc_from_base(f, x, half);
  whole wanted = disc.end > -1;
  if (!any(wanted)) return all(0);
  const int is_whole = !any((disc.end != 1) | (disc.sigma != all_of_it->sigma));
  struct slice_edge low, high;
  lanes least_lean, most_lean;
  struct slice slice = {disc.sigma, all(0), slice_parts(f, disc.sigma), 1, NULL};
  slice.most_parts = any(slice.parts > 1) ? 4 : 1;
  if (is_whole) {
    low = whole_edge(all_of_it, 0);
    high = whole_edge(all_of_it, CURL_SLICES);
    least_lean = all(all_of_it->low);
    most_lean = all(all_of_it->high);
  } else {
    low = slice_edge_at(f, all_of_it, disc.sigma, all(-1));
    high = slice_edge_at(f, all_of_it, disc.sigma, disc.end);
    least_lean = slice_lean(f, disc.sigma, all(0), all(1), 0);
    most_lean = slice_lean(f, disc.sigma, all(0), all(1), 1);
  }
  struct hit outside = outside_from_base(caster, x, &low);
  struct hit behind = behind_from_base(caster, x, &low);
  const struct hit outside_end = outside_from_base(caster, x, &high);
  const struct hit behind_end = behind_from_base(caster, x, &high);
  const struct view first = disc_view(f, tau, outside, outside_end, least_lean, most_lean);
  const struct view second = disc_view(f, tau, behind, behind_end, least_lean, most_lean);
  const whole no_first = sees_none(f, &first), no_second = sees_none(f, &second);
  lanes hidden = all(0);
  if (f->front.is_opaque && f->opacity == 1) {
    const whole is_full = wanted & (sees_all(f, &first) | sees_all(f, &second));
    hidden = pick(is_full, high.share, hidden);
    wanted &= ~is_full;
  }
  wanted &= ~(no_first & no_second);
  if (!any(wanted)) return hidden;
  const int has_first = any(wanted & ~no_first), has_second = any(wanted & ~no_second);
  lanes sum = all(0), below = all(0), last = all(-1);
  for (int i = 1; i <= CURL_SLICES; i++) {
    const lanes a = -1 + (disc.end + 1) * (float)i / CURL_SLICES;
    slice.a = (a + last) / 2;
    slice.leans = is_whole ? all_of_it->leans[i - 1] : NULL;
    const struct slice_edge edge =
        is_whole ? whole_edge(all_of_it, i) : slice_edge_at(f, all_of_it, disc.sigma, a);
    struct slice_cover covers[2] = {{all(0), all(0)}, {all(0), all(0)}};
    for (int k = 0; k < 2; k++) {
      if (!(k == 0 ? has_first : has_second)) continue;
      const struct hit to =
          k == 0 ? outside_from_base(caster, x, &edge) : behind_from_base(caster, x, &edge);
      const struct slice_cover cover =
          slice_cover(f, tau, &slice, k == 0 ? outside : behind, to, wanted);
      const whole none = k == 0 ? no_first : no_second;
      covers[k] = (struct slice_cover){pick(none, all(0), cover.share), cover.alpha};
      if (k == 0) outside = to;
      else behind = to;
    }
    const lanes both = least(covers[0].share, covers[1].share);
    const lanes covered = covers[0].share * covers[0].alpha + covers[1].share * covers[1].alpha -
                          both * covers[0].alpha * covers[1].alpha;
    sum += (edge.share - below) * covered;
    below = edge.share;
    last = a;
  }
  return pick(wanted, sum, hidden);
}

// The share of the key light that the sheet hides from spots of its front.
OUTLINE lanes key_hidden_from_front(const struct curl_frame *f, const struct sky_spot *at,
                                    float half) {
  (void)half;
  const struct curl_sky *caster = &f->sky;
  const struct curl_disc *disc = &f->key_front;
  const struct slice_edge low = whole_edge(disc, 0), high = whole_edge(disc, CURL_SLICES);
  struct hit from = hit_from_front(caster, at, &low);
  const struct hit end = hit_from_front(caster, at, &high);
  const struct view view = disc_view(f, at->tau, from, end, all(disc->low), all(disc->high));
  whole wanted = ~sees_none(f, &view);
  lanes hidden = all(0);
  if (f->front.is_opaque) {
    const whole is_full = sees_all(f, &view);
    hidden = pick(is_full, all(f->opacity), hidden);
    wanted &= ~is_full;
  }
  if (!any(wanted)) return hidden;
  struct slice slice = {all(disc->sigma), all(0), all((float)disc->parts), disc->parts, NULL};
  lanes sum = all(0);
  for (int i = 1; i <= CURL_SLICES; i++) {
    slice.leans = disc->leans[i - 1];
    const struct slice_edge edge = whole_edge(disc, i);
    const struct hit to = hit_from_front(caster, at, &edge);
    const struct slice_cover cover = slice_cover(f, at->tau, &slice, from, to, wanted);
    const float share = disc->edges[i].share - (i > 1 ? disc->edges[i - 1].share : 0);
    sum += share * cover.share * cover.alpha;
    from = to;
  }
  return pick(wanted, sum, hidden);
}

// The share of the key light that a surface gets without any shadow.
INLINE lanes key_facing(const struct curl_frame *f, lanes lean, lanes rise) {
  const lanes sine = lean * f->key_x + rise * f->key_z;
  const float sigma = f->key_half_angle;
  const lanes above = sine + sigma;
  const lanes setting = least(above * above / (4 * sigma * f->key_z), all(1));
  const lanes facing = pick(sine >= sigma, least(sine / f->key_z, all(1)), setting);
  return pick(sine <= -sigma, all(0), facing);
}

// Strength, 0…1, with which bent paper mirrors the key light into the eye at points (x, tau) of the plane.
INLINE lanes key_glint(const struct curl_frame *f, lanes x, lanes tau, lanes lean, lanes rise) {
  const struct tilt w = view_tilt(f, x, tau);
  const lanes ray = root(1 + (w.x * w.x + w.y * w.y));
  const lanes half_x = f->key_x + w.x / ray, half_y = f->key_y + w.y / ray;
  const lanes half_z = f->key_z + 1 / ray;
  const lanes length =
      root(most(half_x * half_x + half_y * half_y + half_z * half_z, all(1e-12f)));
  const lanes flat = half_z / length;
  const lanes over = most((lean * half_x + rise * half_z) / length - flat, all(0));
  const lanes g = over / most(1 - flat, all(1e-3f));
  return g * g * g * g;
}
