// Layers composited in linear light. Twin of StackPainter.swift.
//
// A span's layers are drawn from the highest down, each only where the layers above it aren't opaque, then
// composited from the lowest up.
#pragma once

#include "CurlStacks.h"
#include "colour.h"
#include "plate.h"
#include "section.h"
#include "sheet.h"

// Multiplies `lights` by the share of light that a sheet leaves on a layer.
OUTLINE void cast_light(const struct curl_stack *stack, const struct curl_stack_scratch *scratch,
                       int32_t number, int32_t is_rolled_up, int32_t y, int32_t x, int32_t count,
                       const uint8_t *wanted, float *lights) {
  const struct curl_stack_sheet *sheet = &stack->sheets[number];
  const struct curl_frame *f = &sheet->frames[CURL_BOTH];
  if (sheet->section) {
    float own[CURL_SPAN + LANES];
    section_plane(f, sheet->section, is_rolled_up, scratch->caches[number], y, x, count, wanted, own);
    for (int32_t i = 0; i < count; i++) {
      if (wanted[i]) lights[i] *= own[i];
    }
    return;
  }
  if (!f->is_lit || !f->is_lifted) return;
  const float nx = f->normal_x, ny = f->normal_y;
  const float dy = f->origin_y + ((float)y + 0.5f) * f->step_y - f->fold_y;
  lanes order;
  for (int i = 0; i < LANES; i++) order[i] = (float)i;
  for (int32_t first = 0; first < count; first += LANES) {
    whole here = {0};
    for (int i = 0; i < LANES && first + i < count; i++) here[i] = wanted[first + i] ? -1 : 0;
    if (!any(here)) continue;
    const lanes dx =
        f->origin_x + ((float)(x + first) + order + 0.5f) * f->step_x - f->fold_x;
    const lanes at = dx * nx + dy * ny, tau = dx * -ny + dy * nx;
    // A layer that is rolled up with the sheet has no roll above it: it gets the light at the fold.
    const lanes held = is_rolled_up ? least(at, all(0)) : at;
    const struct spot s = front_over(f, least(held, all(0)), tau);
    const whole before = here & (held <= 0), beyond = here & ~before;
    lanes light = front_light(f, scratch->caches[number], &s, before);
    if (any(beyond)) {
      light = pick(beyond, base_light(f, scratch->caches[number], at, tau, beyond), light);
    }
    for (int i = 0; i < LANES; i++) {
      if (here[i]) lights[first + i] *= light[i];
    }
  }
}

// Draws a layer by itself.
OUTLINE void layer_colours(const struct curl_stack *stack, const struct curl_stack_scratch *scratch,
                          const struct curl_layer *layer, int32_t y, int32_t x, int32_t count,
                          const uint8_t *wanted, quad *colours) {
  switch (layer->kind) {
  case CURL_BACKGROUND: {
    const struct curl_frame *f = stack->common;
    for (int32_t i = 0; i < count; i++) {
      if (wanted[i]) colours[i] = background_at(f, x + i, y);
    }
    return;
  }
  case CURL_SHADOW_PLATE:
  case CURL_PLATE:
    return plate_colours(stack->common, layer->plate, stack->tables, y, x, count, wanted, colours);
  default: {
    const struct curl_stack_sheet *sheet = &stack->sheets[layer->sheet];
    const struct curl_frame *f = &sheet->frames[layer->sides];
    if (sheet->section) {
      section_colours(f, sheet->section, layer->sides, scratch->caches[layer->sheet], y, x, count,
                      wanted, colours);
    } else {
      sheet_colours(f, scratch->caches[layer->sheet], y, x, count, wanted, colours);
    }
  }
  }
}

// Lights colours.
INLINE void light_quads(quad *colours, const float *lights, int32_t count) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const quad light = quad_of(lights + i), one = {1, 1, 1, 1};
    texels4 four;
    __builtin_memcpy(&four, colours + i, sizeof four);
    four *= __builtin_shufflevector(light, one, 0, 0, 0, 4, 1, 1, 1, 4, 2, 2, 2, 4, 3, 3, 3, 4);
    __builtin_memcpy(colours + i, &four, sizeof four);
  }
  for (; i < count; i++) colours[i] = lit_quad(colours[i], lights[i]);
}

INLINE void stack_colours(const struct curl_stack *stack, const struct curl_stack_scratch *scratch,
                          int32_t y, int32_t x, int32_t count, quad *sum) {
  float *lights = scratch->colours + (size_t)CURL_SPAN * 4 * (size_t)stack->layer_count;
  uint8_t open[CURL_SPAN + LANES];
  __builtin_memset(open, 1, (size_t)count);
  int32_t left = count, lowest = stack->layer_count;
  while (lowest > 0 && left > 0) {
    lowest--;
    const struct curl_layer *layer = &stack->layers[lowest];
    quad *colours = (quad *)scratch->colours + (size_t)CURL_SPAN * (size_t)lowest;
    uint8_t *seen = scratch->seen + (size_t)CURL_SPAN * (size_t)lowest;
    __builtin_memset(seen, 0, CURL_SPAN);
    if (y < layer->first_y || y >= layer->end_y) continue;
    int32_t from = layer->first_x - x, to = layer->end_x - x;
    from = from > 0 ? from : 0;
    to = to < count ? to : count;
    while (from < to && !open[from]) from++;
    while (from < to && !open[to - 1]) to--;
    if (from >= to) continue;
    layer_colours(stack, scratch, layer, y, x + from, to - from, open + from, colours + from);
    const int has_light = layer->caster_count > 0;
    int32_t found = 0;
    for (int32_t i = from; i < to; i++) {
      seen[i] = open[i] & (colours[i][3] > 0);
      found += seen[i];
    }
    if (!found) continue;
    if (has_light) {
      for (int32_t i = from; i < to; i++) lights[i] = 1;
      for (int32_t n = 0; n < layer->caster_count; n++) {
        cast_light(stack, scratch, layer->casters[n], layer->is_rolled_up, y, x + from, to - from,
                   seen + from, lights + from);
      }
    }
    const int is_shadow = layer->kind == CURL_SHADOW_PLATE;
    const int is_veil = layer->kind == CURL_PLATE && layer->plate->is_shade &&
                        layer->plate->is_encoded;
    // Colours of pixels that aren't seen may be anything: they are never used.
    if (is_shadow) {
      for (int32_t i = from; i < to; i++) {
        colours[i] = (quad){0, 0, 0, colours[i][3] * (1 - (has_light ? lights[i] : 1))};
      }
      continue;
    }
    if (has_light) {
      light_quads(colours + from, lights + from, to - from);
    }
    if (is_veil) continue;
    for (int32_t i = from; i < to; i++) {
      const uint8_t is_covered = seen[i] & (colours[i][3] >= LEAST_OPAQUE);
      open[i] ^= is_covered;
      left -= is_covered;
    }
  }
  for (int32_t i = 0; i < count; i++) sum[i] = (quad){0};
  for (int32_t n = lowest; n < stack->layer_count; n++) {
    const struct curl_layer *layer = &stack->layers[n];
    const quad *colours = (const quad *)scratch->colours + (size_t)CURL_SPAN * (size_t)n;
    const uint8_t *seen = scratch->seen + (size_t)CURL_SPAN * (size_t)n;
    const int is_veil =
        layer->kind == CURL_PLATE && layer->plate->is_shade && layer->plate->is_encoded;
    for (int32_t first = 0; first < count; first += 8) {
      _Static_assert(CURL_SPAN % 8 == 0, "a span's scratch memory holds whole groups");
      uint64_t group;
      __builtin_memcpy(&group, seen + first, 8);
      if (group == 0) continue;
      if (group == 0x0101010101010101 && !is_veil) {
        for (int32_t i = first; i < first + 8; i += 4) composite_four(colours + i, sum + i);
        continue;
      }
      const int some = count - first < 8 ? count - first : 8;
      for (int32_t i = first; i < first + some; i++) {
        if (!seen[i]) continue;
        sum[i] = is_veil ? composite_encoded(stack->tables, colours[i], sum[i])
                         : composite_quad(colours[i], sum[i]);
      }
    }
  }
}
