// What columns see of a sheet whose rulings run along them; see CurlColumns.h. Twin of `layer_spot` and its
// callers.
#pragma once

#include "column_taps.h"
#include "section_batch.h"

// Adds the taps of a batch to those of its columns. Returns the columns that have too many.
INLINE uint32_t add_taps(const struct curl_frame *f, const struct curl_section *section,
                         const struct section_batch *batch, struct column_taps *columns) {
  const struct curl_section_piece *p = section->pieces + batch->cell->layers[0];
  const int is_flipped = !is_front(p) && f->back == CURL_PICTURE;
  uint32_t full = 0;
  for (int32_t t = 0; t < batch->taps; t += LANES) {
    const lanes x = lanes_at(batch->x + t), inside = lanes_at(batch->inside + t);
    struct spot spot = layer_spot(f, section, batch, 0, x);
    spot.arc += winding_arc(p, 0);
    const lanes scale = 1 - spot.z * f->nearness;
    const lanes wide = size(scale * spot.slope) * batch->box_x;
    const lanes place = f->fold_x + spot.arc * f->normal_x;
    const lanes from = is_flipped && !f->turns_over ? f->page_x - place : place;
    const lanes at = f->fold_y + f->normal_x * spot.z * f->view_y;
    const lanes bend = scale * spot.rise * batch->box_x;
    for (int i = 0; i < LANES; i++) {
      if (batch->is_tap[t + i] == 0 || !(inside[i] > 0)) continue;
      const int32_t column = batch->pixel[t + i];
      const int turns = is_flipped && f->turns_over;
      const struct column_tap tap = {.low = from[i] - wide[i] / 2,
                                     .high = from[i] + wide[i] / 2,
                                     .share = inside[i] * (float)batch->parts,
                                     .at = turns ? f->page_y - at[i] : at[i],
                                     .way = turns ? -scale[i] : scale[i],
                                     .shear = bend[i] * f->view_y,
                                     .lean = -bend[i] * f->nearness * f->normal_x,
                                     .side = scale[i] * batch->box_y};
      if (!add_tap(columns + column, tap)) full |= 1u << column;
    }
  }
  return full;
}

// The columns of a block; 0 if memory is short.
INLINE int fill_block(const struct curl_frame *f, const struct curl_section *section,
                      struct curl_columns *columns, int32_t number, struct section_scratch *scratch,
                      struct column_taps *taps) {
  struct curl_column_block *block = columns->blocks + number;
  const whole each = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const lanes order = __builtin_convertvector(each + number * LANES, lanes);
  const lanes at = (f->origin_x + (order + 0.5f) * f->step_x - f->fold_x) * f->normal_x;
  const int32_t left = f->width - number * LANES;
  const uint32_t frame = left >= LANES ? 0xffff : (1u << left) - 1;
  uint32_t any = 0, other = 0, backs = 0, deep = 0;
  for (int i = 0; i < LANES; i++) taps[i].count = 0;
  struct cuts cuts = {0};
  while (next_batch(f, section, &cuts, frame, &at, &scratch->batch)) {
    const struct section_batch *batch = &scratch->batch;
    const int32_t index = batch->cell->layers[0];
    // Parts of a pixel in several cells have lights of their own.
    other |= any & batch->pixels;
    any |= batch->pixels;
    if (!is_front(section->pieces + index)) backs |= batch->pixels;
    if (batch->cell->count > 1 || section->pieces[index].windings > 1) deep |= batch->pixels;
    if (columns->parts == 0) columns->parts = batch->down;
    if (batch->down > 2 || batch->down != columns->parts) other |= batch->pixels;
    else other |= add_taps(f, section, batch, taps);
    for (int i = 0; i < LANES; i++) {
      if (!(batch->pixels >> i & 1)) continue;
      block->piece[i] = index;
      if (f->is_lit) {
        block->arc[i] = batch->light_arc[0][i];
        block->z[i] = batch->light_z[0][i];
        block->sheen[i] = batch->sheen[0][i];
      }
    }
  }
  block->empty = frame & ~any;
  block->single = ~deep;
  block->backs = backs;
  return put_columns(columns, block, f->height, f->page_x, taps, any & ~other);
}

OUTLINE struct curl_columns *columns_new(const struct curl_frame *f, const struct curl_section *section) {
  struct curl_columns *columns = columns_begin(f->width);
  struct section_scratch *scratch = aligned_alloc(64, (sizeof *scratch + 63) / 64 * 64);
  struct column_taps *taps = malloc(LANES * sizeof *taps);
  int is_whole = columns && scratch && taps;
  if (is_whole) {
    columns->page_y = f->page_y;
    columns->corner_radius = f->corner_radius;
    columns->row = f->origin_y + 0.5f * f->step_y - f->fold_y;
    columns->row_step = f->step_y;
    scratch_room(scratch);
    for (int32_t i = 0; is_whole && i < columns->block_count; i++) {
      is_whole = fill_block(f, section, columns, i, scratch, taps);
    }
  }
  free(scratch);
  free(taps);
  if (is_whole) return columns;
  if (columns) columns_free(columns);
  return NULL;
}
