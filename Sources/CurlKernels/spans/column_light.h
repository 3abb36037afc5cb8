// Light on one side of a sheet whose rulings run along the columns; see CurlColumns.h.
#pragma once

#include "CurlColumns.h"
#include "section_means.h"
#include "sheet_cache.h"

// Shares 0 to 1 as numbers up to `unit`, at places `first` to `end` of sixteen; `to` is where the first one goes.
INLINE void put_shares(lanes v, float unit, int32_t first, int32_t end, uint16_t *to) {
  typedef uint16_t shorts __attribute__((vector_size(2 * LANES)));
  const whole number = __builtin_convertvector(between(v, all(0), all(1)) * unit + 0.5f, whole);
  const shorts it = __builtin_convertvector(number, shorts);
  if (end - first == LANES) {
    __builtin_memcpy(to, &it, sizeof it);
    return;
  }
  uint16_t numbers[LANES];
  __builtin_memcpy(numbers, &it, sizeof it);
  __builtin_memcpy(to, numbers + first, sizeof *numbers * (size_t)(end - first));
}

INLINE void columns_light(const struct curl_frame *f, const struct curl_section *section,
                          struct curl_sheet_cache *cache, const struct curl_columns *columns,
                          int32_t y, int32_t x, int32_t count, uint16_t *light, uint16_t *white,
                          uint16_t *through) {
  const float tau = (columns->row + (float)y * columns->row_step) * f->normal_x;
  for (int32_t start = x & ~(LANES - 1); start < x + count; start += LANES) {
    const struct curl_column_block *block = columns->blocks + start / LANES;
    const int32_t first = start > x ? start : x;
    const int32_t end = start + LANES < x + count ? start + LANES : x + count;
    const lanes arc = lanes_at(block->arc), z = lanes_at(block->z), sheen = lanes_at(block->sheen);
    const lanes along = tau + z * (f->view_y - f->nearness * tau);
    lanes found = all(1), beyond = all(1);
    int front = 1;
    for (uint32_t left = (uint32_t)((1u << (end - start)) - (1u << (first - start))); left != 0;) {
      const int32_t index = block->piece[__builtin_ctz(left)];
      whole piece;
      __builtin_memcpy(&piece, block->piece, sizeof piece);
      const uint32_t same = left & bits(piece == index);
      left &= ~same;
      const whole here = mask_of(same);
      front = is_front(section->pieces + index);
      lanes own;
      lights_on(f, section, cache, index, front, &here, &arc, &along, &own);
      found = pick(here, own, found);
      if (front || !section->fades_through) continue;
      lights_on(f, section, cache, index, 1, &here, &arc, &along, &own);
      beyond = pick(here, 0.5f + own / 2, beyond);
    }
    const lanes gleam = front ? all(0) : sheen;
    put_shares(found * (1 - gleam), 32768, first - start, end - start, light + (first - x));
    put_shares(found * gleam, 32767, first - start, end - start, white + (first - x));
    put_shares(beyond, 32768, first - start, end - start, through + (first - x));
  }
}
