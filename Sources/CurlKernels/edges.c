#include "CurlEdges.h"

#include "blocks.h"

// Twin of `tapSpot` in Surface.swift, for the lower side.
INLINE void spot(const struct curl_fold *fold, lanes x, float reach, lanes *arc, lanes *slope) {
  const float radius = fold->radius;
  const whole cut = x + reach > radius;
  const lanes low = pick(cut, least(x - reach, all(radius)), x);
  const lanes square = (radius - low) * (radius + low);
  const lanes held = most(most(square, all(fold->chord_slope * reach / 2)), all(1e-12f));
  const lanes bent = radius * arctangent(most(low, all(0)), root(most(square, all(0))));
  const whole flat = low <= 0;
  const lanes at = pick(flat, low, bent);
  const float top = radius * 1.57079632679489662f;
  const float half = radius / (2 * reach), thinning = half < 1 ? half : 1;
  const float mean = 0.5f + thinning / 6;
  const lanes thin = size(at - top) * (1 - 0.1835034f * thinning) / (2 * reach);
  *arc = pick(cut, top + (at - top) * mean, at);
  *slope = pick(cut, thin, pick(flat, all(1), radius / root(held)));
}

INLINE void spots(const struct curl_fold *fold, const float *distances, int64_t count, float reach,
                  float *arcs, float *slopes) {
  for (int64_t i = 0; i < count; i += LANES) {
    lanes x, arc, slope;
    __builtin_memcpy(&x, distances + i, sizeof x);
    spot(fold, x, reach, &arc, &slope);
    __builtin_memcpy(arcs + i, &arc, sizeof arc);
    __builtin_memcpy(slopes + i, &slope, sizeof slope);
  }
}

WIDE static void spots_wide(const struct curl_fold *fold, const float *distances, int64_t count,
                            float reach, float *arcs, float *slopes) {
  spots(fold, distances, count, reach, arcs, slopes);
}

void curl_spots(int isWide, const struct curl_fold *fold, const float *distances, int64_t count,
                float reach, float *arcs, float *slopes) {
  if (isWide) return spots_wide(fold, distances, count, reach, arcs, slopes);
  spots(fold, distances, count, reach, arcs, slopes);
}

// Twin of `halfPlaneCoverage` in Surface.swift.
INLINE lanes coverage(lanes d, lanes a, lanes b) {
  const lanes far = (a + b) / 2, rest = far - size(d);
  const lanes corner = rest * rest / (2 * a * b);
  const lanes bevel = pick(d > 0, 1 - corner, corner);
  const lanes side = pick(size(d) <= size(a - b) / 2, 0.5f + d / most(a, b), bevel);
  return pick(d >= far, all(1), pick(d <= -far, all(0), side));
}

// A side's taps so far: the sum of texels times weights, where a pixel's weights add up to 2^15, and the
// share of the pixel that the taps fill.
struct seen {
  const struct curl_page *page;
  const struct curl_map *map;
  int32_t sum[4];
  // One sum per lane.
  lanes coverage;
};

// Ends of boxes that nearly lie at a texel's edge are drawn to it; see `SNAP` in spans/filter.h.
INLINE lanes at_edge(lanes at) {
  const lanes edge = (at + 0x1.8p23f) - 0x1.8p23f;
  const lanes away = size(at - edge), left = most(2 * away - 1.0f / 256, all(0));
  return pick(away < 1.0f / 256, pick(at < edge, edge - left, edge + left), at);
}

INLINE void snap(lanes *low, lanes *extent) {
  const whole is_large = *extent >= 0.5f;
  const lanes a = at_edge(*low), b = at_edge(*low + *extent);
  *low = pick(is_large, a, *low);
  *extent = pick(is_large, b - a, *extent);
}

// Clips boxes along an axis to the page, texels, but to no less than 1/64 texel.
INLINE void within(lanes *low, lanes *extent, float start, float end) {
  const lanes a = *low, b = a + *extent;
  const whole inside = (a >= start) & (b <= end);
  const lanes first = most(least(a, all(end)), all(start));
  const lanes last = most(least(b, all(end)), all(start));
  const lanes length = most(last - first, all(1.0f / 64));
  *low = pick(inside, a, least(first, end - length));
  *extent = pick(inside, *extent, length);
}

// Adds the texels of a box of any size, one by one.
static void add_broad(struct seen *to, float x, float y, float wide, float high, float weight) {
  const float end_x = x + wide, end_y = y + high, parts = weight * 32767 / (wide * high);
  for (int32_t j = (int32_t)y; (float)j < end_y && (float)j < to->map->end_y; j++) {
    const float low = (float)j > y ? (float)j : y;
    const float down = ((float)j + 1 < end_y ? (float)j + 1 : end_y) - low;
    for (int32_t i = (int32_t)x; (float)i < end_x && (float)i < to->map->end_x; i++) {
      const float from = (float)i > x ? (float)i : x;
      const float across = ((float)i + 1 < end_x ? (float)i + 1 : end_x) - from;
      const int32_t share = (int32_t)(across * down * parts + 0.5f);
      const uint16_t *texel = to->page->texels + 4 * (j * to->page->stride + i);
      for (int c = 0; c < 4; c++) to->sum[c] += share * texel[c];
    }
  }
}

#if defined(__x86_64__)
// Adds the texels of `count` blocks.
INLINE WIDE void add_blocks_of(struct seen *to, const struct block *blocks, int32_t count,
                               const int rows) {
  __m256i sums[4];
  for (int j = 0; j < 4; j++) sums[j] = _mm256_setzero_si256();
  for (int32_t v = 0; v < count; v++) {
    for (uint32_t taps = blocks[v].taps; taps; taps &= taps - 1) {
      add_block_wide(blocks + v, __builtin_ctz(taps), to->page->texels, to->page->stride, rows,
                     sums);
    }
  }
  add_sums(sums, rows, to->sum);
}

WIDE static void add_blocks_wide(struct seen *to, const struct block *blocks, int32_t count) {
  if (to->page->rows == 3) return add_blocks_of(to, blocks, count, 3);
  add_blocks_of(to, blocks, count, 4);
}
#endif

static void add_blocks(struct seen *to, const struct block *blocks, int32_t count) {
  for (int32_t v = 0; v < count; v++) {
    for (uint32_t taps = blocks[v].taps; taps; taps &= taps - 1) {
      add_block(blocks + v, __builtin_ctz(taps), to->page->texels, to->page->stride, to->page->rows,
                to->sum);
    }
  }
}

INLINE void add_all(int isWide, struct seen *to, const struct block *blocks, int32_t count) {
#if defined(__x86_64__)
  if (isWide) return add_blocks_wide(to, blocks, count);
#endif
  add_blocks(to, blocks, count);
}

// Finds the blocks of taps at page points p, which change by dx and dy along the taps' sides. Returns the
// taps' shares on the page; 1 unless `isCut`.
INLINE lanes look(const struct curl_fold *fold, int isCut, lanes px, lanes py, const lanes dx[2],
                  const lanes dy[2], lanes weight, float flip_x, float flip_y, struct seen *to,
                  struct block *block) {
  const lanes ax = size(dx[0]), bx = size(dx[1]), ay = size(dy[0]), by = size(dy[1]);
  lanes wide = root(ax * ax + bx * bx), high = root(ay * ay + by * by);
  const struct curl_map *map = to->map;
  wide *= map->scale_x;
  high *= map->scale_y;
  lanes x = (flip_x < 0 ? fold->page_x - px : px) * map->scale_x + map->offset_x - wide / 2;
  lanes y = (flip_y < 0 ? fold->page_y - py : py) * map->scale_y + map->offset_y - high / 2;
  if (to->page->snaps) {
    snap(&x, &wide);
    snap(&y, &high);
  }
  lanes share = all(1);
  if (isCut) {
    const lanes across = coverage(px, ax, bx) + coverage(fold->page_x - px, ax, bx) - 1;
    const lanes down = coverage(py, ay, by) + coverage(fold->page_y - py, ay, by) - 1;
    share = most(across, all(0)) * most(down, all(0));
    within(&x, &wide, map->offset_x, map->end_x);
    within(&y, &high, map->offset_y, map->end_y);
  }
  const lanes parts = most(weight * share, all(0));
  *block = blocked(map->end_x, map->end_y, to->page->stride, to->page->rows, x, y, inverse(wide),
                   inverse(high), parts);
  to->coverage += parts;
  const whole broad = (parts > 0) & ((wide > WIDEST) | (high > HIGHEST(to->page->rows)));
  block->taps = bits((parts > 0) & ~broad);
  for (uint32_t taps = bits(broad); taps; taps &= taps - 1) {
    const int k = __builtin_ctz(taps);
    // Boxes may be thin where a sheet is seen edge-on.
    add_broad(to, x[k], y[k], wide[k] > SMALLEST ? wide[k] : SMALLEST,
              high[k] > SMALLEST ? high[k] : SMALLEST, parts[k]);
  }
  return share;
}

// A pixel's taps: distances from the fold line, places along the rulings and shares of the pixel,
// then arc lengths and slopes of the lower side.
struct taps {
  float x[CURL_MOST_TAPS + LANES], tau[CURL_MOST_TAPS + LANES], weight[CURL_MOST_TAPS + LANES];
  float arc[CURL_MOST_TAPS + LANES], slope[CURL_MOST_TAPS + LANES];
};

// Finds the taps before the silhouette; returns their number, rounded up to whole vectors. Padding has
// weight 0.
INLINE int32_t place(const struct curl_fold *fold, const struct curl_cut *cut, struct taps *to) {
  const float nx = fold->normal_x, ny = fold->normal_y;
  const int isDown = cut->down > cut->across;
  const int32_t row = isDown ? cut->down : cut->across, count = cut->across * cut->down;
  const lanes alongX = all((nx < 0 ? -nx : nx) * cut->box_x);
  const lanes alongY = all((ny < 0 ? -ny : ny) * cut->box_y);
  int32_t n = 0;
  for (int32_t from = 0; from < count; from += LANES) {
    const whole place = (whole){0, 1, 2, 3, 4, 5, 6, 7} + from;
    const whole j = __builtin_convertvector(
        (__builtin_convertvector(place, lanes) + 0.5f) / (float)row, whole);
    const lanes it = __builtin_convertvector(place - j * row, lanes) + 0.5f;
    const lanes other = __builtin_convertvector(j, lanes) + 0.5f;
    const lanes ox = (isDown ? other : it) * cut->box_x - (float)cut->across * cut->box_x / 2;
    const lanes oy = (isDown ? it : other) * cut->box_y - (float)cut->down * cut->box_y / 2;
    const lanes x = cut->x + (ox * nx + oy * ny), tau = cut->tau + (oy * nx - ox * ny);
    const lanes held = cut->weight * coverage(fold->radius - x, alongX, alongY);
    const lanes weight = pick(place < count, held, all(0));
    __builtin_memcpy(to->x + n, &x, sizeof x);
    __builtin_memcpy(to->tau + n, &tau, sizeof tau);
    __builtin_memcpy(to->weight + n, &weight, sizeof weight);
    uint32_t seen = bits(weight > 0);
    if (seen == 255) {
      n += LANES;
      continue;
    }
    const int32_t first = n;
    for (; seen; seen &= seen - 1) {
      const int32_t i = first + __builtin_ctz(seen);
      to->x[n] = to->x[i];
      to->tau[n] = to->tau[i];
      to->weight[n++] = to->weight[i];
    }
  }
  const int32_t all_of_them = (n + LANES - 1) / LANES * LANES;
  for (int32_t i = n; i < all_of_them; i++) {
    to->x[i] = to->tau[i] = to->weight[i] = 0;
  }
  return all_of_them;
}

INLINE lanes loaded(const float *from) {
  lanes it;
  __builtin_memcpy(&it, from, sizeof it);
  return it;
}

// Vectors whose blocks are computed before their texels are added: a processor overlaps many such short
// steps.
#define STEP 8

INLINE void taps(int isWide, const struct curl_fold *fold, const struct curl_cut *cut, int isCut,
                 float flip_x, float flip_y, struct seen *above, struct seen *below) {
  const float nx = fold->normal_x, ny = fold->normal_y, roll = 3.14159265358979f * fold->radius;
  struct taps taps;
  const int32_t count = place(fold, cut, &taps);
  spots(fold, taps.x, count, cut->reach, taps.arc, taps.slope);
  const lanes bx = all(-ny * cut->box_x), by = all(nx * cut->box_y);
  for (int32_t from = 0; from < count; from += STEP * LANES) {
    struct block upper[STEP], lower[STEP];
    const int32_t end = count - from < STEP * LANES ? count : from + STEP * LANES;
    int32_t uppers = 0, lowers = 0;
    for (int32_t i = from; i < end; i += LANES) {
      const lanes arc = loaded(taps.arc + i), slope = loaded(taps.slope + i);
      const lanes tau = loaded(taps.tau + i), weight = loaded(taps.weight + i);
      // The page point's change along the tap's sides: across the rulings `ax`, `ay`, along them `bx`,
      // `by`.
      const lanes ax = slope * nx * cut->box_x, ay = slope * ny * cut->box_y;
      const lanes footX = fold->fold_x - tau * ny, footY = fold->fold_y + tau * nx;
      lanes rest = weight;
      if (above) {
        const lanes dx[2] = {-ny * bx - nx * ax, -ny * by - nx * ay};
        const lanes dy[2] = {nx * bx - ny * ax, nx * by - ny * ay};
        const lanes away = roll - arc;
        rest = weight * (1 - look(fold, isCut, footX + away * nx, footY + away * ny, dx, dy, weight,
                                  flip_x, flip_y, above, upper + uppers++));
      }
      if (!below || !__builtin_reduce_or(rest > 0)) continue;
      const lanes dx[2] = {-ny * bx + nx * ax, -ny * by + nx * ay};
      const lanes dy[2] = {nx * bx + ny * ax, nx * by + ny * ay};
      look(fold, isCut, footX + arc * nx, footY + arc * ny, dx, dy, rest, 1, 1, below,
           lower + lowers++);
    }
    if (above) add_all(isWide, above, upper, uppers);
    if (below) add_all(isWide, below, lower, lowers);
  }
}

INLINE void every(int isWide, const struct curl_fold *fold, const struct curl_cut *cut,
                  float flip_x, float flip_y, struct seen *above, struct seen *below) {
  if (cut->isCut) {
    taps(isWide, fold, cut, 1, flip_x, flip_y, above, below);
  } else if (above) {
    taps(isWide, fold, cut, 0, flip_x, flip_y, above, 0);
  } else {
    taps(isWide, fold, cut, 0, flip_x, flip_y, 0, below);
  }
}

WIDE static void every_wide(const struct curl_fold *fold, const struct curl_cut *cut, float flip_x,
                            float flip_y, struct seen *above, struct seen *below) {
  every(1, fold, cut, flip_x, flip_y, above, below);
}

static void every_plain(const struct curl_fold *fold, const struct curl_cut *cut, float flip_x,
                        float flip_y, struct seen *above, struct seen *below) {
  every(0, fold, cut, flip_x, flip_y, above, below);
}

static float total(lanes it) {
  return ((it[0] + it[4]) + (it[2] + it[6])) + ((it[1] + it[5]) + (it[3] + it[7]));
}

void curl_edge(int isWide, const struct curl_fold *fold, const struct curl_cut *cut, float flip_x,
               float flip_y, struct curl_side *upper, struct curl_side *lower) {
  struct seen above = {upper ? &upper->page : 0, upper ? &upper->map : 0, {0}, {0}};
  struct seen below = {lower ? &lower->page : 0, lower ? &lower->map : 0, {0}, {0}};
  struct seen *first = upper ? &above : 0, *second = lower ? &below : 0;
  if (isWide) {
    every_wide(fold, cut, flip_x, flip_y, first, second);
  } else {
    every_plain(fold, cut, flip_x, flip_y, first, second);
  }
  if (upper) {
    __builtin_memcpy(upper->sum, above.sum, sizeof above.sum);
    upper->coverage = total(above.coverage);
  }
  if (lower) {
    __builtin_memcpy(lower->sum, below.sum, sizeof below.sum);
    lower->coverage = total(below.coverage);
  }
}

INLINE int16_t mixed(int32_t a, int32_t b, int32_t weight) {
  const int32_t most = b - a < 32767 ? b - a : 32767, away = most > -32768 ? most : -32768;
  return (int16_t)(a + ((away * weight + (1 << 14)) >> 15));
}

#if defined(__x86_64__)
// Mixes by one share; returns how many numbers are done.
WIDE static int64_t mix_wide(uint16_t *back, const uint16_t *front, int16_t share, int64_t numbers) {
  const __m256i weight = _mm256_set1_epi16(share);
  int64_t i = 0;
  for (; i + 16 <= numbers; i += 16) {
    const __m256i a = _mm256_loadu_si256((const __m256i *)(back + i));
    const __m256i b = _mm256_loadu_si256((const __m256i *)(front + i));
    const __m256i part = _mm256_mulhrs_epi16(_mm256_subs_epi16(b, a), weight);
    _mm256_storeu_si256((__m256i *)(back + i), _mm256_add_epi16(a, part));
  }
  return i;
}
#endif

void curl_mix(int isWide, uint16_t *back, const uint16_t *front, int16_t share,
              const uint16_t *through, int64_t count) {
  int64_t i = 0;
#if defined(__x86_64__)
  if (isWide && !through) i = mix_wide(back, front, share, 4 * count);
#endif
  for (; i < 4 * count; i++) {
    const int32_t weight = through ? (share * (int32_t)through[i / 4] + (1 << 14)) >> 15 : share;
    // Means may lie slightly below zero.
    back[i] = (uint16_t)mixed((int16_t)back[i], (int16_t)front[i], weight);
  }
}
