// Taps of a column, laid out in pairs; see CurlColumns.h.
#pragma once

#include <stdlib.h>

#include "CurlColumns.h"
#include "filter.h"

// Most taps of a column.
#define COLUMN_TAPS 32

// A tap of a column: its box across the rulings on the page, its share of the pixel, and its box along them.
struct column_tap {
  float low, high, share;
  float at, way, shear, lean, side;
};

// A column's taps from left to right on the page.
struct column_taps {
  struct column_tap taps[COLUMN_TAPS];
  int32_t count;
};

// Puts a tap where it belongs from left to right; returns 0 if the column has too many.
INLINE int add_tap(struct column_taps *own, struct column_tap tap) {
  if (own->count == COLUMN_TAPS) return 0;
  int32_t n = own->count++;
  for (; n > 0 && own->taps[n - 1].low > tap.low; n--) own->taps[n] = own->taps[n - 1];
  own->taps[n] = tap;
  return 1;
}

// How far taps reach along the rulings at most, in all rows of the frame.
INLINE float height_of(const struct curl_columns *columns, int32_t height, const struct column_tap *taps,
                       int32_t count) {
  float most = 0;
  for (int end = 0; end < 2; end++) {
    const float q = columns->row + (end ? (float)height * columns->row_step : 0);
    float low = 1e30f, high = -1e30f;
    for (int32_t k = 0; k < count; k++) {
      const float middle = taps[k].at + taps[k].way * q, shear = taps[k].shear + taps[k].lean * q;
      const float reach = (__builtin_elementwise_sqrt(shear * shear + taps[k].side * taps[k].side) +
                           (columns->parts == 2 ? taps[k].side : 0)) / 2;
      low = least1(low, middle - reach);
      high = most1(high, middle + reach);
    }
    most = most1(most, high - low);
  }
  return most;
}

// Whether a block of four by four texels holds taps wherever they lie.
INLINE int is_held(const struct curl_columns *columns, int32_t height, const struct column_tap *taps,
                   int32_t count) {
  float first = taps[0].low, high = taps[0].high;
  // Two boxes one above the other lean alike, unless the eye is very near; a narrower tap is mostly rounding.
  if (!(size1(taps[0].lean * taps[0].side) < 1e-3f) || !(high - first > 1e-3f)) return 0;
  if (count == 2) high = most1(high, taps[1].high);
  first = (float)(int32_t)first;
  return high - first <= 4 && height_of(columns, height, taps, count) < 2.99f;
}

// The pairs of a column; its taps beyond, if they aren't held. Returns their number, or −1 if a tap isn't held
// by a block of texels.
INLINE int32_t pairs_of(const struct curl_columns *columns, int32_t height, const struct column_taps *own,
                        int32_t firsts[COLUMN_TAPS + 1]) {
  int32_t count = 0;
  for (int32_t n = 0; n < own->count; count++) {
    firsts[count] = n;
    if (!is_held(columns, height, own->taps + n, 1)) return -1;
    const int both = n + 1 < own->count && is_held(columns, height, own->taps + n, 2);
    n += both ? 2 : 1;
  }
  firsts[count] = own->count;
  return count;
}

INLINE float overlap(float low, float high, float from) {
  return most1(least1(high, from + 1) - most1(low, from), 0);
}

// Fills in a column's pairs.
INLINE void put_pairs(struct curl_column_block *block, int32_t column, const struct column_taps *own,
                      const int32_t *firsts, int32_t count) {
  // Rounding what has been shared out so far: the weights of all texels add up to 1.
  float given = 0;
  int32_t whole_given = 0;
  for (int32_t n = 0; n < block->count; n++) {
    struct curl_tap_pair *pair = block->pairs + n;
    const struct column_tap *taps = own->taps + (n < count ? firsts[n] : 0);
    const int32_t first = (int32_t)taps[0].low;
    pair->first[column] = first;
    for (int k = 0; k < 2; k++) {
      const int is_tap = n < count && k < firsts[n + 1] - firsts[n];
      // Without weight, the other tap's place is as good as any.
      const struct column_tap *tap = taps + (is_tap ? k : 0);
      pair->at[k][column] = tap->at;
      pair->way[k][column] = tap->way;
      pair->shear[k][column] = tap->shear;
      pair->lean[k][column] = tap->lean;
      pair->high[k][column] = tap->side;
      if (!is_tap) continue;
      for (int c = 0; c < 4; c++) {
        given += tap->share * overlap(tap->low, tap->high, (float)(first + c)) / (tap->high - tap->low);
        const int32_t now = (int32_t)(least1(given, 1) * 32767 + 0.5f);
        pair->columns[k][c][column] = (int16_t)(now - whole_given);
        whole_given = now;
      }
    }
  }
}

// The columns of a block, of which bits in `wanted` have taps: those that the page fills, if their taps are held.
// Returns 0 if memory is short.
INLINE int put_columns(struct curl_columns *columns, struct curl_column_block *block, int32_t height,
                       float page_x, const struct column_taps *taps, uint32_t wanted) {
  int32_t counts[LANES], firsts[LANES][COLUMN_TAPS + 1];
  for (int i = 0; i < LANES; i++) {
    const struct column_taps *own = taps + i;
    if (!(wanted >> i & 1) || own->count == 0) continue;
    const float low = own->taps[0].low;
    float high = 0, share = 0;
    for (int32_t n = 0; n < own->count; n++) {
      high = most1(high, own->taps[n].high);
      share += own->taps[n].share;
    }
    if (!(share > 0.9999f) || !(low >= 0) || !(high <= page_x)) continue;
    counts[i] = pairs_of(columns, height, own, firsts[i]);
    if (counts[i] < 0) continue;
    block->filled |= 1u << i;
    if (low >= columns->corner_radius && high <= page_x - columns->corner_radius) block->inner |= 1u << i;
    block->count = counts[i] > block->count ? counts[i] : block->count;
  }
  if (block->count == 0) return 1;
  const size_t bytes = (size_t)block->count * sizeof *block->pairs;
  block->pairs = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!block->pairs) return 0;
  __builtin_memset(block->pairs, 0, bytes);
  for (int i = 0; i < LANES; i++) {
    // Whatever is computed for columns without a pair, it is a number.
    for (int32_t n = 0; n < block->count; n++) {
      block->pairs[n].high[0][i] = block->pairs[n].high[1][i] = 1;
    }
    if (block->filled >> i & 1) put_pairs(block, i, taps + i, firsts[i], counts[i]);
  }
  return 1;
}

INLINE void columns_free(struct curl_columns *columns) {
  for (int32_t i = 0; columns->blocks && i < columns->block_count; i++) free(columns->blocks[i].pairs);
  free(columns->blocks);
  free(columns);
}

// Empty columns of a frame; null if memory is short.
INLINE struct curl_columns *columns_begin(int32_t width) {
  struct curl_columns *columns = calloc(1, sizeof *columns);
  if (!columns) return NULL;
  columns->block_count = (width + LANES - 1) / LANES;
  columns->blocks = calloc((size_t)columns->block_count, sizeof *columns->blocks);
  if (columns->blocks) return columns;
  free(columns);
  return NULL;
}

INLINE int64_t columns_bytes(const struct curl_columns *columns) {
  int64_t bytes = columns->block_count * (int64_t)sizeof *columns->blocks;
  for (int32_t i = 0; i < columns->block_count; i++) {
    bytes += columns->blocks[i].count * (int64_t)sizeof *columns->blocks->pairs;
  }
  return bytes;
}
