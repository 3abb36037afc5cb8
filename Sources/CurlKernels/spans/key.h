// The key light on the plane and on both sides of a half-turn sheet, for all lanes at once.
#pragma once

#include <stddef.h>

#include "../sky.h"
#include "CurlSpans.h"
#include "alpha.h"
#include "filter.h"
#include "surface.h"

// Twin of Sources/CurlDefinition/Formulas/KeyLight.swift, name by name, which explains the terms; where the twin
// branches, this computes both branches and picks. Points from which the page covers the whole disc, or none
// of it, are decided first. Slices of the whole disc are precomputed for the frame.

// For functions that are called from several places and too long to inline.
#define OUTLINE static __attribute__((noinline))

INLINE lanes disc_share(lanes height) {
  const lanes half_chord = root(most(1 - height * height, all(0)));
  const lanes angle = roll_angle(size(height), half_chord);
  return 0.5f + (height * half_chord + pick(height < 0, -angle, angle)) / HALF_TURN;
}

INLINE lanes skew_beside(float skew, lanes offset) {
  const lanes tangent = offset * (1 + offset * offset / 3);
  return (skew + tangent) / most(1 - skew * tangent, all(0.02f));
}

// An edge of a slice at a height in the disc: the share of the disc below it; sine and cosine of its
// elevation in cross-section; that sine over the caster's radius; the length of its ray from the plane to
// the flap, in all and along the plane.
struct slice_edge {
  lanes share, sine, cosine, rise, way, run;
};

INLINE struct slice_edge slice_edge_at(const struct curl_frame *f, const struct curl_disc *disc,
                                       lanes half_angle, lanes height) {
  const lanes sine = held(half_angle * height / f->key_across, -0.95f, 0.95f);
  const lanes cosine = root(1 - sine * sine);
  struct slice_edge edge;
  edge.share = disc_share(height);
  edge.sine = most(disc->centre_sine * cosine + disc->centre_cosine * sine, all(0.02f));
  edge.cosine = disc->centre_cosine * cosine - disc->centre_sine * sine;
  edge.rise = edge.sine / f->sky.radius;
  edge.way = 2 * f->sky.radius / edge.sine;
  edge.run = edge.way * edge.cosine;
  return edge;
}

// Skew of boundary number `part` of a slice in `parts`; `height` is that of the slice's middle.
INLINE lanes slice_skew(const struct curl_frame *f, lanes half_angle, lanes height, lanes parts,
                        int part) {
  const lanes half_chord = half_angle * root(most(1 - height * height, all(0)));
  return skew_beside(f->key_y / f->key_across, half_chord * (2 * (float)part / parts - 1));
}

// The number of parts along the rulings that slices are cut into.
INLINE lanes slice_parts(const struct curl_frame *f, lanes half_angle) {
  const float skew = f->key_y / f->key_across;
  return pick(half_angle * (1 + skew * skew) > 0.3f, all(4), all(1));
}

// The `i`-th edge of the whole disc.
INLINE struct slice_edge whole_edge(const struct curl_disc *disc, int i) {
  const struct curl_slice *s = &disc->edges[i];
  return (struct slice_edge){all(s->share), all(s->sine), all(s->cosine),
                             all(s->rise),  all(s->way),  all(s->run)};
}

INLINE void fill_disc(const struct curl_frame *f, struct curl_disc *disc) {
  const whole counted = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const lanes i = __builtin_convertvector(counted, lanes), half_angle = all(disc->half_angle);
  const lanes parts = slice_parts(f, half_angle);
  const struct slice_edge edge = slice_edge_at(f, disc, half_angle, -1 + 2 * i / CURL_SLICES);
  disc->parts = (int32_t)parts[0];
  for (int k = 0; k <= CURL_SLICES; k++) {
    disc->edges[k] = (struct curl_slice){edge.share[k], edge.sine[k], edge.cosine[k],
                                         edge.rise[k],  edge.way[k],  edge.run[k]};
  }
  const lanes middle = -1 + (2 * i + 1) / CURL_SLICES;
  for (int part = 0; part <= 4; part++) {
    const lanes skew = slice_skew(f, half_angle, middle, parts, part);
    for (int k = 0; k < CURL_SLICES; k++) disc->skews[k][part] = skew[k];
  }
  const lanes least_skew = slice_skew(f, half_angle, all(0), all(1), 0);
  const lanes most_skew = slice_skew(f, half_angle, all(0), all(1), 1);
  disc->least_skew = least_skew[0];
  disc->most_skew = most_skew[0];
}

// Computes all values of a frame's key light that don't depend on the place.
INLINE void prepare_key(struct curl_frame *f) {
  const float half = (size1(f->normal_x) * f->step_x + size1(f->normal_y) * f->step_y) / 2;
  f->key_base.centre_sine = f->key_front.centre_sine = f->key_z / f->key_across;
  f->key_front.centre_cosine = f->key_x / f->key_across;
  f->key_base.centre_cosine = -f->key_front.centre_cosine;
  const float sine = f->key_front.centre_sine;
  f->key_base.half_angle = least1(f->key_half_angle, 0.5f);
  const float finest = half * sine * sine / (2 * f->sky.radius);
  f->key_front.half_angle = least1(most1(f->key_half_angle, finest), 0.5f);
  fill_disc(f, &f->key_base);
  fill_disc(f, &f->key_front);
}

// Where a ray hits the sheet: arc length, and distance in cross-section.
struct ray_hit {
  lanes arc, distance;
};

// Where a ray first hits the sheet, on the roll's outside, and where it hits the sheet again; `x` counts
// from the caster's axis.
INLINE struct ray_hit first_from_base(const struct curl_sky *caster, lanes x,
                                      const struct slice_edge *edge) {
  const float r = caster->radius;
  const lanes chord_middle = x * edge->cosine + r * edge->sine;
  const lanes second_distance =
      chord_middle + root(most(chord_middle * chord_middle - x * x, all(0)));
  const lanes first_distance = x * x / most(second_distance, all(1e-6f * r));
  return (struct ray_hit){caster_arc(caster, first_distance * edge->rise), first_distance};
}

INLINE struct ray_hit second_from_base(const struct curl_sky *caster, lanes x,
                                       const struct slice_edge *edge) {
  const lanes flap_x = x - edge->run;
  const whole is_flap = flap_x < 0;
  struct ray_hit second = {caster->roll_length - flap_x, edge->way};
  if (!any(~is_flap)) return second;
  const lanes chord_middle = x * edge->cosine + caster->radius * edge->sine;
  const lanes second_distance =
      chord_middle + root(most(chord_middle * chord_middle - x * x, all(0)));
  second.arc = pick(is_flap, second.arc, caster_arc(caster, second_distance * edge->rise));
  second.distance = pick(is_flap, second.distance, second_distance);
  return second;
}

// Where a ray from the front hits the sheet.
INLINE struct ray_hit hit_from_front(const struct curl_sky *caster, const struct sky_spot *at,
                                     const struct slice_edge *edge) {
  const float r = caster->radius;
  const lanes part = (2 * r - at->y) / (2 * r);
  struct ray_hit hit = {all(0), edge->way * part};
  const lanes flap_x = at->x + edge->run * part;
  const whole is_flap = flap_x < 0;
  hit.arc = caster->roll_length - flap_x;
  if (!any(~is_flap)) return hit;
  const lanes chord_middle = (r - at->y) * edge->sine - at->x * edge->cosine;
  const lanes power = pick(at->sine > 0, all(0), at->x * at->x);
  const lanes distance =
      chord_middle + root(most(chord_middle * chord_middle - power, all(0)));
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
INLINE struct view disc_view(const struct curl_frame *f, lanes tau, struct ray_hit low,
                             struct ray_hit high, lanes least_skew, lanes most_skew) {
  const lanes near = least(low.distance, high.distance), far = most(low.distance, high.distance);
  const lanes first = least(low.arc, high.arc), last = most(low.arc, high.arc);
  const lanes before = tau + least(near * least_skew, far * least_skew);
  const lanes after = tau + most(near * most_skew, far * most_skew);
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

// A slice of the disc: the disc's half-angle, the height of the slice's middle, and its parts along the
// rulings.
struct slice {
  lanes half_angle, height, parts;
  int most_parts;
  // Skews of the parts' boundaries for the whole disc; null if the slice is of a part of the disc.
  const float *skews;
};

struct slice_cover {
  lanes share, alpha;
};

// Cover of a slice's strip by the sheet: the share of the strip that lies on the page, and the sheet's mean
// alpha there. Lanes that aren't `wanted` are undefined.
INLINE struct slice_cover slice_cover(const struct curl_frame *f, lanes tau,
                                      const struct slice *slice, struct ray_hit from,
                                      struct ray_hit to, whole wanted) {
  const lanes distance = (from.distance + to.distance) / 2, arc = (from.arc + to.arc) / 2;
  const lanes across = size(to.arc - from.arc);
  const float nx = f->normal_x, ny = f->normal_y;
  const int is_opaque = f->front.is_opaque;
  lanes share = all(0), alpha = all(0), low_skew = all(0);
  for (int i = 0; i <= slice->most_parts; i++) {
    const lanes high_skew =
        slice->skews ? all(slice->skews[i])
                     : slice_skew(f, slice->half_angle, slice->height, slice->parts, i);
    if (i > 0) {
      const lanes along = distance * (high_skew - low_skew);
      const lanes place = tau + distance * (low_skew + high_skew) / 2;
      struct footprint part;
      part.x = f->fold_x + arc * nx - place * ny;
      part.y = f->fold_y + arc * ny + place * nx;
      part.dx_x = nx * across;
      part.dx_y = -ny * along;
      part.dy_x = ny * across;
      part.dy_y = nx * along;
      lanes coverage = side_coverage(part.x, f->page_x, size(part.dx_x), size(part.dx_y)) *
                       side_coverage(part.y, f->page_y, size(part.dy_x), size(part.dy_y));
      if (f->corner_radius > 0) {
        coverage =
            least(coverage, corner_coverage(&part, f->page_x, f->page_y, f->corner_radius));
      }
      const whole counts = (float)i <= slice->parts;
      coverage = pick(counts, coverage, all(0));
      share += coverage;
      const whole is_seen = wanted & (coverage > 0);
      if (!is_opaque && any(is_seen)) {
        // Near the fold the parts are narrower than a pixel: a box is wider by one.
        const lanes wide = f->step_x + extent_x(&part), high = f->step_y + extent_y(&part);
        const lanes seen = mean_alpha(&f->front, part.x, part.y, wide, high, is_seen);
        alpha += pick(is_seen, coverage * seen, all(0));
      }
    }
    low_skew = high_skew;
  }
  if (!is_opaque) alpha /= most(share, all(1e-6f));
  return (struct slice_cover){share / slice->parts, is_opaque ? all(f->opacity) : f->opacity * alpha};
}

// The disc seen from points of the plane, `x` from the caster's axis: half its angle, and the height in it
// of the roll's silhouette, −1 (the roll hides nothing) to 1.
struct base_disc {
  lanes half_angle, silhouette_height;
};

INLINE struct base_disc disc_from_base(const struct curl_frame *f, lanes x, float half) {
  const float r = f->sky.radius;
  const float centre_sine = f->key_base.centre_sine, centre_cosine = f->key_base.centre_cosine;
  struct base_disc disc;
  disc.half_angle =
      least(most(all(f->key_half_angle), half * centre_sine / most(x, all(r))), all(0.5f));
  const lanes square = x * x + r * r;
  const lanes silhouette_sine = 2 * x * r / square, silhouette_cosine = (x * x - r * r) / square;
  const lanes sine =
      f->key_across * (silhouette_sine * centre_cosine - silhouette_cosine * centre_sine);
  const whole is_behind = silhouette_sine * centre_sine + silhouette_cosine * centre_cosine < 0;
  disc.silhouette_height =
      pick(is_behind, pick(sine > 0, all(1), all(-1)), held(sine / disc.half_angle, -1, 1));
  return disc;
}

// The share of the key light that the sheet hides from points of the plane beyond the fold; `half` is half
// of a pixel's extent along the fold's normal.
OUTLINE lanes key_hidden_from_base(const struct curl_frame *f, lanes x, lanes tau, float half) {
  const struct curl_sky *caster = &f->sky;
  const struct curl_disc *all_of_it = &f->key_base;
  x = most(x - caster->axis_x, all(1e-4f * caster->radius));
  const struct base_disc disc = disc_from_base(f, x, half);
  whole wanted = disc.silhouette_height > -1;
  if (!any(wanted)) return all(0);
  const int is_whole =
      !any((disc.silhouette_height != 1) | (disc.half_angle != all_of_it->half_angle));
  struct slice_edge low, high;
  lanes least_skew, most_skew;
  struct slice slice = {disc.half_angle, all(0), slice_parts(f, disc.half_angle), 1, NULL};
  slice.most_parts = any(slice.parts > 1) ? 4 : 1;
  if (is_whole) {
    low = whole_edge(all_of_it, 0);
    high = whole_edge(all_of_it, CURL_SLICES);
    least_skew = all(all_of_it->least_skew);
    most_skew = all(all_of_it->most_skew);
  } else {
    low = slice_edge_at(f, all_of_it, disc.half_angle, all(-1));
    high = slice_edge_at(f, all_of_it, disc.half_angle, disc.silhouette_height);
    least_skew = slice_skew(f, disc.half_angle, all(0), all(1), 0);
    most_skew = slice_skew(f, disc.half_angle, all(0), all(1), 1);
  }
  struct ray_hit previous_first = first_from_base(caster, x, &low);
  struct ray_hit previous_second = second_from_base(caster, x, &low);
  const struct ray_hit first_end = first_from_base(caster, x, &high);
  const struct ray_hit second_end = second_from_base(caster, x, &high);
  const struct view first_view =
      disc_view(f, tau, previous_first, first_end, least_skew, most_skew);
  const struct view second_view =
      disc_view(f, tau, previous_second, second_end, least_skew, most_skew);
  const whole no_first = sees_none(f, &first_view), no_second = sees_none(f, &second_view);
  lanes hidden = all(0);
  if (f->front.is_opaque && f->opacity == 1) {
    const whole is_full = wanted & (sees_all(f, &first_view) | sees_all(f, &second_view));
    hidden = pick(is_full, high.share, hidden);
    wanted &= ~is_full;
  }
  wanted &= ~(no_first & no_second);
  if (!any(wanted)) return hidden;
  const int has_first = any(wanted & ~no_first), has_second = any(wanted & ~no_second);
  lanes sum = all(0), previous_share = all(0), previous_height = all(-1);
  for (int i = 1; i <= CURL_SLICES; i++) {
    const lanes height = -1 + (disc.silhouette_height + 1) * (float)i / CURL_SLICES;
    slice.height = (height + previous_height) / 2;
    slice.skews = is_whole ? all_of_it->skews[i - 1] : NULL;
    const struct slice_edge edge =
        is_whole ? whole_edge(all_of_it, i) : slice_edge_at(f, all_of_it, disc.half_angle, height);
    struct slice_cover covers[2] = {{all(0), all(0)}, {all(0), all(0)}};
    for (int k = 0; k < 2; k++) {
      if (!(k == 0 ? has_first : has_second)) continue;
      const struct ray_hit hit =
          k == 0 ? first_from_base(caster, x, &edge) : second_from_base(caster, x, &edge);
      const struct slice_cover cover =
          slice_cover(f, tau, &slice, k == 0 ? previous_first : previous_second, hit, wanted);
      const whole none = k == 0 ? no_first : no_second;
      covers[k] = (struct slice_cover){pick(none, all(0), cover.share), cover.alpha};
      if (k == 0) previous_first = hit;
      else previous_second = hit;
    }
    const lanes overlap = least(covers[0].share, covers[1].share);
    const lanes covered = covers[0].share * covers[0].alpha + covers[1].share * covers[1].alpha -
                          overlap * covers[0].alpha * covers[1].alpha;
    sum += (edge.share - previous_share) * covered;
    previous_share = edge.share;
    previous_height = height;
  }
  return pick(wanted, sum, hidden);
}

// The share of the key light that the sheet hides from spots of its front.
OUTLINE lanes key_hidden_from_front(const struct curl_frame *f, const struct sky_spot *at) {
  const struct curl_sky *caster = &f->sky;
  const struct curl_disc *disc = &f->key_front;
  const struct slice_edge low = whole_edge(disc, 0), high = whole_edge(disc, CURL_SLICES);
  struct ray_hit previous_hit = hit_from_front(caster, at, &low);
  const struct ray_hit end_hit = hit_from_front(caster, at, &high);
  const struct view view = disc_view(f, at->tau, previous_hit, end_hit, all(disc->least_skew),
                                     all(disc->most_skew));
  whole wanted = ~sees_none(f, &view);
  lanes hidden = all(0);
  if (f->front.is_opaque) {
    const whole is_full = sees_all(f, &view);
    hidden = pick(is_full, all(f->opacity), hidden);
    wanted &= ~is_full;
  }
  if (!any(wanted)) return hidden;
  struct slice slice = {all(disc->half_angle), all(0), all((float)disc->parts), disc->parts, NULL};
  lanes sum = all(0);
  for (int i = 1; i <= CURL_SLICES; i++) {
    slice.skews = disc->skews[i - 1];
    const struct slice_edge edge = whole_edge(disc, i);
    const struct ray_hit hit = hit_from_front(caster, at, &edge);
    const struct slice_cover cover = slice_cover(f, at->tau, &slice, previous_hit, hit, wanted);
    const float share = disc->edges[i].share - (i > 1 ? disc->edges[i - 1].share : 0);
    sum += share * cover.share * cover.alpha;
    previous_hit = hit;
  }
  return pick(wanted, sum, hidden);
}

// The share of the key light that a surface gets without any shadow.
INLINE lanes key_facing(const struct curl_frame *f, lanes lean, lanes rise) {
  const lanes sine = lean * f->key_x + rise * f->key_z;
  const float half_angle = f->key_half_angle;
  const lanes above = sine + half_angle;
  const lanes setting = least(above * above / (4 * half_angle * f->key_z), all(1));
  const lanes facing = pick(sine >= half_angle, least(sine / f->key_z, all(1)), setting);
  return pick(sine <= -half_angle, all(0), facing);
}

// Strength, 0…1, with which bent paper mirrors the key light into the eye at points (x, tau) of the plane.
INLINE lanes key_glint(const struct curl_frame *f, lanes x, lanes tau, lanes lean, lanes rise) {
  const struct tilt w = view_tilt(f, x, tau);
  const lanes ray = root(1 + (w.x * w.x + w.y * w.y));
  // The bisector of the directions to the light and to the eye.
  const lanes bisector_x = f->key_x + w.x / ray, bisector_y = f->key_y + w.y / ray;
  const lanes bisector_z = f->key_z + 1 / ray;
  const lanes square =
      bisector_x * bisector_x + bisector_y * bisector_y + bisector_z * bisector_z;
  const lanes length = root(most(square, all(1e-12f)));
  const lanes flat = bisector_z / length;
  const lanes over = most((lean * bisector_x + rise * bisector_z) / length - flat, all(0));
  // Rounding would pass 1.
  const lanes gain = least(over / most(1 - flat, all(1e-3f)), all(1));
  return gain * gain * gain * gain;
}
