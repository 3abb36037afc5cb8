// What taps that an edge of the sheet crosses see of one side: their boxes of texels and their shares on the page.
#pragma once

#include "CurlEdges.h"

#include "blocks.h"

INLINE lanes loaded(const float *from) {
  lanes it;
  __builtin_memcpy(&it, from, sizeof it);
  return it;
}

INLINE void stored(lanes it, float *to) {
  __builtin_memcpy(to, &it, sizeof it);
}

// Twin of `halfPlaneCoverage` in Surface.swift.
INLINE lanes coverage(lanes d, lanes a, lanes b) {
  const lanes far = (a + b) / 2, rest = far - size(d);
  // Most boxes lie to one side of a line.
  if (!bits(rest > 0)) return pick(d >= far, all(1), all(0));
  const lanes corner = rest * rest / (2 * a * b);
  const lanes bevel = pick(d > 0, 1 - corner, corner);
  const lanes side = pick(size(d) <= size(a - b) / 2, 0.5f + d / most(a, b), bevel);
  return pick(d >= far, all(1), pick(d <= -far, all(0), side));
}

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

// Taps' boxes on the page, texels, and their shares of the pixel, also as whole numbers, 2^24 = 1.
struct box {
  lanes x, y, wide, high, parts;
  whole share;
};

// Shares of a pixel as whole numbers.
INLINE whole numbered(lanes shares) {
  return __builtin_convertvector(shares * 16777216.0f + 0.5f, whole);
}

// A vector of taps of one side: their blocks of texels, the boxes, and the shares of the paper's cut edge
// behind the side. The boxes of `broad` ones don't fit into blocks.
struct looked {
  struct block block;
  struct box box;
  whole edge;
  uint32_t broad;
};

// Adds the texels of a box of any size, one by one.
static void add_broad(const struct curl_side *side, float x, float y, float wide, float high,
                      float weight, int32_t sum[4]) {
  const float end_x = x + wide, end_y = y + high, parts = weight * 32767 / (wide * high);
  for (int32_t j = (int32_t)y; (float)j < end_y && (float)j < side->map.end_y; j++) {
    const float low = (float)j > y ? (float)j : y;
    const float down = ((float)j + 1 < end_y ? (float)j + 1 : end_y) - low;
    for (int32_t i = (int32_t)x; (float)i < end_x && (float)i < side->map.end_x; i++) {
      const float from = (float)i > x ? (float)i : x;
      const float across = ((float)i + 1 < end_x ? (float)i + 1 : end_x) - from;
      const int32_t share = (int32_t)(across * down * parts + 0.5f);
      const uint16_t *texel = side->page.texels + 4 * (j * side->page.stride + i);
      for (int c = 0; c < 4; c++) sum[c] += share * texel[c];
    }
  }
}

// Adds the shares of those taps of a vector whose bits are set in `these`, and the texels of broad ones.
// Returns the others that have a share.
INLINE uint32_t add_broad_ones(const struct curl_side *side, const struct looked *it, uint32_t these,
                               struct curl_seen *to) {
  const uint32_t taps = it->block.taps & these;
  to->share += __builtin_reduce_add(it->box.share & mask_of(taps));
  to->edge += __builtin_reduce_add(it->edge & mask_of(these));
  for (uint32_t broad = taps & it->broad; broad; broad &= broad - 1) {
    // Boxes may be thin where a sheet is seen edge-on.
    const int k = __builtin_ctz(broad);
    const float wide = it->box.wide[k], high = it->box.high[k];
    add_broad(side, it->box.x[k], it->box.y[k], wide > SMALLEST ? wide : SMALLEST,
              high > SMALLEST ? high : SMALLEST, it->box.parts[k], to->sum);
  }
  return taps & ~it->broad;
}

// The bits of taps `from` to `end` in the vector that starts at tap `start`.
INLINE uint32_t these_of(int32_t from, int32_t end, int32_t start) {
  const uint32_t after = from > start ? 0xffffu << (from - start) : 0xffffu;
  return end - start < LANES ? after & ((1u << (end - start)) - 1) : after;
}

// Adds taps `from` to `end`, which belong to one pixel.
static void add_plain(const struct curl_side *side, const struct looked *it, int32_t from, int32_t end,
                      struct curl_seen *to) {
  for (int32_t v = from / LANES; v * LANES < end; v++) {
    uint32_t taps = add_broad_ones(side, it + v, these_of(from, end, v * LANES), to);
    for (; taps; taps &= taps - 1) {
      add_block(&it[v].block, __builtin_ctz(taps), side->page.texels, side->page.stride,
                side->page.rows, to->sum);
    }
  }
}

#if defined(__x86_64__)
INLINE AVX2 void add_rows(const struct curl_side *side, const struct looked *it, int32_t from,
                          int32_t end, struct curl_seen *to, const int rows) {
  __m256i sums[4];
  for (int j = 0; j < 4; j++) sums[j] = _mm256_setzero_si256();
  for (int32_t v = from / LANES; v * LANES < end; v++) {
    uint32_t taps = add_broad_ones(side, it + v, these_of(from, end, v * LANES), to);
    for (; taps; taps &= taps - 1) {
      add_block_wide(&it[v].block, __builtin_ctz(taps), side->page.texels, side->page.stride, rows,
                     sums);
    }
  }
  add_sums(sums, rows, to->sum);
}

AVX2 static void add_wide(const struct curl_side *side, const struct looked *it, int32_t from,
                          int32_t end, struct curl_seen *to) {
  if (side->page.rows == 3) return add_rows(side, it, from, end, to, 3);
  add_rows(side, it, from, end, to, 4);
}
#endif

INLINE void add(int isWide, const struct curl_side *side, const struct looked *it, int32_t from,
                int32_t end, struct curl_seen *to) {
#if defined(__x86_64__)
  if (isWide) return add_wide(side, it, from, end, to);
#endif
  add_plain(side, it, from, end, to);
}

// Page points of taps, and how their x and y change along the taps' two sides.
struct feet {
  lanes x, y, dx[2], dy[2];
};

// The taps' shares on the page.
INLINE lanes on_page(const struct curl_map *map, const struct feet *at) {
  const lanes ax = size(at->dx[0]), bx = size(at->dx[1]), ay = size(at->dy[0]), by = size(at->dy[1]);
  const lanes across = coverage(at->x, ax, bx) + coverage(map->page_x - at->x, ax, bx) - 1;
  const lanes down = coverage(at->y, ay, by) + coverage(map->page_y - at->y, ay, by) - 1;
  return most(across, all(0)) * most(down, all(0));
}

// Finds what taps see of a side. Returns the taps' shares on the page; 1 unless `isCut`.
INLINE lanes look(const struct curl_side *side, const int isCut, const struct feet *at, lanes weight,
                  struct looked *to) {
  lanes wide = root(at->dx[0] * at->dx[0] + at->dx[1] * at->dx[1]);
  lanes high = root(at->dy[0] * at->dy[0] + at->dy[1] * at->dy[1]);
  const struct curl_map *map = &side->map;
  wide *= map->scale_x;
  high *= map->scale_y;
  const lanes px = map->flip_x < 0 ? map->page_x - at->x : at->x;
  const lanes py = map->flip_y < 0 ? map->page_y - at->y : at->y;
  lanes x = px * map->scale_x + map->offset_x - wide / 2;
  lanes y = py * map->scale_y + map->offset_y - high / 2;
  if (side->page.snaps) {
    snap(&x, &wide);
    snap(&y, &high);
  }
  lanes share = all(1);
  if (isCut) {
    share = on_page(map, at);
    within(&x, &wide, map->offset_x, map->end_x);
    within(&y, &high, map->offset_y, map->end_y);
  }
  const lanes parts = most(weight * share, all(0));
  to->block = blocked(map->end_x, map->end_y, side->page.stride, side->page.rows, x, y, inverse(wide),
                      inverse(high), parts);
  to->block.taps = bits(parts > 0);
  to->broad = bits((wide > MOST_WIDE) | (high > MOST_HIGH(side->page.rows)));
  to->box = (struct box){x, y, wide, high, parts, numbered(parts)};
  to->edge = (whole){0};
  return share;
}
