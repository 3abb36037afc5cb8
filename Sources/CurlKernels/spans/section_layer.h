// The colours that a batch's taps see on each layer of their cell, the upper layer first. Twin of `colour`
// and `sideLight` in SectionPainter.swift, and of `backColour` in Sheet.swift.
#pragma once

#include "ink.h"
#include "section_batch.h"
#include "section_means.h"
#include "section_surface.h"
#include "sheet_cache.h"
#include "surface.h"

INLINE quad quad_lit(quad colour, float light) {
  return colour * (quad){light, light, light, 1};
}

// A colour under light, of which the surface reflects the share `sheen` like a mirror.
INLINE quad gleaming(quad colour, float light, float sheen) {
  const float white = light * sheen * colour[3];
  return quad_lit(colour, light * (1 - sheen)) + (quad){white, white, white, 0};
}

// The picture that gives a side its alpha.
INLINE const struct curl_picture *side_picture(const struct curl_frame *f, int front) {
  return !front && f->back == CURL_PICTURE ? &f->back_picture : &f->front;
}

// The back's colour, from a mean of its picture, or of the front if the back has none, and from the colour
// that the front adds by show-through.
INLINE quad back_tone(const struct curl_frame *f, quad mean, quad beneath, float through) {
  const float show = f->show_through * through;
  float amount = f->tint_amount;
  quad colour = mean;
  if (f->back == CURL_MIRRORED) {
    amount = 1 - (1 - amount) * through;
  } else if (f->back == CURL_COLOUR) {
    colour = shining(mean[3] * quad_of(f->back_colour), mean, 1, show);
  } else {
    colour += show * beneath;
    if (f->show_through == 0) amount = 1 - (1 - amount) * through;
  }
  return f->opacity * tinted(colour, f->tint, amount);
}

// Light on a layer in some pixels of a batch, 0 to 1, and light that comes through from the other side.
INLINE void batch_lights(const struct curl_frame *f, const struct curl_section *section,
                         struct curl_sheet_cache *cache, const struct section_batch *batch,
                         int32_t layer, lanes at, uint32_t pixels, lanes *light, lanes *through) {
  *light = all(1);
  *through = all(1);
  if (!f->is_lit) return;
  const int32_t index = batch->cell->layers[layer];
  const struct curl_section_piece *p = section->pieces + index;
  const lanes arc = batch->light_arc[layer];
  const lanes tau = at + batch->light_z[layer] * (f->view_y - f->nearness * at);
  const whole here = mask_of(pixels);
  lights_on(f, section, cache, index, is_front(p), &here, &arc, &tau, light);
  if (is_front(p) || !section->fades_through) return;
  lights_on(f, section, cache, index, 1, &here, &arc, &tau, through);
  *through = 0.5f + *through / 2;
}

// Adds the colours that a batch's taps see on one layer of the cell.
OUTLINE void section_layer(const struct curl_frame *f, const struct curl_section *section,
                           struct curl_sheet_cache *cache, struct section_scratch *scratch,
                           const struct section_batch *batch, int32_t layer, const lanes *tau,
                           quad *lower, quad *upper) {
  const struct curl_section_cell *cell = batch->cell;
  const int32_t index = cell->layers[layer];
  const struct curl_section_piece *p = section->pieces + index;
  const int front = is_front(p);
  const lanes box_x = all(batch->box_x), box_y = all(batch->box_y);
  const struct curl_picture *picture = side_picture(f, front);
  const int is_flipped = !front && f->back == CURL_PICTURE;
  const int shows_front = is_flipped && f->show_through > 0;
  // The alpha of a back of transparent paper isn't its picture's, and may depend on the light that comes through it.
  const int asks_first = !front && f->back == CURL_COLOUR && f->back_colour[3] != 1;
  const int is_opaque = picture->is_opaque && (!shows_front || f->front.is_opaque) && !asks_first;
  // No layer below needs the share that is left of a tap.
  const int is_lowest = layer == cell->count - 1 && p->windings == 1 && !shows_front;
  const int is_summed = is_opaque || is_lowest;
  lanes sums[SECTION_PIXELS], beneath[SECTION_PIXELS];
  for (int i = 0; i < SECTION_PIXELS; i++) sums[i] = all(0);
  if (shows_front) {
    for (int i = 0; i < SECTION_PIXELS; i++) beneath[i] = all(0);
  }
  uint32_t met = 0;
  lanes light, through = all(1);
  if (asks_first) batch_lights(f, section, cache, batch, layer, *tau, batch->pixels, &light, &through);
  const int parts = batch->parts;
  for (int32_t t = 0; t < batch->taps; t += LANES) {
    lanes rest[2] = {lanes_at(scratch->rest[0] + t), all(0)};
    if (parts == 2) rest[1] = lanes_at(scratch->rest[1] + t);
    whole open = (rest[0] > 0) | (rest[1] > 0);
    if (!any(open)) continue;
    const lanes x = lanes_at(batch->x + t), at = lanes_at(scratch->place + t);
    const lanes inside = lanes_at(batch->inside + t);
    const uint8_t *pixel = batch->pixel + t;
    struct spot spot = {0};
    if (batch->arc) {
      const int32_t from = layer * batch->taps + t;
      spot.arc = lanes_at(batch->arc + from);
      spot.z = lanes_at(batch->z + from);
      spot.slope = lanes_at(batch->slope + from);
      spot.rise = lanes_at(batch->rise + from);
    } else {
      spot = layer_spot(f, section, batch, layer, x);
    }
    const lanes arc = spot.arc;
    for (int32_t k = 0; k < p->windings && any(open); k++) {
      spot.arc = arc + winding_arc(p, k);
      struct footprint foot[2];
      struct box boxes[2];
      lanes share[2];
      whole seen = open & 0;
      for (int part = 0; part < parts; part++) {
        const lanes place = at + (float)part * batch->spacing;
        const struct tilt w = view_tilt(f, x, place);
        spot.tau = place + spot.z * w.y;
        foot[part] = footprint_of(f, &spot, w, box_x, box_y);
        share[part] = outline_coverage(&foot[part], f->page_x, f->page_y, f->corner_radius);
        boxes[part].y = is_flipped && f->turns_over ? f->page_y - foot[part].y : foot[part].y;
        boxes[part].ey = extent_y(&foot[part]);
        boxes[part].weight = inside * rest[part] * share[part];
        seen |= open & (rest[part] > 0) & (share[part] > 0);
      }
      if (!any(seen)) continue;
      for (uint32_t left = bits(seen); left != 0; left &= left - 1) {
        met |= 1u << pixel[__builtin_ctz(left)];
      }
      const lanes ex = extent_x(&foot[0]);
      const lanes px = is_flipped && !f->turns_over ? f->page_x - foot[0].x : foot[0].x;
      if (is_summed) {
        add_means(picture, px, ex, boxes, parts, seen, pixel, sums);
        if (shows_front) {
          for (int part = 0; part < parts; part++) boxes[part].y = foot[part].y;
          add_means(&f->front, foot[0].x, ex, boxes, parts, seen, pixel, beneath);
        }
        for (int part = 0; part < parts; part++) {
          rest[part] = most(rest[part] * (1 - most(share[part], all(0)) * f->opacity), all(0));
        }
      } else {
        for (int part = 0; part < parts; part++) {
          quad means[LANES], fronts[LANES];
          const whole own = seen & (boxes[part].weight > 0);
          if (!any(own)) continue;
          means_of(picture, px, ex, boxes[part].y, boxes[part].ey, own, means);
          if (shows_front) {
            means_of(&f->front, foot[part].x, ex, foot[part].y, boxes[part].ey, own, fronts);
          }
          for (uint32_t left = bits(own); left != 0; left &= left - 1) {
            const int i = __builtin_ctz(left);
            const quad mean = means[i];
            const float weight = boxes[part].weight[i];
            add_quad(&sums[pixel[i]], weight * mean);
            if (shows_front) {
              add_quad(&beneath[pixel[i]], weight * (shining(mean, fronts[i], 0, 1) - mean));
            }
            float alpha = f->opacity * mean[3];
            if (asks_first) alpha = back_tone(f, mean, mean, through[pixel[i]])[3];
            rest[part][i] *= 1 - share[part][i] * alpha;
          }
        }
      }
      open = (rest[0] > 0) | (rest[1] > 0);
    }
    put_lanes(scratch->rest[0] + t, rest[0]);
    if (parts == 2) put_lanes(scratch->rest[1] + t, rest[1]);
  }
  if (met == 0) return;
  if (!asks_first) batch_lights(f, section, cache, batch, layer, *tau, met, &light, &through);
  for (uint32_t left = met; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    const quad sum = folded(sums[i]);
    if (front) {
      lower[i] += quad_lit(f->opacity * sum, light[i]);
    } else {
      quad add = {0};
      if (shows_front) {
        add = folded(beneath[i]);
        if (is_summed) add -= sum;
        add[3] = 0;
      }
      const float sheen = f->is_lit ? batch->sheen[layer][i] : 0;
      upper[i] += gleaming(back_tone(f, sum, add, through[i]), light[i], sheen);
    }
  }
}

// Adds the colours of a batch's `open` pixels.
INLINE void paint_batch(const struct curl_frame *f, const struct curl_section *section,
                        struct curl_sheet_cache *cache, struct section_scratch *scratch,
                        const struct section_batch *batch, uint32_t open, const lanes *tau,
                        quad *lower, quad *upper) {
  if ((batch->pixels & open) == 0) return;
  float at[LANES];
  put_lanes(at, *tau);
  const int is_part = (batch->pixels & ~open) != 0;
  for (int32_t t = 0; t < batch->taps; t += LANES) {
    lanes place, rest = lanes_at(batch->is_tap + t);
    for (int i = 0; i < LANES; i++) place[i] = at[batch->pixel[t + i]];
    put_lanes(scratch->place + t, place + lanes_at(batch->tau + t));
    if (is_part) {
      for (int i = 0; i < LANES; i++) {
        if (!(open >> batch->pixel[t + i] & 1)) rest[i] = 0;
      }
    }
    put_lanes(scratch->rest[0] + t, rest);
    put_lanes(scratch->rest[1] + t, rest);
  }
  for (int32_t k = 0; k < batch->cell->count; k++) {
    section_layer(f, section, cache, scratch, batch, k, tau, lower, upper);
  }
}
