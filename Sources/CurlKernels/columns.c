#include "CurlColumns.h"

#include <stddef.h>

#include "lanes.h"

typedef int16_t shorts __attribute__((vector_size(2 * LANES)));
typedef uint8_t bytes __attribute__((vector_size(LANES)));

INLINE lanes of(const float *v) {
  lanes it;
  __builtin_memcpy(&it, v, sizeof it);
  return it;
}

INLINE void put(whole numbers, int16_t *to) {
  const shorts it = __builtin_convertvector(numbers, shorts);
  __builtin_memcpy(to, &it, sizeof it);
}

// Boxes of one tap of sixteen columns along the rulings: their middles, sides, and how these lean.
struct along {
  lanes middle, shear, high;
};

INLINE struct along along_of(const struct curl_tap_pair *pair, int k, float q) {
  return (struct along){of(pair->at[k]) + of(pair->way[k]) * q,
                        size(of(pair->shear[k]) + of(pair->lean[k]) * q), of(pair->high[k])};
}

// The weights of the first `count` rows of texels for one tap of sixteen columns. `low`: from the first row to
// where the tap's box begins, or the first of its two, which end `apart` later than each other.
INLINE void row_weights(lanes low, lanes side, lanes apart, int32_t parts, int32_t count,
                        int16_t rows[4][LANES]) {
  const lanes scale = 1 / side, further = apart * scale;
  lanes share = (1 - low) * scale;
  whole before = {0};
  for (int r = 0; r < count - 1; r++, share += scale) {
    lanes sum = least(most(share, all(0)), all(1));
    if (parts == 2) sum += least(most(share - further, all(0)), all(1));
    const whole end = __builtin_convertvector(sum * (parts == 2 ? 16383.5f : 32767) + 0.5f, whole);
    put(end - before, rows[r]);
    before = end;
  }
  put(32767 - before, rows[count - 1]);
}

// Linear light of the sixteen columns of a block at distance `q` along the rulings.
INLINE void block_means(int32_t width, const struct curl_page *page, const struct curl_columns *columns,
                        const struct curl_column_block *block, float q, uint16_t linear[4 * LANES]) {
  uint16_t sums[4 * LANES];
  for (int32_t n = 0; n < block->count; n++) {
    const struct curl_tap_pair *pair = block->pairs + n;
    struct curl_pairs it = {.columns = pair->columns[0][0]};
    lanes from[2], sides[2], apart[2], low = all(1e30f), high = all(-1e30f);
    for (int k = 0; k < 2; k++) {
      const struct along tap = along_of(pair, k, q);
      sides[k] = root(tap.high * tap.high + tap.shear * tap.shear);
      apart[k] = columns->parts == 2 ? tap.high : all(0);
      const lanes reach = (sides[k] + apart[k]) / 2;
      from[k] = tap.middle - reach;
      low = least(low, from[k]);
      high = most(high, tap.middle + reach);
    }
    // Columns that don't see the page here may have any place.
    low = least(most(low, all(0)), all(columns->page_y - 1));
    const whole row = __builtin_convertvector(low, whole);
    const lanes origin = __builtin_convertvector(row, lanes);
    struct curl_page rows = *page;
    rows.rows = bits(high - origin > 3) & block->filled ? 4 : 3;
    for (int k = 0; k < 2; k++) {
      row_weights(from[k] - origin, sides[k], apart[k], columns->parts, rows.rows, it.rows[k]);
    }
    whole column;
    __builtin_memcpy(&column, pair->first, sizeof column);
    const whole texels = row * (int32_t)page->stride + column;
    __builtin_memcpy(it.texels, &texels, sizeof texels);
    curl_pair_means(width, &rows, &it, LANES, n == 0 ? linear : sums);
    if (n == 0) continue;
    // Rounded, weights may add up to a little more than 1.
    for (int32_t i = 0; i < 4 * LANES; i++) {
      const int32_t sum = linear[i] + sums[i];
      linear[i] = (uint16_t)(sum < 32767 ? sum : 32767);
    }
  }
}

INLINE float row_of(const struct curl_columns *columns, int32_t y) {
  return columns->row + (float)y * columns->row_step;
}

// The columns of a block whose taps are all on the page, those of which none is, and those between its corners.
INLINE void on_page(const struct curl_columns *columns, const struct curl_column_block *block, float q,
                    uint32_t *inside, uint32_t *outside, uint32_t *between) {
  const float page = columns->page_y, corner = columns->corner_radius;
  const float extra = columns->parts == 2 ? 0.5f : 0;
  lanes low = all(1e30f), high = all(-1e30f);
  for (int32_t n = 0; n < block->count; n++) {
    for (int k = 0; k < 2; k++) {
      const struct along it = along_of(block->pairs + n, k, q);
      const lanes reach = (it.shear + it.high) / 2 + extra * it.high;
      low = least(low, it.middle - reach);
      high = most(high, it.middle + reach);
    }
  }
  *inside = bits((low >= 0) & (high <= page));
  *outside = bits((high <= 0) | (low >= page));
  *between = bits((low >= corner) & (high <= page - corner));
}

INLINE void seen_of(const struct curl_columns *columns, int32_t y, int32_t x, int32_t count,
                    uint8_t *seen) {
  const float q = row_of(columns, y);
  for (int32_t start = x & ~(LANES - 1); start < x + count; start += LANES) {
    const struct curl_column_block *block = columns->blocks + start / LANES;
    uint32_t inside = 0, outside = 0, between = 0;
    if (block->filled) on_page(columns, block, q, &inside, &outside, &between);
    const uint32_t shown = block->filled & inside & (block->inner | between);
    const uint32_t under = block->empty | (block->filled & block->single & outside);
    const uint32_t back = shown & block->backs, front = shown & ~back;
    const whole sights = (mask_of(back) & CURL_SEES_BACK) | (mask_of(front) & CURL_SEES_FRONT) |
                         (mask_of(under) & CURL_SEES_UNDER);
    const bytes its = __builtin_convertvector(sights, bytes);
    const int32_t first = start > x ? start : x;
    const int32_t end = start + LANES < x + count ? start + LANES : x + count;
    uint8_t all_of_them[LANES];
    __builtin_memcpy(all_of_them, &its, sizeof its);
    __builtin_memcpy(seen + (first - x), all_of_them + (first - start), (size_t)(end - first));
  }
}

INLINE void means_of(int32_t width, const struct curl_page *page, const struct curl_columns *columns,
                     int32_t y, int32_t x, int32_t count, uint16_t *linear) {
  const float q = row_of(columns, y);
  for (int32_t start = x & ~(LANES - 1); start < x + count; start += LANES) {
    const struct curl_column_block *block = columns->blocks + start / LANES;
    const int32_t first = start > x ? start : x;
    const int32_t end = start + LANES < x + count ? start + LANES : x + count;
    uint16_t means[4 * LANES];
    block_means(width, page, columns, block, q, means);
    __builtin_memcpy(linear + 4 * (first - x), means + 4 * (first - start), 8 * (size_t)(end - first));
  }
}

WIDER(seen_of, (const struct curl_columns *columns, int32_t y, int32_t x, int32_t count, uint8_t *seen),
      columns, y, x, count, seen)

void curl_columns_seen(int32_t width, const struct curl_columns *columns, int32_t y, int32_t x,
                       int32_t count, uint8_t *seen) {
  CALL_WIDER(width, seen_of, columns, y, x, count, seen);
  seen_of(columns, y, x, count, seen);
}

WIDER_OF_WIDTH(means_of,
               (const struct curl_page *page, const struct curl_columns *columns, int32_t y, int32_t x,
                int32_t count, uint16_t *linear),
               page, columns, y, x, count, linear)

void curl_columns_means(int32_t width, const struct curl_page *page, const struct curl_columns *columns,
                        int32_t y, int32_t x, int32_t count, uint16_t *linear) {
  CALL_WIDER(width, means_of, page, columns, y, x, count, linear);
  means_of(CURL_BASELINE, page, columns, y, x, count, linear);
}
