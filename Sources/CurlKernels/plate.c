#include "CurlPlate.h"

#include "blocks.h"

// Twin of `colour` in PlatePainter.swift, for pixels that the plate fills.

// Blocks of sixteen pixels that are computed before their texels are read: a processor overlaps many such
// short steps.
#define MOST_BLOCKS 16

#define ORDER (lanes){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// Waiting taps of sixteen pixels, and the sums of earlier taps' texels times weights; a pixel's weights add
// up to 2^15.
struct taps {
  struct block blocks[MOST_BLOCKS];
  int32_t count;
  int32_t sums[LANES][4];
};

// Largest relative change of the distance from the eye within a pixel, up to which its taps have one size.
#define MOST_BEND 1e-3f

INLINE lanes length(lanes a, lanes b) {
  return root(a * a + b * b);
}

// The page points of points of the plane, and the inverses of their distances from the eye.
INLINE void find(const struct curl_page_map *map, lanes qx, lanes qy, lanes *px, lanes *py,
                 lanes *nearness) {
  const float *m = map->rows;
  const lanes w = 1 / (m[6] * qx + m[7] * qy + m[8]);
  *px = (m[0] * qx + m[1] * qy + m[2]) * w;
  *py = (m[3] * qx + m[4] * qy + m[5]) * w;
  *nearness = w;
}

INLINE whole tap_counts(lanes stretch, int32_t fewest) {
  const lanes held = least(stretch, all(32));
  const whole some = __builtin_convertvector(held, whole);
  const whole count = some - (__builtin_convertvector(some, lanes) < held);
  return __builtin_elementwise_max(count, (whole){} + fewest);
}

// The number of parts of boxes' sides, such that a block holds each part.
INLINE int32_t parts(lanes side, whole counts, float most_of_it) {
  if (!any((side > most_of_it) & counts)) return 1;
  const lanes held = least(pick(counts, side, all(0)), all(1024));
  return 1 + __builtin_reduce_max(__builtin_convertvector(held / most_of_it, whole));
}

// Taps' boxes on the page: half-extents of the boxes; sides of the parts that blocks hold, inverses of
// these, and numbers of parts.
struct boxes {
  lanes half_wide, half_high, wide, high, across, down;
  int32_t columns, rows;
};

// The boxes of taps along whose sides the page's x changes by xx and xy, its y by yx and yy.
INLINE struct boxes boxed(lanes xx, lanes xy, lanes yx, lanes yy, whole counts) {
  struct boxes it = {.wide = length(xx, xy), .high = length(yx, yy)};
  it.half_wide = it.wide / 2;
  it.half_high = it.high / 2;
  it.columns = parts(it.wide, counts, MOST_WIDE);
  it.rows = parts(it.high, counts, MOST_HIGH(3));
  if (it.columns > 1) it.wide /= (float)it.columns;
  if (it.rows > 1) it.high /= (float)it.rows;
  it.across = inverse(it.wide);
  it.down = inverse(it.high);
  return it;
}

static void add(const struct curl_page *page, struct taps *it, int32_t pixels) {
  for (int32_t k = 0; k < pixels; k++) {
    for (int32_t n = 0; n < it->count; n++) {
      add_block(it->blocks + n, k, page->texels, page->stride, 3, it->sums[k]);
    }
  }
  it->count = 0;
}

#if defined(__x86_64__)
AVX2 static void add_wide(const struct curl_page *page, struct taps *it, int32_t pixels) {
  for (int32_t k = 0; k < pixels; k++) {
    __m256i sums[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};
    for (int32_t n = 0; n < it->count; n++) {
      add_block_wide(it->blocks + n, k, page->texels, page->stride, 3, sums);
    }
    add_sums(sums, 3, it->sums[k]);
  }
  it->count = 0;
}
#endif

INLINE void add_all(int32_t width, const struct curl_page *page, struct taps *it, int32_t pixels) {
#if defined(__x86_64__)
  if (width) return add_wide(page, it, pixels);
#endif
  add(page, it, pixels);
}

typedef int16_t shorts __attribute__((vector_size(2 * LANES)));

// Numbers in 16 bits. One store: loading what two stores have written takes long.
INLINE void put(whole numbers, void *to) {
  const shorts it = __builtin_convertvector(numbers, shorts);
  __builtin_memcpy(to, &it, sizeof it);
}

// A side of boxes, in units of which a texel has `unit`, and its inverse in two factors; see `curl_bend`. The
// first factor is a power of two.
struct side {
  whole size, factor, inverse;
};

INLINE struct side side_of(lanes side, float unit) {
  struct side it;
  it.size = __builtin_convertvector(most(side * unit + 0.5f, all(64)), whole);
  const lanes held = __builtin_convertvector(it.size, lanes);
  const whole power = 15 + 127 - ((whole)held >> 23);
  const lanes product = (lanes)((whole)held + (power << 23));
  it.factor = ((whole){0} + 1) << power;
  it.inverse = __builtin_convertvector(least(2147483648.0f / product, all(65535)), whole);
  return it;
}

// From −2 or −3 texels to 1, rounded: with a whole number added, truncating does it.
INLINE whole edge_of(lanes texel, lanes low, float unit) {
  return __builtin_convertvector((texel + 5 - low) * unit + 0.5f, whole) - 4 * (int32_t)unit;
}

// A point of the plane on the page, the inverse of its distance from the eye, and how the page point
// changes along a pixel's sides.
struct centre {
  lanes px, py, w, xx, xy, yx, yy;
};

INLINE struct centre centre_of(const struct curl_page_map *map, lanes qx, lanes qy) {
  const float *m = map->rows;
  struct centre it;
  find(map, qx, qy, &it.px, &it.py, &it.w);
  it.xx = (m[0] - it.px * m[6]) * it.w * map->step_x;
  it.xy = (m[1] - it.px * m[7]) * it.w * map->step_y;
  it.yx = (m[3] - it.py * m[6]) * it.w * map->step_x;
  it.yy = (m[4] - it.py * m[7]) * it.w * map->step_y;
  return it;
}

// A pixel's taps across and down.
struct counts {
  int32_t across, down;
};

// The taps of the first of sixteen pixels, of which `count` are wanted. Reduces `count` to the pixels that
// have as many.
INLINE struct counts counts_of(const struct curl_page_map *map, const struct centre *at, int64_t *count) {
  // An upright box is the sum of any parts.
  if (map->fewest == 0) return (struct counts){2, 2};
  const lanes across = at->xx * at->xx + at->yx * at->yx, down = at->xy * at->xy + at->yy * at->yy;
  const lanes widest = all(4 * map->narrow * map->narrow * (1 - 1e-5f));
  whole columns = (whole){0} + 2, rows = columns;
  if (any((across > widest) | (down > widest))) {
    columns = tap_counts(root(across) / map->narrow, map->fewest);
    rows = tap_counts(root(down) / map->narrow, map->fewest);
  }
  const struct counts taps = {columns[0], rows[0]};
  const uint32_t others = bits((columns != taps.across) | (rows != taps.down));
  if (others && __builtin_ctz(others) < *count) *count = __builtin_ctz(others);
  return taps;
}

// Two taps across and two down of some pixels, or one twice: their low corners, sides, and the first texels.
struct four {
  lanes x[4], y[4], wide, high, column, row;
};

// Largest relative change of the distance from the eye within a group of taps, up to which they have one
// size.
#define MOST_BEND_OF_FOUR 4e-3f

// The taps from column `u` and row `v` on, around the page points of `at`. Returns the rows of the block of
// texels that they lie in; 0 if none holds those of all `used` pixels.
INLINE int32_t find_four(const struct curl_page_map *map, const struct centre *at, struct counts taps,
                         int32_t u, int32_t v, whole used, struct four *it) {
  const float part_x = 1 / (float)taps.across, part_y = 1 / (float)taps.down;
  // The distance from the eye changes little: 1 − its change is as good as dividing by 1 + it.
  const lanes near_x = at->w * (map->rows[6] * map->step_x), near_y = at->w * (map->rows[7] * map->step_y);
  const lanes bend = 2 * (size(near_x) * part_x + size(near_y) * part_y);
  if (any(~(bend <= MOST_BEND_OF_FOUR) & used)) return 0;
  // A mirrored picture runs the other way.
  const float sign_x = map->flip_x < 0 ? -1 : 1, sign_y = map->flip_y < 0 ? -1 : 1;
  const lanes xx = at->xx * (sign_x * part_x), xy = at->xy * (sign_x * part_y);
  const lanes yx = at->yx * (sign_y * part_x), yy = at->yy * (sign_y * part_y);
  it->wide = length(xx, xy);
  it->high = length(yx, yy);
  // The low corner of a box around the group's middle.
  const lanes x = (map->flip_x < 0 ? map->page_x - at->px : at->px) - it->wide / 2;
  const lanes y = (map->flip_y < 0 ? map->page_y - at->py : at->py) - it->high / 2;
  // Taps lie opposite each other, around a place that the eye's nearness moves.
  lanes right = all(0), below = all(0);
  for (int k = 0; k < 2; k++) {
    const float ox = u + 1 < taps.across ? (k ? 0.5f : -0.5f) : 0, oy = v + 1 < taps.down ? -0.5f : 0;
    const lanes nearer = ox * part_x * near_x + oy * part_y * near_y;
    const lanes way_x = ox * xx + oy * xy, way_y = ox * yx + oy * yy;
    const lanes mid_x = x - way_x * nearer, mid_y = y - way_y * nearer;
    it->x[k] = mid_x + way_x, it->x[3 - k] = mid_x - way_x;
    it->y[k] = mid_y + way_y, it->y[3 - k] = mid_y - way_y;
    const lanes left = mid_x - size(way_x), top = mid_y - size(way_y);
    const lanes end_x = mid_x + size(way_x), end_y = mid_y + size(way_y);
    it->column = k == 0 ? left : least(it->column, left);
    it->row = k == 0 ? top : least(it->row, top);
    right = k == 0 ? end_x : most(right, end_x);
    below = k == 0 ? end_y : most(below, end_y);
  }
  // Clamp: whatever rounding does, the first texel lies on the page.
  it->column = least(most(it->column, all(0)), all(map->page_x - 1));
  it->row = least(most(it->row, all(0)), all(map->page_y - 1));
  it->column = __builtin_convertvector(__builtin_convertvector(it->column, whole), lanes);
  it->row = __builtin_convertvector(__builtin_convertvector(it->row, whole), lanes);
  const lanes end = most(right + it->wide - it->column, below + it->high - it->row);
  // NaN is no place.
  if (any((~(end <= 4) | (it->wide > 1.5f) | (it->high > 1.5f)) & used)) return 0;
  return any((end > 3) & used) ? 4 : 3;
}

// Places the boxes of sixteen pixels from the `from`-th on.
INLINE void put_boxes(const struct four *it, float unit, int64_t stride, int32_t from,
                      struct curl_boxes *boxes) {
  for (int k = 0; k < 4; k++) {
    put(edge_of(it->column, it->x[k], unit), boxes->x[k] + from);
    put(edge_of(it->row, it->y[k], unit), boxes->y[k] + from);
  }
  put((whole){0}, boxes->part_x + from);
  put((whole){0}, boxes->part_y + from);
  const struct side wide = side_of(it->wide, unit), high = side_of(it->high, unit);
  put(wide.size, boxes->size_x + from);
  put(wide.factor, boxes->factor_x + from);
  put(wide.inverse, boxes->inverse_x + from);
  put(high.size, boxes->size_y + from);
  put(high.factor, boxes->factor_y + from);
  put(high.inverse, boxes->inverse_y + from);
  const whole texels = __builtin_convertvector(it->row, whole) * (int32_t)stride +
                       __builtin_convertvector(it->column, whole);
  __builtin_memcpy(boxes->texels + from, &texels, sizeof texels);
}

// The means of a group of taps in up to `count` pixels, sixteen for each of `centres`. Returns how many it has
// drawn: if no block of texels holds a pixel's taps, only those before its sixteen.
INLINE int64_t draw_four(int32_t width, const struct curl_page *page, const struct curl_page_map *map,
                         const struct centre *centres, struct counts taps, int32_t u, int32_t v,
                         int64_t count, uint16_t *linear) {
  struct curl_boxes boxes;
  struct curl_page blocks = *page;
  // Ends of smaller boxes would be too coarse; the more taps a pixel has, the more that averages out.
  const float smallest = 3277 / __builtin_sqrtf((float)(taps.across * taps.down) / 4);
  int64_t drawn = 0;
  for (; drawn < count; drawn += LANES) {
    struct four it;
    const whole used = ORDER < (float)(count - drawn);
    const int32_t rows = find_four(map, centres + drawn / LANES, taps, u, v, used, &it);
    // All are in blocks of as many rows.
    if (!rows || (drawn > 0 && rows != blocks.rows)) break;
    blocks.rows = rows;
    const float unit = rows == 3 ? 16384 : 8192;
    if (any((least(it.wide, it.high) * unit < smallest) & used)) break;
    put_boxes(&it, unit, page->stride, (int32_t)drawn, &boxes);
  }
  if (drawn > count) drawn = count;
  if (drawn > 0) curl_box_means(width, &blocks, &boxes, drawn, linear);
  return drawn;
}

// The places of sixteen pixels from x on.
INLINE lanes places_of(const struct curl_page_map *map, int64_t x) {
  return map->origin_x + ((float)x + ORDER + 0.5f) * map->step_x;
}

// Draws up to `count` ≤ CURL_BOXES pixels from x on by groups of four taps in blocks of texels; returns how many.
INLINE int64_t draw_groups(int32_t width, const struct curl_page *page, const struct curl_page_map *map,
                           int64_t x, lanes qy, int64_t count, uint16_t *linear) {
  const lanes qx = places_of(map, x);
  struct centre centres[CURL_BOXES / LANES];
  centres[0] = centre_of(map, qx, qy);
  int64_t some = count < LANES ? count : LANES;
  const struct counts taps = counts_of(map, centres, &some);
  if (taps.across == 2 && taps.down == 2) {
    if (some == LANES && count > LANES) {
      centres[1] = centre_of(map, places_of(map, x + LANES), qy);
      int64_t rest = count - LANES;
      const struct counts others = counts_of(map, centres + 1, &rest);
      if (others.across == 2 && others.down == 2) some += rest;
    }
    return draw_four(width, page, map, centres, taps, 0, 0, some, linear);
  }
  uint16_t means[16 * 4];
  int32_t sums[16 * 4] = {0};
  for (int32_t v = 0; v < taps.down; v += 2) {
    for (int32_t u = 0; u < taps.across; u += 2) {
      const int32_t columns = u + 1 < taps.across ? 2 : 1, rows = v + 1 < taps.down ? 2 : 1;
      // The middle of the group, from the pixel's centre.
      const float ox = ((float)u + (float)columns / 2) / (float)taps.across - 0.5f;
      const float oy = ((float)v + (float)rows / 2) / (float)taps.down - 0.5f;
      const struct centre middle = centre_of(map, qx + ox * map->step_x, qy + oy * map->step_y);
      if (!draw_four(width, page, map, &middle, taps, u, v, some, means)) return 0;
      for (int64_t i = 0; i < 4 * some; i++) sums[i] += columns * rows * means[i];
    }
  }
  const float share = 1 / (float)(taps.across * taps.down);
  for (int64_t i = 0; i < 4 * some; i++) linear[i] = (uint16_t)((float)sums[i] * share + 0.5f);
  return some;
}

INLINE void every(int32_t width, const struct curl_page *page, const struct curl_page_map *map, int64_t x,
                  int64_t y, int64_t count, uint16_t *linear) {
  const lanes qy = all(map->origin_y + ((float)y + 0.5f) * map->step_y);
  for (int64_t i = 0; i < count;) {
    int32_t some = count - i < LANES ? (int32_t)(count - i) : LANES, across = 1, down = 1;
    const int64_t rest = count - i < CURL_BOXES ? count - i : CURL_BOXES;
    const int64_t drawn =
        draw_groups(width, page, map, x + i, qy, rest, linear + 4 * i);
    i += drawn;
    if (drawn > 0) continue;
    const lanes qx = places_of(map, x + i);
    // The page point's changes along a pixel's sides; unless the eye is near, the same all over the pixel.
    const float *m = map->rows;
    lanes px, py, w;
    find(map, qx, qy, &px, &py, &w);
    const lanes xx = (m[0] - px * m[6]) * w * map->step_x, xy = (m[1] - px * m[7]) * w * map->step_y;
    const lanes yx = (m[3] - py * m[6]) * w * map->step_x, yy = (m[4] - py * m[7]) * w * map->step_y;
    if (map->fewest > 0) {
      // Draw neighbours with equal numbers of taps at once.
      const whole columns = tap_counts(length(xx, yx) / map->narrow, map->fewest);
      const whole rows = tap_counts(length(xy, yy) / map->narrow, map->fewest);
      across = columns[0];
      down = rows[0];
      const uint32_t others = bits((columns != across) | (rows != down));
      if (others && __builtin_ctz(others) < some) some = __builtin_ctz(others);
    }
    const whole counts = ORDER < (float)some;
    const float part_x = 1 / (float)across, part_y = 1 / (float)down;
    const float bend = __builtin_fabsf(m[6] * map->step_x) + __builtin_fabsf(m[7] * map->step_y);
    const int isNear = any((bend * w > MOST_BEND) & counts);
    struct boxes boxes = boxed(xx * part_x, xy * part_y, yx * part_x, yy * part_y, counts);
    struct taps taps;
    taps.count = 0;
    __builtin_memset(taps.sums, 0, sizeof taps.sums);
    for (int32_t v = 0; v < down; v++) {
      for (int32_t u = 0; u < across; u++) {
        find(map, qx + (((float)u + 0.5f) * part_x - 0.5f) * map->step_x,
             qy + (((float)v + 0.5f) * part_y - 0.5f) * map->step_y, &px, &py, &w);
        if (isNear) {
          const lanes box_x = w * map->step_x * part_x, box_y = w * map->step_y * part_y;
          boxes = boxed((m[0] - px * m[6]) * box_x, (m[1] - px * m[7]) * box_y,
                        (m[3] - py * m[6]) * box_x, (m[4] - py * m[7]) * box_y, counts);
        }
        px = (map->flip_x < 0 ? map->page_x - px : px) - boxes.half_wide;
        py = (map->flip_y < 0 ? map->page_y - py : py) - boxes.half_high;
        const lanes share = all(part_x * part_y / (float)(boxes.columns * boxes.rows));
        for (int32_t part = 0; part < boxes.columns * boxes.rows; part++) {
          if (taps.count == MOST_BLOCKS) add_all(width, page, &taps, some);
          taps.blocks[taps.count++] = blocked(
              map->page_x, map->page_y, page->stride, 3,
              px + (float)(part % boxes.columns) * boxes.wide,
              py + (float)(part / boxes.columns) * boxes.high, boxes.across, boxes.down, share);
        }
      }
    }
    add_all(width, page, &taps, some);
    for (int32_t k = 0; k < some; k++) {
      for (int c = 0; c < 4; c++) {
        const int32_t value = (taps.sums[k][c] + (1 << 14)) >> 15;
        linear[4 * (i + k) + c] = (uint16_t)(value < 32767 ? value : 32767);
      }
    }
    i += some;
  }
}

WIDER_OF_WIDTH(every,
               (const struct curl_page *page, const struct curl_page_map *map, int64_t x, int64_t y,
                int64_t count, uint16_t *linear),
               page, map, x, y, count, linear)

void curl_plate(int32_t width, const struct curl_page *page, const struct curl_page_map *map, int64_t x,
                int64_t y, int64_t count, uint16_t *linear) {
  CALL_WIDER(width, every, page, map, x, y, count, linear);
  every(CURL_BASELINE, page, map, x, y, count, linear);
}

INLINE void shifted(const struct curl_page *page, const int32_t weights[4], int64_t count,
                    uint16_t *linear) {
  const uint16_t *at = page->texels, *below = at + 4 * page->stride;
  for (int64_t i = 0; i < 4 * count; i++) {
    const int32_t sum = weights[0] * at[i] + weights[1] * at[i + 4] + weights[2] * below[i] +
                        weights[3] * below[i + 4];
    linear[i] = (uint16_t)((sum + (1 << 14)) >> 15);
  }
}

WIDER(shifted, (const struct curl_page *page, const int32_t weights[4], int64_t count, uint16_t *linear),
      page, weights, count, linear)

void curl_shift(int32_t width, const struct curl_page *page, const int32_t weights[4], int64_t count,
                uint16_t *linear) {
  CALL_WIDER(width, shifted, page, weights, count, linear);
  shifted(page, weights, count, linear);
}
