// A sheet of any cross-section over a row's pixels: geometry in lanes, the filter in quads. Twin of
// SectionPainter.swift.
//
// Pixels within a flat cell are painted at once. Others are cut into batches of taps; each batch is painted
// layer by layer.
//
// Needs 16 lanes. Each file for an instruction set includes all of this within its target attributes.
#pragma once

#if LANES != 16
#error "sections are painted in 16 lanes"
#endif

#include "section_batch.h"
#include "section_layer.h"
#include "sheet_cache.h"

// Whether a cell shows only a sheet that lies flat.
INLINE int is_flat_cell(const struct curl_section *section, const struct curl_section_cell *cell) {
  const struct curl_section_piece *p = section->pieces + cell->layers[0];
  return cell->count == 1 && is_front(p) && p->curvature == 0 && p->tangent_y == 0 &&
         p->tangent_x > 0 && p->middle_y == 0 && p->windings == 1;
}

// Adds the pixels of a block that lie wholly within a flat cell and within the page; returns them as
// bits.
OUTLINE uint32_t section_flat(const struct curl_frame *f, const struct curl_section *section,
                              struct curl_sheet_cache *cache,
                              const struct curl_section_cell *cell, int32_t y, int32_t x,
                              const lanes *at_x, const lanes *at_tau, uint32_t open,
                              quad *lower) {
  const struct curl_picture *front = &f->front;
  const int is_copied = f->is_aligned && !front->is_store;
  const float qy = f->origin_y + ((float)y + 0.5f) * f->step_y;
  const float far_x = f->step_x / 2, far_y = f->step_y / 2, corner = f->corner_radius;
  if (!(qy >= far_y && f->page_y - qy >= far_y)) return 0;
  const int is_corner_row = qy - far_y < corner || f->page_y - qy - far_y < corner;
  const float beside = far_x + (is_corner_row ? corner : 0);
  const whole each = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const lanes qx =
      f->origin_x + (__builtin_convertvector(each + x, lanes) + 0.5f) * f->step_x;
  const whole flat = mask_of(open) & (*at_x - section->half_x >= cell->low) &
                     (*at_x + section->half_x <= cell->high) & (qx >= beside) &
                     (f->page_x - qx >= beside);
  const uint32_t found = bits(flat);
  if (found == 0) return 0;
  lanes light = all(1);
  if (f->is_lit) lights_plane(f, section, cache, &flat, at_x, at_tau, &light);
  for (uint32_t left = found; left != 0; left &= left - 1) {
    const int k = __builtin_ctz(left);
    quad mean;
    if (is_copied) {
      const struct curl_level *level = &front->levels[0];
      const int64_t at =
          (y + (int64_t)f->origin_y) * level->stride + x + k + (int64_t)f->origin_x;
      mean = one_texel(level->texels, at, front->levels[0].form) * front->unit;
    } else {
      mean = box_mean(front, qx[k], qy, f->step_x, f->step_y);
    }
    lower[k] += quad_lit(f->opacity * mean, light[k]);
  }
  return found;
}

// Distance of a pixel's centre from the fold line.
INLINE float section_distance(const struct curl_frame *f, int32_t y, int32_t x) {
  const float qx = f->origin_x + ((float)x + 0.5f) * f->step_x - f->fold_x;
  const float qy = f->origin_y + ((float)y + 0.5f) * f->step_y - f->fold_y;
  return qx * f->normal_x + qy * f->normal_y;
}

// Adds the visible front and back of a sheet, in some pixels of the block that starts at column `start`.
OUTLINE void section_sides(const struct curl_frame *f, const struct curl_section *section,
                           struct curl_sheet_cache *cache, int32_t y, int32_t start,
                           uint32_t pixels, quad *lower, quad *upper) {
  const whole each = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const float qy = f->origin_y + ((float)y + 0.5f) * f->step_y - f->fold_y;
  const lanes column = __builtin_convertvector(each + start, lanes);
  const lanes qx = f->origin_x + (column + 0.5f) * f->step_x - f->fold_x;
  const lanes at = qx * f->normal_x + qy * f->normal_y;
  const lanes tau = qy * f->normal_x - qx * f->normal_y;
  uint32_t flat = 0;
  for (int32_t number = 0; number < section->cell_count && pixels != 0; number++) {
    const struct curl_section_cell *cell = section->cells + number;
    if (!is_flat_cell(section, cell)) continue;
    const lanes low = most(at - section->half_x, all(cell->low));
    const uint32_t in = pixels & bits(least(at + section->half_x, all(cell->high)) > low);
    if (in == 0) continue;
    flat |= section_flat(f, section, cache, cell, y, start, &at, &tau, in, lower);
  }
  const uint32_t open = pixels & ~flat;
  if (open == 0) return;
  struct section_scratch scratch;
  scratch_room(&scratch);
  const struct section_block *kept =
      f->normal_y == 0 ? kept_block(f, section, cache, &scratch, start / LANES, &at) : NULL;
  if (kept) {
    for (int32_t i = 0; i < kept->count; i++) {
      paint_batch(f, section, cache, &scratch, kept->batches[i], open, &tau, lower, upper);
    }
  } else {
    struct cuts cuts = {0};
    while (next_batch(f, section, &cuts, open, &at, &scratch.batch)) {
      paint_batch(f, section, cache, &scratch, &scratch.batch, open, &tau, lower, upper);
    }
  }
}

// Whether a sheet's back may be seen between two distances from the fold line.
INLINE int shows_back(const struct curl_section *section, float low, float high) {
  for (int32_t i = 0; i < section->cell_count; i++) {
    const struct curl_section_cell *cell = section->cells + i;
    if (low >= cell->high || high <= cell->low) continue;
    for (int32_t k = 0; k < cell->count; k++) {
      if (!is_front(section->pieces + cell->layers[k])) return 1;
    }
  }
  return 0;
}

// Allocates memory for the lower side, which is computed together with the upper one; none if memory is
// short.
OUTLINE void lower_room(struct curl_sheet_cache *cache) {
  const size_t count = (size_t)cache->block_count;
  if (count == 0) return;
  const size_t pixel_bytes = count * LANES * sizeof(quad);
  // One allocation: the colours come first, as they are aligned.
  cache->lower = aligned_alloc(64, pixel_bytes + (8 * count + 63) / 64 * 64);
  if (!cache->lower) return;
  cache->lower_row = (int32_t *)((char *)cache->lower + pixel_bytes);
  cache->lower_pixels = (uint32_t *)(cache->lower_row + count);
  for (size_t i = 0; i < count; i++) cache->lower_row[i] = -1;
}

// The sheet's colours in pixels x..<x + count of row y, lit, premultiplied linear light; 0 beside it.
// Pixels whose `wanted` is 0 may be left out.
INLINE void section_colours(const struct curl_frame *f, const struct curl_section *section,
                            int32_t sides, struct curl_sheet_cache *cache, int32_t y,
                            int32_t x, int32_t count, const uint8_t *wanted, quad *colours) {
  // Blocks start at multiples of LANES, wherever the span starts.
  for (int32_t start = x & ~(LANES - 1); start < x + count; start += LANES) {
    const int32_t first = start > x ? start : x;
    const int32_t end = start + LANES < x + count ? start + LANES : x + count;
    uint32_t pixels = 0;
    for (int32_t i = first; i < end; i++) {
      pixels |= (uint32_t)(wanted[i - x] != 0) << (i - start);
    }
    const float ends[2] = {section_distance(f, y, start),
                           section_distance(f, y, start + LANES - 1)};
    const float low = least1(ends[0], ends[1]) - section->half_x;
    const float high = most1(ends[0], ends[1]) + section->half_x;
    if (pixels == 0 || low >= section->high || high <= section->low ||
        (sides == CURL_UPPER && !shows_back(section, low, high))) {
      for (int32_t i = first; i < end; i++) colours[i - x] = (quad){0};
      continue;
    }
    quad own[2 * LANES];
    for (int i = 0; i < 2 * LANES; i++) own[i] = (quad){0};
    quad *lower = own, *upper = own + LANES;
    if (sides == CURL_BOTH) {
      section_sides(f, section, cache, y, start, pixels, lower, upper);
      for (int32_t i = first; i < end; i++) {
        colours[i - x] = upper[i - start] + lower[i - start];
      }
      continue;
    }
    const int32_t block = start / LANES;
    if (!cache->lower) lower_room(cache);
    quad spare[LANES];
    quad *kept = cache->lower ? cache->lower + block * LANES : spare;
    const int is_kept = cache->lower && cache->lower_row[block] == y &&
                        (pixels & ~cache->lower_pixels[block]) == 0;
    if (sides == CURL_UPPER || !is_kept) {
      section_sides(f, section, cache, y, start, pixels, lower, upper);
      for (int i = 0; i < LANES; i++) {
        // Drawn by itself, the lower side gets back the share that the upper side, drawn over it later,
        // covers.
        kept[i] = upper[i][3] < 1 ? lower[i] / (1 - upper[i][3]) : (quad){0};
      }
      if (cache->lower) {
        cache->lower_row[block] = y;
        cache->lower_pixels[block] = pixels;
      }
    }
    for (int32_t i = first; i < end; i++) {
      colours[i - x] = sides == CURL_UPPER ? upper[i - start] : kept[i - start];
    }
  }
}

// The light that the sheet's shadow leaves on the page plane in pixels; on a layer that is rolled up with
// the sheet if `is_inside`.
INLINE void section_plane(const struct curl_frame *f, const struct curl_section *section,
                          int is_inside, struct curl_sheet_cache *cache, int32_t y, int32_t x,
                          int32_t count, const uint8_t *wanted, float *light) {
  const whole each = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const float half = section->half_x;
  const float qy = f->origin_y + ((float)y + 0.5f) * f->step_y - f->fold_y;
  for (int32_t i = 0; i < count; i += LANES) {
    uint32_t pixels = 0;
    for (int k = 0; k < LANES && i + k < count; k++) {
      pixels |= (uint32_t)(wanted[i + k] != 0) << k;
    }
    if (pixels == 0) continue;
    const whole open = mask_of(pixels);
    const lanes column = __builtin_convertvector(each + (x + i), lanes);
    const lanes qx = f->origin_x + (column + 0.5f) * f->step_x - f->fold_x;
    lanes d = qx * f->normal_x + qy * f->normal_y;
    const lanes tau = qy * f->normal_x - qx * f->normal_y;
    if (is_inside) d = least(d, all(-half));
    lanes found;
    // At the fold, the page seen through a translucent sheet has different lights on the two sides.
    const whole is_cut = open & (size(d) < half) & -(int32_t)(!is_inside && !f->front.is_opaque);
    const lanes first = pick(is_cut, (d - half) / 2, d);
    lights_plane(f, section, cache, &open, &first, &tau, &found);
    if (any(is_cut)) {
      const lanes second = (d + half) / 2, beyond = (d + half) / (2 * half);
      lanes after;
      lights_plane(f, section, cache, &is_cut, &second, &tau, &after);
      found = pick(is_cut, found + (after - found) * beyond, found);
    }
    for (int k = 0; k < LANES && i + k < count; k++) light[i + k] = found[k];
  }
}
