#include "CurlPlate.h"

#include "blocks.h"

// Twin of `colour` in PlatePainter.swift, for pixels that the plate fills.

// Blocks of eight pixels that are computed before their texels are read: a processor overlaps many such
// short steps.
#define MOST_BLOCKS 16

// Waiting taps of eight pixels, and the sums of earlier taps' texels times weights; a pixel's weights add
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

// The page points of eight points of the plane, and the inverses of their distances from the eye.
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
  if (!__builtin_reduce_or((side > most_of_it) & counts)) return 1;
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
  it.columns = parts(it.wide, counts, WIDEST);
  it.rows = parts(it.high, counts, HIGHEST(3));
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
WIDE static void add_wide(const struct curl_page *page, struct taps *it, int32_t pixels) {
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

INLINE void add_all(int isWide, const struct curl_page *page, struct taps *it, int32_t pixels) {
#if defined(__x86_64__)
  if (isWide) return add_wide(page, it, pixels);
#endif
  add(page, it, pixels);
}

INLINE void every(int isWide, const struct curl_page *page, const struct curl_page_map *map, int64_t x,
                  int64_t y, int64_t count, uint16_t *linear) {
  const lanes places = {0, 1, 2, 3, 4, 5, 6, 7};
  const lanes qy = all(map->origin_y + ((float)y + 0.5f) * map->step_y);
  for (int64_t i = 0; i < count;) {
    const lanes qx = map->origin_x + ((float)(x + i) + places + 0.5f) * map->step_x;
    int32_t some = count - i < LANES ? (int32_t)(count - i) : LANES, across = 1, down = 1;
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
    const whole counts = (places < (float)some);
    const float part_x = 1 / (float)across, part_y = 1 / (float)down;
    const float bend = __builtin_fabsf(m[6] * map->step_x) + __builtin_fabsf(m[7] * map->step_y);
    const int isNear = __builtin_reduce_or((bend * w > MOST_BEND) & counts);
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
          if (taps.count == MOST_BLOCKS) add_all(isWide, page, &taps, some);
          taps.blocks[taps.count++] = blocked(
              map->page_x, map->page_y, page->stride, 3,
              px + (float)(part % boxes.columns) * boxes.wide,
              py + (float)(part / boxes.columns) * boxes.high, boxes.across, boxes.down, share);
        }
      }
    }
    add_all(isWide, page, &taps, some);
    for (int32_t k = 0; k < some; k++) {
      for (int c = 0; c < 4; c++) {
        const int32_t value = (taps.sums[k][c] + (1 << 14)) >> 15;
        linear[4 * (i + k) + c] = (uint16_t)(value < 32767 ? value : 32767);
      }
    }
    i += some;
  }
}

WIDE static void every_wide(const struct curl_page *page, const struct curl_page_map *map, int64_t x,
                            int64_t y, int64_t count, uint16_t *linear) {
  every(1, page, map, x, y, count, linear);
}

void curl_plate(int isWide, const struct curl_page *page, const struct curl_page_map *map, int64_t x,
                int64_t y, int64_t count, uint16_t *linear) {
  if (isWide) return every_wide(page, map, x, y, count, linear);
  every(0, page, map, x, y, count, linear);
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

WIDE static void shifted_wide(const struct curl_page *page, const int32_t weights[4], int64_t count,
                              uint16_t *linear) {
  shifted(page, weights, count, linear);
}

void curl_shift(int isWide, const struct curl_page *page, const int32_t weights[4], int64_t count,
                uint16_t *linear) {
  if (isWide) return shifted_wide(page, weights, count, linear);
  shifted(page, weights, count, linear);
}
