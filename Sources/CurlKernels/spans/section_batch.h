// Batches of pixels that are cut into equal taps. Twin of `limits`, `weight` and `stretch` in
// SectionPainter.swift.
//
// If the fold runs along the page's columns, rows share a block's batches and the spots that their taps see.
#pragma once

#include <stdlib.h>

#include "filter.h"
#include "section_means.h"
#include "section_surface.h"
#include "sheet_cache.h"
#include "surface.h"

// Pixels of a block, and the largest number of taps of a batch.
#define SECTION_PIXELS 16
#define SECTION_TAPS 1024

// Pixels of a block that lie in one cell and have equal numbers of taps. If the fold runs along the
// page's columns, the same batch serves every row.
struct section_batch {
  const struct curl_section_cell *cell;
  // Bit set of the block's pixels in this batch.
  uint32_t pixels;
  int32_t across, down, taps;
  // A tap's sides, the change of the distance from the fold line along these, its half-extent along the
  // normal, and its share of a pixel.
  float box_x, box_y, along_x, along_y, half, weight;
  // Neighbouring taps along the rulings are drawn together: their number, 1 or 2, and the distance of the
  // second from the first.
  int parts;
  float spacing;
  // Arc length and height at which light on each layer is computed, and the share of it that a back
  // reflects like a mirror.
  lanes light_arc[CURL_LAYERS], light_z[CURL_LAYERS], sheen[CURL_LAYERS];
  // For each tap: its distance from the fold line, its place along the rulings relative to its pixel, its
  // share of the pixel in this cell, 1 for a tap and 0 for padding, and its pixel.
  float *x, *tau, *inside, *is_tap;
  uint8_t *pixel;
  // The spots that taps see of each layer, see `struct spot`; null if not cached.
  float *arc, *z, *slope, *rise;
};

// Scratch memory: a row's own batch, and the taps' places and the shares that are left of them.
struct section_scratch {
  struct section_batch batch;
  float x[SECTION_TAPS], tau[SECTION_TAPS], inside[SECTION_TAPS], is_tap[SECTION_TAPS];
  uint8_t pixel[SECTION_TAPS];
  float place[SECTION_TAPS], rest[2][SECTION_TAPS];
};

// The spots of a layer that a batch's taps at distances `x` from the fold line see.
INLINE struct spot layer_spot(const struct curl_frame *f, const struct curl_section *section,
                              const struct section_batch *batch, int32_t layer, lanes x) {
  const struct curl_section_cell *cell = batch->cell;
  const int32_t index = cell->layers[layer];
  const struct curl_section_piece *p = section->pieces + index;
  // A cell cuts an upright tap into boxes. Of a rotated tap the part isn't a box, so the whole tap up to
  // the silhouettes stands for the part.
  const int is_upright = batch->along_x * batch->along_y == 0;
  return section_spot(f, section, index, is_upright ? cell->low : p->run_low,
                      is_upright ? cell->high : p->run_high, x, all(batch->half));
}

// Cuts a batch's pixels, at distances `at` from the fold line, into taps.
INLINE void batch_taps(const struct curl_frame *f, const struct curl_section *section,
                       struct section_batch *batch, lanes at) {
  const struct curl_section_cell *cell = batch->cell;
  const float nx = f->normal_x, ny = f->normal_y;
  batch->box_x = f->step_x / (float)batch->across;
  batch->box_y = f->step_y / (float)batch->down;
  batch->along_x = size1(nx) * batch->box_x;
  batch->along_y = size1(ny) * batch->box_y;
  batch->half = (batch->along_x + batch->along_y) / 2;
  batch->weight = 1 / (float)(batch->across * batch->down);
  // At a fold along the page's columns a tap and the one below see the same columns of texels.
  batch->parts = ny == 0 && batch->down == 2 ? 2 : 1;
  batch->spacing = batch->box_y * nx;
  const int32_t lines = batch->parts == 2 ? 1 : batch->down;
  const int32_t each = batch->across * lines;
  const int32_t count = __builtin_popcount(batch->pixels);
  // Pack the taps of few pixels, so that no lane stays empty; with many pixels, a lane stands for a pixel.
  const int is_packed = count * 2 <= SECTION_PIXELS || each * SECTION_PIXELS > SECTION_TAPS;
  const lanes a = all(batch->along_x), b = all(batch->along_y);
  int32_t taps = 0;
  for (int32_t row = 0; row < lines; row++) {
    const float oy = ((float)row + 0.5f) * batch->box_y - f->step_y / 2;
    for (int32_t column = 0; column < batch->across; column++) {
      const float ox = ((float)column + 0.5f) * batch->box_x - f->step_x / 2;
      const lanes x = at + (ox * nx + oy * ny);
      const float tau = oy * nx - ox * ny;
      const uint32_t in = batch->pixels & bits(least(x + batch->half, all(cell->high)) >
                                               most(x - batch->half, all(cell->low)));
      if (in == 0) continue;
      if (!is_packed) {
        put_lanes(batch->x + taps, x);
        put_lanes(batch->tau + taps, all(tau));
        put_lanes(batch->is_tap + taps, pick(mask_of(in), all(1), all(0)));
        for (int i = 0; i < SECTION_PIXELS; i++) batch->pixel[taps + i] = (uint8_t)i;
        taps += SECTION_PIXELS;
        continue;
      }
      for (uint32_t left = in; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        batch->x[taps] = x[i];
        batch->tau[taps] = tau;
        batch->is_tap[taps] = 1;
        batch->pixel[taps++] = (uint8_t)i;
      }
    }
  }
  for (; taps % LANES != 0; taps++) {
    batch->x[taps] = batch->x[taps - 1];
    batch->tau[taps] = batch->tau[taps - 1];
    batch->pixel[taps] = batch->pixel[taps - 1];
    batch->is_tap[taps] = 0;
  }
  batch->taps = taps;
  for (int32_t t = 0; t < taps; t += LANES) {
    const lanes x = lanes_at(batch->x + t);
    const lanes part =
        half_plane_coverage(x - cell->low, a, b) - half_plane_coverage(x - cell->high, a, b);
    put_lanes(batch->inside + t, batch->weight * part);
  }
  if (!f->is_lit) return;
  const lanes low = most(at - section->half_x, all(cell->low));
  const lanes high = least(at + section->half_x, all(cell->high));
  for (int32_t k = 0; k < cell->count; k++) {
    const struct spot spot =
        section_meet(f, section->pieces + cell->layers[k], (low + high) / 2);
    batch->light_arc[k] = spot.arc;
    batch->light_z[k] = spot.z;
    batch->sheen[k] = sheen_of(f, -spot.cosine);
  }
}

// Bytes of a batch in its own memory.
INLINE size_t batch_bytes(const struct section_batch *batch) {
  const size_t taps = (size_t)batch->taps, layers = (size_t)batch->cell->count;
  const size_t floats = 4 * taps + 4 * taps * layers;
  return (sizeof *batch + floats * sizeof(float) + taps + 63) / 64 * 64;
}

// A copy of a batch in its own memory, with the spots that its taps see; null if memory is short.
INLINE struct section_batch *kept_batch(const struct curl_frame *f,
                                        const struct curl_section *section,
                                        const struct section_batch *from) {
  const size_t taps = (size_t)from->taps, layers = (size_t)from->cell->count;
  struct section_batch *batch = aligned_alloc(64, batch_bytes(from));
  if (!batch) return batch;
  *batch = *from;
  float *room = (float *)(batch + 1);
  float **parts[4] = {&batch->x, &batch->tau, &batch->inside, &batch->is_tap};
  for (int i = 0; i < 4; i++, room += taps) {
    __builtin_memcpy(room, *parts[i], taps * sizeof(float));
    *parts[i] = room;
  }
  float **seen[4] = {&batch->arc, &batch->z, &batch->slope, &batch->rise};
  for (int i = 0; i < 4; i++, room += taps * layers) *seen[i] = room;
  batch->pixel = (uint8_t *)room;
  __builtin_memcpy(batch->pixel, from->pixel, taps);
  for (int32_t k = 0; k < batch->cell->count; k++) {
    for (int32_t t = 0; t < batch->taps; t += LANES) {
      const struct spot s = layer_spot(f, section, batch, k, lanes_at(batch->x + t));
      const int32_t at = k * batch->taps + t;
      put_lanes(batch->arc + at, s.arc);
      put_lanes(batch->z + at, s.z);
      put_lanes(batch->slope + at, s.slope);
      put_lanes(batch->rise + at, s.rise);
    }
  }
  return batch;
}

// The number of taps along one side of pixels.
INLINE whole tap_counts(lanes stretch, int32_t fewest) {
  const whole n = ceiling(pick(stretch < 32, stretch, all(32)));
  return (n & (n > fewest)) | ((fewest - (whole){0}) & ~(n > fewest));
}

// Progress of cutting a block's pixels into batches.
struct cuts {
  int32_t cell;
  uint32_t open;
  whole across, down;
};

// Finds a block's next batch among the `open` pixels; returns 0 after the last.
OUTLINE int next_batch(const struct curl_frame *f, const struct curl_section *section,
                       struct cuts *cuts, uint32_t open, const lanes *distance,
                       struct section_batch *batch) {
  const lanes at = *distance;
  const float nx = size1(f->normal_x), ny = size1(f->normal_y);
  // A footprint that stays parallel to the page's sides needs no second tap.
  const int is_upright = nx * ny == 0 && f->view_y == 0 && f->nearness == 0;
  const int32_t fewest = is_upright ? 1 : 2;
  const float narrow = most1(1, least1(f->step_x, f->step_y));
  while (cuts->open == 0) {
    if (cuts->cell == section->cell_count) return 0;
    const struct curl_section_cell *cell = section->cells + cuts->cell++;
    const lanes low = most(at - section->half_x, all(cell->low));
    const lanes high = least(at + section->half_x, all(cell->high));
    cuts->open = open & bits(high > low);
    if (cuts->open == 0) continue;
    const lanes room = most(high - low, all(section->half_x));
    lanes slope = all(1);
    for (int32_t k = 0; k < cell->count; k++) {
      const struct curl_section_piece *p = section->pieces + cell->layers[k];
      const lanes from = section_meet(f, p, low).arc, to = section_meet(f, p, high).arc;
      slope = most(slope, size(to - from) / room);
    }
    const lanes square = slope * slope - 1;
    cuts->across = tap_counts(f->step_x * root(1 + square * (nx * nx)) / narrow, fewest);
    cuts->down = tap_counts(f->step_y * root(1 + square * (ny * ny)) / narrow, fewest);
  }
  const int first = __builtin_ctz(cuts->open);
  batch->cell = section->cells + cuts->cell - 1;
  batch->across = cuts->across[first];
  batch->down = cuts->down[first];
  batch->pixels =
      cuts->open & bits((cuts->across == batch->across) & (cuts->down == batch->down));
  int32_t fit = SECTION_TAPS / (batch->across * batch->down);
  for (uint32_t more = batch->pixels; more != 0; more &= more - 1, fit--) {
    if (fit == 0) batch->pixels &= ~more;
  }
  cuts->open &= ~batch->pixels;
  batch_taps(f, section, batch, at);
  return 1;
}

INLINE void scratch_room(struct section_scratch *scratch) {
  struct section_batch *batch = &scratch->batch;
  batch->x = scratch->x;
  batch->tau = scratch->tau;
  batch->inside = scratch->inside;
  batch->is_tap = scratch->is_tap;
  batch->pixel = scratch->pixel;
  batch->arc = batch->z = batch->slope = batch->rise = 0;
}

// The cached batches of a block of columns whose pixels have the distances `at` in every row; null if
// memory is short.
OUTLINE struct section_block *kept_block(const struct curl_frame *f,
                                         const struct curl_section *section,
                                         struct curl_sheet_cache *cache,
                                         struct section_scratch *scratch, int32_t number,
                                         const lanes *at) {
  if (!cache->blocks) return NULL;
  if (cache->blocks[number]) return cache->blocks[number];
  struct section_block *block = calloc(1, sizeof *block);
  struct cuts cuts = {0};
  int32_t room = 0;
  while (block && next_batch(f, section, &cuts, 0xffff, at, &scratch->batch)) {
    struct section_batch **batches = block->batches;
    if (block->count == room) {
      room = room ? 2 * room : 4;
      batches = realloc(batches, sizeof *batches * (size_t)room);
      if (batches) block->batches = batches;
    }
    struct section_batch *batch = batches ? kept_batch(f, section, &scratch->batch) : NULL;
    if (batch) {
      block->batches[block->count++] = batch;
      cache->batch_bytes += (int64_t)batch_bytes(batch);
    } else {
      block_free(block);
      block = NULL;
    }
  }
  cache->blocks[number] = block;
  return block;
}
