// Data that spans of one sheet share: fields of light on the plane and on the sheet's sides; of a sheet of any
// cross-section also batches of taps, and the colours of the lower side.
#pragma once

#include <stdlib.h>

#include "light_field.h"

struct curl_sheet_cache {
  // Whether frames have 16 bits a channel, and whether light is interpolated in fields. It isn't in half turns
  // lower than three pixels, nor, in such frames, through the alpha of a section, whose edges may hide between a
  // cell's nodes.
  int32_t is_deep, is_smooth;
  // A pixel's side, and a block's largest.
  float least, size;
  // The sheet's range along the rulings, and the corners of its outline: x, then tau.
  float low, high, corners[2][4];
  struct curl_field plane;
  // A half-turn sheet's front.
  struct curl_field front;
  // The sides of a section's pieces.
  int32_t count;
  struct curl_field **sides;
  // Data that rows share, for each block of columns; see section_batch.h. These and the sides are null if
  // memory is short.
  int32_t block_count;
  struct section_block **blocks;
  int64_t batch_bytes;
  // The lower side, computed together with the upper one: each block's row, its pixels and their colours.
  // One allocation, which `lower` begins.
  int32_t *lower_row;
  uint32_t *lower_pixels;
  quad *lower;
};

// The batches of a block of columns; only used if the fold runs along the columns.
struct section_block {
  int32_t count;
  struct section_batch **batches;
};

// Keeps the cuts within a range, and adds its ends.
INLINE int32_t cuts_within(float low, float high, float inset, float *cuts, int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    if (cuts[i] > low + inset && cuts[i] < high - inset) cuts[kept++] = cuts[i];
  }
  cuts[kept++] = low;
  cuts[kept++] = high;
  return kept;
}

// The field of one side of a piece; null if memory is short.
INLINE struct curl_field *lights_side(const struct curl_frame *f,
                                      const struct curl_section *section,
                                      struct curl_sheet_cache *cache, int32_t index,
                                      int front) {
  if (!cache->sides) return NULL;
  struct curl_field **slot = &cache->sides[2 * index + (front ? 1 : 0)];
  if (*slot) return *slot;
  const struct curl_section_piece *p = section->pieces + index;
  struct curl_field *field = calloc(1, sizeof *field);
  if (!field) return field;
  field->piece = p;
  field->front = front;
  const lanes ends = {p->low, p->high};
  const lanes arc = section_meet(f, p, ends).arc;
  const float low = least1(arc[0], arc[1]), high = most1(arc[0], arc[1]);
  float cuts[64];
  int32_t count = 0;
  for (int32_t i = 0; i < section->curve_count && count < 48; i++) {
    const struct curl_section_curve *c = section->curves + i;
    cuts[count++] = c->begin;
    cuts[count++] = c->begin + c->period;
  }
  // A corner on a further winding lies over a place of the first.
  const float period = size1(p->period);
  for (int i = 0; i < 4; i++) {
    const float corner = cache->corners[0][i];
    const int32_t winding = corner > low && period > 0 ? (int32_t)((corner - low) / period) : 0;
    cuts[count++] = corner - (float)winding * period;
  }
  float tau[6];
  for (int i = 0; i < 4; i++) tau[i] = cache->corners[1][i];
  field->pixel = cache->least;
  field->is_deep = cache->is_deep;
  const float furthest =
      most1(most1(size1(low), size1(high)), most1(size1(cache->low), size1(cache->high)));
  field->inset = most1(cache->least * FIELD_INSET, furthest * 4.8e-7f);
  // A side ends where its piece and the sheet do; the plane's blocks go on beyond the canvas.
  count = cuts_within(low, high, field->inset, cuts, count);
  field->axes[0] =
      field_axis(low, high, cuts, count, cache->size, 4 * cache->least, field->inset);
  const int32_t tau_count = cuts_within(cache->low, cache->high, field->inset, tau, 4);
  field->axes[1] =
      field_axis(cache->low, cache->high, tau, tau_count, cache->size, 4 * cache->least,
                 field->inset);
  field_begin(field, f->width);
  *slot = field;
  return field;
}

// A field of the plane, or of a half-turn sheet's front. Its ranges are across the fold and along it; `cuts` are
// those across the fold.
INLINE void plane_field(const struct curl_frame *f, const struct curl_sheet_cache *cache,
                        const float low[2], const float high[2], float *cuts, int32_t cut_count,
                        struct curl_field *field) {
  float along[4];
  for (int i = 0; i < 4; i++) along[i] = cache->corners[1][i];
  field->pixel = cache->least;
  field->is_deep = cache->is_deep;
  const float furthest = most1(most1(size1(low[0]), size1(high[0])),
                               most1(size1(low[1]), size1(high[1])));
  field->inset = most1(cache->least * FIELD_INSET, furthest * 4.8e-7f);
  field->axes[0] = field_axis(low[0], high[0], cuts, cut_count, cache->size, 4 * cache->least, field->inset);
  field->axes[1] = field_axis(low[1], high[1], along, 4, cache->size, 4 * cache->least, field->inset);
  field_begin(field, f->width);
}

// The distance from the fold line from which on the plane is in full light. Beyond five radii, the roll's
// silhouette stands below the sky's lower end; the key light reaches any distance.
INLINE float plane_limit(const struct curl_frame *f) {
  return f->key_share > 0 ? 1e30f : f->sky.axis_x + 5.001f * f->sky.radius;
}

// The fields of a half-turn sheet, on the plane beyond the fold and on the front.
INLINE void half_turn_fields(const struct curl_frame *f, struct curl_sheet_cache *cache,
                             const float low[2], const float high[2]) {
  cache->is_smooth = 1;
  cache->size = least1(64 * cache->least, most1(0.75f * f->sky.radius, 4 * cache->least));
  // Through a translucent sheet, the plane's light goes over to the front's within half the radius.
  float beyond[2] = {0, f->radius / 2};
  const float from[2] = {0, low[1]};
  const float to[2] = {least1(high[0], plane_limit(f) + cache->least), high[1]};
  plane_field(f, cache, from, to, beyond, f->front.is_opaque ? 1 : 2, &cache->plane);
  // A lifted sheet casts the shadow of a larger roll, whose axis lies before the fold.
  float folds[3] = {0, HALF_TURN * f->radius, least1(f->sky.axis_x, 0)};
  const float before[2] = {most1(low[0], f->sky.front_limit - cache->least), low[1]};
  const float end[2] = {folds[1], high[1]};
  cache->front.front = 1;
  plane_field(f, cache, before, end, folds, 3, &cache->front);
}

// The cache of a sheet, whose section is null for a half turn; null if memory is short. Without memory for a
// field, places compute their own light.
OUTLINE struct curl_sheet_cache *cache_new(const struct curl_frame *f,
                                           const struct curl_section *section, int32_t is_deep) {
  struct curl_sheet_cache *cache = calloc(1, sizeof *cache);
  if (!cache) return cache;
  const struct curl_sky *outline = &f->sky;
  const float pixel = most1(f->step_x, f->step_y);
  const float x[4] = {outline->top_corner_x, outline->bottom_corner_x, outline->far_corner_x,
                      outline->near_corner_x};
  const float tau[4] = {outline->top_corner_y, outline->bottom_corner_y, outline->far_corner_y,
                        outline->near_corner_y};
  cache->least = pixel;
  cache->is_deep = is_deep;
  cache->low = outline->bottom_corner_y - pixel;
  cache->high = most1(outline->top_corner_y, outline->bottom_corner_y) + pixel;
  for (int i = 0; i < 4; i++) {
    cache->corners[0][i] = x[i];
    cache->corners[1][i] = tau[i];
  }
  cache->plane.last = cache->front.last = -1;
  float low[2] = {1e30f, 1e30f}, high[2] = {-1e30f, -1e30f};
  for (int i = 0; i < 4; i++) {
    const float px = f->origin_x + (i & 1 ? (float)f->width + 0.5f : 0.5f) * f->step_x - f->fold_x;
    const float py = f->origin_y + (i & 2 ? (float)f->height + 0.5f : 0.5f) * f->step_y - f->fold_y;
    const float at[2] = {px * f->normal_x + py * f->normal_y, py * f->normal_x - px * f->normal_y};
    for (int k = 0; k < 2; k++) {
      low[k] = least1(low[k], at[k] - 2 * pixel);
      high[k] = most1(high[k], at[k] + 2 * pixel);
    }
  }
  if (!section) {
    // The shadow of a sheet lower than three pixels may lie between nodes.
    const int has_fields = f->is_lit && f->is_lifted && 2 * f->sky.radius >= 3 * pixel;
    if (has_fields) half_turn_fields(f, cache, low, high);
    return cache;
  }
  float bend = 0;
  for (int32_t i = 0; i < section->curve_count; i++) {
    bend = most1(bend, size1(section->curves[i].curvature));
  }
  // Light changes over lengths of an arc's radius and of the page.
  const float radius = most1(1 / most1(bend, 1e-6f), 8 * pixel), page = least1(f->page_x, f->page_y);
  cache->size = least1(128 * pixel, most1(least1(radius, page / 4), 4 * pixel));
  cache->is_smooth = !is_deep || f->front.is_opaque;
  cache->block_count = f->width / LANES + 1;
  cache->blocks = calloc((size_t)cache->block_count, sizeof *cache->blocks);
  cache->count = 2 * section->piece_count;
  cache->sides = calloc((size_t)cache->count, sizeof *cache->sides);
  if (!f->is_lit || section->curve_count == 0) return cache;
  float fold[1] = {0};
  plane_field(f, cache, low, high, fold, 1, &cache->plane);
  return cache;
}

INLINE void block_free(struct section_block *block) {
  for (int32_t k = 0; k < block->count; k++) free(block->batches[k]);
  free(block->batches);
  free(block);
}

// Bytes of fields, batches and lower pixels.
INLINE int64_t cache_bytes(const struct curl_sheet_cache *cache) {
  int64_t bytes = field_bytes(&cache->plane) + field_bytes(&cache->front) + cache->batch_bytes;
  for (int32_t i = 0; cache->sides && i < cache->count; i++) {
    if (cache->sides[i]) bytes += field_bytes(cache->sides[i]);
  }
  const int64_t pixel_bytes = LANES * (int64_t)sizeof(quad) + 8;
  return bytes + (cache->lower ? cache->block_count * pixel_bytes : 0);
}

INLINE void cache_free(struct curl_sheet_cache *cache) {
  field_free(&cache->plane);
  field_free(&cache->front);
  for (int32_t i = 0; cache->sides && i < cache->count; i++) {
    if (!cache->sides[i]) continue;
    field_free(cache->sides[i]);
    free(cache->sides[i]);
  }
  for (int32_t i = 0; cache->blocks && i < cache->block_count; i++) {
    if (cache->blocks[i]) block_free(cache->blocks[i]);
  }
  free(cache->blocks);
  free(cache->lower);
  free(cache->sides);
  free(cache);
}

// Light at places of the plane.
INLINE void lights_plane(const struct curl_frame *f, const struct curl_section *section,
                         struct curl_sheet_cache *cache, const whole *wanted, const lanes *x,
                         const lanes *tau, lanes *light) {
  lanes finest;
  if (cache->is_smooth) field_light(f, section, &cache->plane, wanted, x, tau, light);
  else field_exact(f, section, &cache->plane, x, tau, light, &finest);
}

// Light on a side of a piece, at arc lengths of its first winding.
INLINE void lights_on(const struct curl_frame *f, const struct curl_section *section,
                      struct curl_sheet_cache *cache, int32_t index, int front,
                      const whole *wanted, const lanes *arc, const lanes *tau, lanes *light) {
  const struct curl_section_piece *p = section->pieces + index;
  if (front && p->curvature == 0 && p->tangent_y == 0 && p->tangent_x > 0 &&
      size1(p->middle_y) < 1e-3f) {
    // A flat front gets the light of the plane.
    const lanes x = p->middle_x + (*arc - p->arc);
    lights_plane(f, section, cache, wanted, &x, tau, light);
    return;
  }
  struct curl_field *field =
      cache->is_smooth ? lights_side(f, section, cache, index, front) : NULL;
  if (field) {
    field_light(f, section, field, wanted, arc, tau, light);
    return;
  }
  const struct curl_field own = {.piece = p, .front = front};
  lanes finest;
  field_exact(f, section, &own, arc, tau, light, &finest);
}
