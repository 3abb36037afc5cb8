#include "edge_taps.h"

// Twin of `tapSpot` in Surface.swift, for the lower side; `isUnder`: of a thick sheet's outside, which the
// plane cuts off.
INLINE void spot(const struct curl_fold *fold, const int isUnder, lanes x, lanes reach, lanes *arc,
                 lanes *slope) {
  const float radius = fold->radius;
  const whole cut = x + reach > radius;
  const lanes low = pick(cut, least(x - reach, all(radius)), x);
  const lanes square = (radius - low) * (radius + low);
  const lanes held = most(most(square, fold->chord_slope * reach / 2), all(1e-12f));
  const float paper = radius * fold->arc_scale;
  // The axis lies `paper` above the plane, at which the outside is cut off: beyond, a ray ends on the plane.
  const lanes chord = root(most(square, all(0)));
  const lanes height = isUnder ? least(chord, all(paper)) : chord;
  const lanes bent = paper * arctangent(most(low, all(0)), height);
  const whole flat = low <= 0;
  const lanes at = pick(flat, low, bent);
  const float top = paper * 1.57079632679489662f;
  const lanes per_reach = 0.5f / reach, thinning = least(paper * per_reach, all(1));
  const lanes thin = size(at - top) * (1 - 0.1835034f * thinning) * per_reach;
  *arc = pick(cut, top + (at - top) * (0.5f + thinning / 6), at);
  lanes steep = paper / root(held);
  if (isUnder) steep = pick(chord > paper, paper * paper / (low * low + paper * paper), steep);
  *slope = pick(cut, thin, pick(flat, all(1), steep));
}

INLINE void spots(const struct curl_fold *fold, const float *distances, int64_t count, float reach,
                  float *arcs, float *slopes) {
  for (int64_t i = 0; i < count; i += LANES) {
    lanes arc, slope;
    spot(fold, 0, loaded(distances + i), all(reach), &arc, &slope);
    stored(arc, arcs + i);
    stored(slope, slopes + i);
  }
}

WIDER(spots,
      (const struct curl_fold *fold, const float *distances, int64_t count, float reach, float *arcs,
       float *slopes),
      fold, distances, count, reach, arcs, slopes)

void curl_spots(int32_t width, const struct curl_fold *fold, const float *distances, int64_t count,
                float reach, float *arcs, float *slopes) {
  CALL_WIDER(width, spots, fold, distances, count, reach, arcs, slopes);
  spots(fold, distances, count, reach, arcs, slopes);
}

// Vectors of taps whose blocks are computed before their texels are added: a processor overlaps many such
// short steps.
#define STEP 8
// Pixels whose taps are computed together, and the number of their taps that no further pixel is added to.
#define MOST_PIXELS 32
#define ENOUGH (STEP * LANES)
#define MOST_IN_ALL (ENOUGH + CURL_MOST_TAPS + LANES)

// Taps of some pixels: distances from the fold line, places along the rulings, shares of the pixel before the
// silhouette and in all, sides and half-extents. The last of each pixel's taps comes before `ends`.
struct taps {
  float x[MOST_IN_ALL], tau[MOST_IN_ALL], weight[MOST_IN_ALL], all[MOST_IN_ALL];
  float box_x[MOST_IN_ALL], box_y[MOST_IN_ALL], reach[MOST_IN_ALL];
  int32_t pixels, ends[MOST_PIXELS];
};

INLINE int32_t first_tap(const struct taps *it, int32_t pixel) {
  return pixel == 0 ? 0 : it->ends[pixel - 1];
}

// Adds a pixel's taps before the silhouette, without gaps.
INLINE void place(const struct curl_fold *fold, const struct curl_cut *cut, struct taps *to) {
  const float nx = fold->normal_x, ny = fold->normal_y;
  const int isDown = cut->down > cut->across;
  const int32_t row = isDown ? cut->down : cut->across, count = cut->across * cut->down;
  const lanes along_x = all(__builtin_fabsf(nx) * cut->box_x);
  const lanes along_y = all(__builtin_fabsf(ny) * cut->box_y);
  const float per_row = 1 / (float)row;
  int32_t n = first_tap(to, to->pixels);
  for (int32_t from = 0; from < count; from += LANES) {
    const whole place = (whole){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + from;
    const whole j = __builtin_convertvector(
        (__builtin_convertvector(place, lanes) + 0.5f) * per_row, whole);
    const lanes it = __builtin_convertvector(place - j * row, lanes) + 0.5f;
    const lanes other = __builtin_convertvector(j, lanes) + 0.5f;
    const lanes ox = (isDown ? other : it) * cut->box_x - (float)cut->across * cut->box_x / 2;
    const lanes oy = (isDown ? it : other) * cut->box_y - (float)cut->down * cut->box_y / 2;
    const lanes x = cut->x + (ox * nx + oy * ny), tau = cut->tau + (oy * nx - ox * ny);
    const lanes held = cut->weight * coverage(fold->radius - x, along_x, along_y);
    const lanes weight = pick(place < count, held, all(0));
    stored(x, to->x + n);
    stored(tau, to->tau + n);
    stored(weight, to->weight + n);
    stored(all(cut->weight), to->all + n);
    stored(all(cut->box_x), to->box_x + n);
    stored(all(cut->box_y), to->box_y + n);
    stored(all(cut->reach), to->reach + n);
    uint32_t seen = bits(weight > 0);
    const int32_t first = n;
    // Those up to the first gap stay where they are.
    n += __builtin_ctz(~seen);
    for (seen &= seen + 1; seen; seen &= seen - 1) {
      const int32_t i = first + __builtin_ctz(seen);
      to->x[n] = to->x[i];
      to->tau[n] = to->tau[i];
      to->weight[n++] = to->weight[i];
    }
  }
  to->ends[to->pixels++] = n;
}

// Where taps see a side of one surface of the sheet.
INLINE struct feet feet_of(const struct curl_fold *fold, const int isUpper, const int isUnder, lanes x,
                           lanes tau, lanes reach, lanes box_x, lanes box_y) {
  const float nx = fold->normal_x, ny = fold->normal_y;
  const float roll = 3.14159265358979f * fold->radius * fold->arc_scale;
  lanes arc, slope;
  spot(fold, isUnder, x, reach, &arc, &slope);
  // The page point's change along the tap's sides: across the rulings `ax`, `ay`, along them `bx`, `by`.
  const lanes bx = -ny * box_x, by = nx * box_y;
  const lanes ax = slope * nx * box_x, ay = slope * ny * box_y;
  const lanes x0 = fold->fold_x - tau * ny, y0 = fold->fold_y + tau * nx;
  const lanes away = isUpper ? roll - arc : arc;
  struct feet at = {x0 + away * nx, y0 + away * ny, {}, {}};
  if (isUpper) {
    at.dx[0] = -ny * bx - nx * ax, at.dx[1] = -ny * by - nx * ay;
    at.dy[0] = nx * bx - ny * ax, at.dy[1] = nx * by - ny * ay;
  } else {
    at.dx[0] = -ny * bx + nx * ax, at.dx[1] = -ny * by + nx * ay;
    at.dy[0] = nx * bx + ny * ax, at.dy[1] = nx * by + ny * ay;
  }
  return at;
}

// The greatest share of taps that lies on the page between the two surfaces of a thick sheet. Twin of
// `slabShare` in FramePainter.swift.
INLINE lanes in_slab(const struct curl_map *map, const struct feet *from, const struct feet *to) {
  lanes high = all(0);
  // A tap that fills the slab at one depth needs no other.
  for (int i = 1; i <= 6 && bits(high < 1); i++) {
    const float t = (float)i / 6;
    struct feet at = {from->x + t * (to->x - from->x), from->y + t * (to->y - from->y), {}, {}};
    for (int k = 0; k < 2; k++) {
      at.dx[k] = from->dx[k] + t * (to->dx[k] - from->dx[k]);
      at.dy[k] = from->dy[k] + t * (to->dy[k] - from->dy[k]);
    }
    high = most(high, on_page(map, &at));
  }
  return high;
}

// The surfaces of the bent sheet; of a thin one they are the same.
struct surfaces {
  const struct curl_fold *outer, *inner;
};

// Looks at all taps. Twin of `add` in FramePainter.swift.
INLINE void look_all(int isWide, struct surfaces surfaces, struct taps *taps, const int isCut,
                     const int isThick, const struct curl_side *upper, const struct curl_side *lower,
                     struct curl_seen *above, struct curl_seen *below) {
  const struct curl_fold *outer = surfaces.outer, *inner = surfaces.inner;
  const float nx = __builtin_fabsf(outer->normal_x), ny = __builtin_fabsf(outer->normal_y);
  const int32_t count = first_tap(taps, taps->pixels);
  // What fills up the last vector weighs nothing.
  for (int32_t i = count; i % LANES != 0; i++) {
    taps->x[i] = taps->tau[i] = taps->weight[i] = taps->all[i] = 0;
    taps->box_x[i] = taps->box_y[i] = taps->reach[i] = 1;
  }
  int32_t pixel = 0;
  for (int32_t from = 0; from < count; from += STEP * LANES) {
    struct looked uppers[STEP], lowers[STEP];
    const int32_t end = count - from < STEP * LANES ? count : from + STEP * LANES;
    for (int32_t i = from, v = 0; i < end; i += LANES, v++) {
      const lanes x = loaded(taps->x + i), tau = loaded(taps->tau + i);
      const lanes reach = loaded(taps->reach + i), weight = loaded(taps->weight + i);
      const lanes box_x = loaded(taps->box_x + i), box_y = loaded(taps->box_y + i);
      lanes rest = all(1);
      if (upper) {
        const struct feet at = feet_of(outer, 1, 0, x, tau, reach, box_x, box_y);
        const lanes share = look(upper, isCut, &at, weight, uppers + v);
        rest -= share;
        if (isThick && bits(rest > 0)) {
          // A ray that meets the slab further in, but not on its surface, sees its edge.
          const struct feet deep = feet_of(inner, 1, 0, x, tau, reach, box_x, box_y);
          const lanes edge = most(in_slab(&upper->map, &at, &deep) - share, all(0));
          uppers[v].edge = numbered(weight * edge);
          rest -= edge;
        }
      }
      if (!lower) continue;
      lowers[v].block.taps = 0;
      lowers[v].edge = (whole){0};
      if (!bits(rest > 0)) continue;
      const struct feet at = feet_of(inner, 0, 0, x, tau, reach, box_x, box_y);
      if (!isThick) {
        look(lower, isCut, &at, weight * rest, lowers + v);
        continue;
      }
      // The inside ends at its own silhouette.
      const lanes inside =
          loaded(taps->all + i) * coverage(inner->radius - x, nx * box_x, ny * box_y);
      const lanes share = look(lower, 1, &at, inside * rest, lowers + v);
      const struct feet deep = feet_of(outer, 0, 1, x, tau, reach, box_x, box_y);
      const lanes edge = weight * in_slab(&lower->map, &at, &deep) - inside * share;
      lowers[v].edge = numbered(pick(x > 0, most(edge * rest, all(0)), all(0)));
    }
    for (int32_t first = from; first < end;) {
      while (taps->ends[pixel] <= first) pixel++;
      const int32_t last = taps->ends[pixel] < end ? taps->ends[pixel] : end;
      if (upper) add(isWide, upper, uppers, first - from, last - from, above + pixel);
      if (lower) add(isWide, lower, lowers, first - from, last - from, below + pixel);
      first = last;
    }
  }
  taps->pixels = 0;
}

INLINE void edges(int isWide, struct surfaces surfaces, const struct curl_cut *cuts, int64_t count,
                  const int isCut, const int isThick, const struct curl_side *upper,
                  const struct curl_side *lower, struct curl_seen *above, struct curl_seen *below) {
  struct taps taps;
  taps.pixels = 0;
  for (int64_t i = 0; i < count; i++) {
    place(surfaces.outer, cuts + i, &taps);
    const int32_t pixels = taps.pixels;
    if (i + 1 < count && pixels < MOST_PIXELS && first_tap(&taps, pixels) < ENOUGH) continue;
    look_all(isWide, surfaces, &taps, isCut, isThick, upper, lower, above, below);
    above += pixels;
    below += pixels;
  }
}

INLINE void every(int isWide, struct surfaces surfaces, const struct curl_cut *cuts, int64_t count,
                  int isCut, const struct curl_side *upper, const struct curl_side *lower,
                  struct curl_seen *above, struct curl_seen *below) {
  if (isCut && surfaces.outer->radius != surfaces.inner->radius) {
    edges(isWide, surfaces, cuts, count, 1, 1, upper, lower, above, below);
  } else if (isCut) {
    edges(isWide, surfaces, cuts, count, 1, 0, upper, lower, above, below);
  } else if (upper) {
    edges(isWide, surfaces, cuts, count, 0, 0, upper, 0, above, below);
  } else {
    edges(isWide, surfaces, cuts, count, 0, 0, 0, lower, above, below);
  }
}

WIDER(every,
      (struct surfaces surfaces, const struct curl_cut *cuts, int64_t count, int isCut,
       const struct curl_side *upper, const struct curl_side *lower, struct curl_seen *above,
       struct curl_seen *below),
      1, surfaces, cuts, count, isCut, upper, lower, above, below)

void curl_edges(int32_t width, const struct curl_fold *outer, const struct curl_fold *inner,
                const struct curl_cut *cuts, int64_t count, int isCut, const struct curl_side *upper,
                const struct curl_side *lower, struct curl_seen *above, struct curl_seen *below) {
  const struct curl_seen nothing = {{0}, 0, 0};
  const struct surfaces surfaces = {outer, inner};
  for (int64_t i = 0; i < count; i++) above[i] = below[i] = nothing;
  CALL_WIDER(width, every, surfaces, cuts, count, isCut, upper, lower, above, below);
  every(0, surfaces, cuts, count, isCut, upper, lower, above, below);
}

// The pixels' taps, four by four.
INLINE void quarters_of(int isWide, const struct curl_quarters *it, const float *points, int64_t count,
                        const struct curl_side *side, struct curl_seen *seen) {
  struct feet at = {{0}, {0}, {all(it->dx[0]), all(it->dx[1])}, {all(it->dy[0]), all(it->dy[1])}};
  for (int64_t i = 0; i < count; i += LANES / 4) {
    const int64_t some = count - i < LANES / 4 ? count - i : LANES / 4;
    float x[LANES], y[LANES], weight[LANES];
    for (int k = 0; k < LANES; k++) {
      const int64_t pixel = i + (k / 4 < some ? k / 4 : 0);
      x[k] = points[2 * pixel] + it->x[k % 4];
      y[k] = points[2 * pixel + 1] + it->y[k % 4];
      weight[k] = k / 4 < some ? 0.25f : 0;
    }
    struct looked taps;
    at.x = loaded(x), at.y = loaded(y);
    look(side, 1, &at, loaded(weight), &taps);
    for (int64_t k = 0; k < some; k++) {
      const int32_t first = 4 * (int32_t)k;
      add(isWide, side, &taps, first, first + 4, seen + i + k);
    }
  }
}

WIDER(quarters_of,
      (const struct curl_quarters *it, const float *points, int64_t count, const struct curl_side *side,
       struct curl_seen *seen),
      1, it, points, count, side, seen)

void curl_flap_edges(int32_t width, const struct curl_quarters *quarters, const float *points,
                     int64_t count, const struct curl_side *side, struct curl_seen *seen) {
  const struct curl_seen nothing = {{0}, 0, 0};
  for (int64_t i = 0; i < count; i++) seen[i] = nothing;
  CALL_WIDER(width, quarters_of, quarters, points, count, side, seen);
  quarters_of(0, quarters, points, count, side, seen);
}
