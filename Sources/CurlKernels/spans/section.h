// A sheet of any cross-section over a row's pixels: geometry in lanes, the filter in quads. Twin of
// SectionPainter.swift.
//
// Needs 16 lanes. Each file for an instruction set includes all of this within its target attributes.
#pragma once

#if LANES != 16
#error "sections are painted in 16 lanes"
#endif

#include "ink.h"
#include "section_field.h"

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
  // Arc length and height at which light on each layer is computed.
  lanes light_arc[CURL_LAYERS], light_z[CURL_LAYERS];
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

INLINE lanes lanes_at(const float *v) {
  lanes l;
  __builtin_memcpy(&l, v, sizeof l);
  return l;
}

INLINE void put_lanes(float *v, lanes l) {
  __builtin_memcpy(v, &l, sizeof l);
}

// Rows of a window.
#define WINDOW_ROWS 8

// Windows of four columns and several rows of texels around one or two boxes per lane, which share their
// columns: the first column and row, and the weight of each row.
struct windows {
  float low_x[LANES], high_x[LANES], rows[WINDOW_ROWS][LANES];
  int32_t column[LANES], row[LANES];
  // Bit sets of lanes: boxes that a window holds; that two, three, four of its rows hold.
  uint32_t fit, two, three, four;
};

// One box of each lane along y: its centre and side, and the weight of its mean.
struct box {
  lanes y, ey, weight;
};

INLINE whole held_whole(whole v, int32_t most) {
  return (v & (v < most)) | ((most - (whole){0}) & ~(v < most));
}

INLINE void windows_of(const struct curl_picture *picture, lanes x, lanes ex,
                       const struct box *boxes, int count, struct windows *w) {
  const float width = (float)picture->levels[0].width, height = (float)picture->levels[0].height;
  x = x * picture->scale_x + picture->offset_x;
  ex *= picture->scale_x;
  const lanes low_x = between(x - ex / 2, all(0), all(width));
  const lanes high_x = between(x + ex / 2, all(0), all(width));
  whole fits = high_x - low_x > 1e-3f;
  lanes low[2], high[2], least_low = all(height), most_high = all(0);
  for (int i = 0; i < count; i++) {
    const lanes y = boxes[i].y * picture->scale_y + picture->offset_y;
    const lanes ey = boxes[i].ey * picture->scale_y;
    low[i] = between(y - ey / 2, all(0), all(height));
    high[i] = between(y + ey / 2, all(0), all(height));
    const whole counts = boxes[i].weight > 0;
    least_low = pick(counts & (low[i] < least_low), low[i], least_low);
    most_high = pick(counts & (high[i] > most_high), high[i], most_high);
    fits &= ~counts | ((high[i] - low[i] > 1e-3f) & ~((ex >= 8) & (ey >= 8)));
  }
  const int32_t last_x = picture->levels[0].width - 4, last_y = picture->levels[0].height - 4;
  const whole column = held_whole(__builtin_convertvector(low_x, whole), last_x);
  const whole row = held_whole(__builtin_convertvector(least_low, whole), last_y);
  const lanes first = __builtin_convertvector(row, lanes);
  fits &= (high_x - __builtin_convertvector(column, lanes) <= 4) &
          (most_high - first <= WINDOW_ROWS);
  w->fit = picture->levels[0].texels && last_x >= 0 && last_y >= 0 ? bits(fits) : 0;
  w->four = bits(most_high - first <= 4);
  w->three = bits(most_high - first <= 3);
  w->two = bits(most_high - first <= 2);
  put_lanes(w->low_x, low_x);
  put_lanes(w->high_x, high_x);
  __builtin_memcpy(w->column, &column, sizeof column);
  __builtin_memcpy(w->row, &row, sizeof row);
  lanes scale[2];
  for (int i = 0; i < count; i++) {
    const lanes area = (high_x - low_x) * (high[i] - low[i]);
    scale[i] = pick(boxes[i].weight > 0, picture->unit * boxes[i].weight / area, all(0));
  }
  const int row_count = w->fit & ~w->four ? WINDOW_ROWS : 4;
  for (int k = 0; k < row_count; k++) {
    const lanes top = first + (float)k;
    lanes sum = all(0);
    for (int i = 0; i < count; i++) {
      sum += scale[i] * most(least(top + 1, high[i]) - most(top, low[i]), all(0));
    }
    put_lanes(w->rows[k], sum);
  }
}

// The weighted sum of a window's texels, one quad for each of the four columns.
INLINE lanes window_sum(const struct curl_picture *picture, const struct windows *w, int i,
                        int rows) {
  const struct curl_level *level = &picture->levels[0];
  const lanes step = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
  const lanes left = step + (float)w->column[i];
  const lanes across =
      most(least(left + 1, all(w->high_x[i])) - most(left, all(w->low_x[i])), all(0));
  int64_t at = w->row[i] * level->stride + w->column[i];
  lanes sum = all(0);
  for (int k = 0; k < rows; k++, at += level->stride) {
    sum += w->rows[k][i] * four_texels(level->texels, at, picture->levels[0].form);
  }
  return sum * across;
}

INLINE lanes any_window_sum(const struct curl_picture *picture, const struct windows *w, int i) {
  if (w->two >> i & 1) return window_sum(picture, w, i, 2);
  if (w->three >> i & 1) return window_sum(picture, w, i, 3);
  if (w->four >> i & 1) return window_sum(picture, w, i, 4);
  // A row without weight isn't read: it may lie beyond the picture.
  int rows = WINDOW_ROWS;
  while (rows > 5 && w->rows[rows - 1][i] == 0) rows--;
  return window_sum(picture, w, i, rows);
}

// The sum of the four quads of `v`.
INLINE quad folded(lanes v) {
  const quad a = __builtin_shufflevector(v, v, 0, 1, 2, 3);
  const quad b = __builtin_shufflevector(v, v, 4, 5, 6, 7);
  const quad c = __builtin_shufflevector(v, v, 8, 9, 10, 11);
  const quad d = __builtin_shufflevector(v, v, 12, 13, 14, 15);
  return (a + b) + (c + d);
}

INLINE void add_quad(lanes *sum, quad add) {
  quad first;
  __builtin_memcpy(&first, sum, sizeof first);
  first += add;
  __builtin_memcpy(sum, &first, sizeof first);
}

// Adds a picture's means over boxes, times their weights, to the sums of the boxes' pixels.
OUTLINE void add_means(const struct curl_picture *picture, lanes x, lanes ex,
                       const struct box *boxes, int count, whole mask, const uint8_t *pixel,
                       lanes *sums) {
  struct windows w;
  windows_of(picture, x, ex, boxes, count, &w);
  const uint32_t wanted = bits(mask);
  for (uint32_t left = wanted & w.fit; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    sums[pixel[i]] += any_window_sum(picture, &w, i);
  }
  for (uint32_t left = wanted & ~w.fit; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    for (int k = 0; k < count; k++) {
      const float weight = boxes[k].weight[i];
      if (weight <= 0) continue;
      add_quad(&sums[pixel[i]], weight * box_mean(picture, x[i], boxes[k].y[i], ex[i], boxes[k].ey[i]));
    }
  }
}

// Means of a picture over boxes.
OUTLINE void means_of(const struct curl_picture *picture, lanes x, lanes ex, lanes y, lanes ey,
                      whole mask, quad *means) {
  const struct box box = {y, ey, all(1)};
  struct windows w;
  windows_of(picture, x, ex, &box, 1, &w);
  for (uint32_t left = bits(mask); left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    means[i] = w.fit >> i & 1 ? folded(any_window_sum(picture, &w, i))
                              : box_mean(picture, x[i], y[i], ex[i], ey[i]);
  }
}

INLINE quad quad_lit(quad colour, float light) {
  return colour * (quad){light, light, light, 1};
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
  }
  return f->opacity * tinted(colour, f->tint, amount);
}

// Light on a layer in a batch's pixels, 0 to 1, at the winding that each pixel meets, and light that
// comes through from the other side.
INLINE void batch_lights(const struct curl_frame *f, const struct curl_section *section,
                         struct curl_section_lights *lights, const struct section_batch *batch,
                         int32_t layer, lanes at, const int32_t *winding, lanes *light,
                         lanes *through) {
  *light = all(1);
  *through = all(1);
  if (!f->is_lit) return;
  const int32_t index = batch->cell->layers[layer];
  const struct curl_section_piece *p = section->pieces + index;
  const lanes arc = batch->light_arc[layer];
  const lanes tau = at + batch->light_z[layer] * (f->view_y - f->nearness * at);
  whole met;
  __builtin_memcpy(&met, winding, sizeof met);
  for (int32_t k = 0; k < p->windings; k++) {
    const whole here = met == k;
    if (!any(here)) continue;
    lanes found;
    lights_on(f, section, lights, index, k, is_front(p), &here, &arc, &tau, &found);
    *light = pick(here, found, *light);
    if (is_front(p) || !section->fades_through) continue;
    lights_on(f, section, lights, index, k, 1, &here, &arc, &tau, &found);
    *through = pick(here, 0.5f + found / 2, *through);
  }
}

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

// Adds the colours that a batch's taps see on one layer of the cell.
OUTLINE void section_layer(const struct curl_frame *f, const struct curl_section *section,
                           struct curl_section_lights *lights, struct section_scratch *scratch,
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
  // The alpha of a back of transparent paper depends on the light that comes through it.
  const int asks_first = !front && f->back == CURL_COLOUR && f->back_colour[3] != 1 &&
                         f->show_through > 0 && section->fades_through;
  const int is_opaque = picture->is_opaque && (!shows_front || f->front.is_opaque) && !asks_first;
  // No layer below needs the share that is left of a tap.
  const int is_lowest = layer == cell->count - 1 && p->windings == 1 && !shows_front;
  const int is_summed = is_opaque || is_lowest;
  lanes sums[SECTION_PIXELS], beneath[SECTION_PIXELS];
  int32_t winding[SECTION_PIXELS];
  for (int i = 0; i < SECTION_PIXELS; i++) {
    sums[i] = all(0);
    winding[i] = -1;
  }
  if (shows_front) {
    for (int i = 0; i < SECTION_PIXELS; i++) beneath[i] = all(0);
  }
  int is_met = 0;
  lanes light, through = all(1);
  if (asks_first) {
    for (int i = 0; i < SECTION_PIXELS; i++) winding[i] = -(~batch->pixels >> i & 1);
    batch_lights(f, section, lights, batch, layer, *tau, winding, &light, &through);
    for (int i = 0; i < SECTION_PIXELS; i++) winding[i] = -1;
  }
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
      is_met = 1;
      if (p->windings == 1) {
        for (uint32_t left = bits(seen); left != 0; left &= left - 1) {
          winding[pixel[__builtin_ctz(left)]] = 0;
        }
      } else {
        for (uint32_t left = bits(seen); left != 0; left &= left - 1) {
          int32_t *first = &winding[pixel[__builtin_ctz(left)]];
          if (*first < 0) *first = k;
        }
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
  if (!is_met) return;
  batch_lights(f, section, lights, batch, layer, *tau, winding, &light, &through);
  for (uint32_t left = batch->pixels; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    if (winding[i] < 0) continue;
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
      upper[i] += quad_lit(back_tone(f, sum, add, through[i]), light[i]);
    }
  }
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
  }
}

// A copy of a batch in its own memory, with the spots that its taps see; null if memory is short.
INLINE struct section_batch *kept_batch(const struct curl_frame *f,
                                        const struct curl_section *section,
                                        const struct section_batch *from) {
  const size_t taps = (size_t)from->taps, layers = (size_t)from->cell->count;
  const size_t floats = 4 * taps + 4 * taps * layers;
  struct section_batch *batch =
      aligned_alloc(64, (sizeof *batch + floats * sizeof(float) + taps + 63) / 64 * 64);
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

// Whether a cell shows only a sheet that lies flat.
INLINE int is_flat_cell(const struct curl_section *section, const struct curl_section_cell *cell) {
  const struct curl_section_piece *p = section->pieces + cell->layers[0];
  return cell->count == 1 && is_front(p) && p->curvature == 0 && p->tangent_y == 0 &&
         p->tangent_x > 0 && p->middle_y == 0 && p->windings == 1;
}

// Adds the pixels of a block that lie wholly within a flat cell and within the page; returns them as
// bits.
OUTLINE uint32_t section_flat(const struct curl_frame *f, const struct curl_section *section,
                              struct curl_section_lights *lights,
                              const struct curl_section_cell *cell, int32_t y, int32_t x,
                              const lanes *at_x, const lanes *at_tau, uint32_t open,
                              quad *lower) {
  const struct curl_picture *front = &f->front;
  const int is_copied = f->is_aligned && front->scale_x == 1 && front->scale_y == 1 &&
                        front->offset_x == 0 && front->offset_y == 0;
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
  if (f->is_lit) lights_plane(f, section, lights, &flat, at_x, at_tau, &light);
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

// Adds the colours of a batch's `open` pixels.
INLINE void paint_batch(const struct curl_frame *f, const struct curl_section *section,
                        struct curl_section_lights *lights, struct section_scratch *scratch,
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
    section_layer(f, section, lights, scratch, batch, k, tau, lower, upper);
  }
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
                                         struct curl_section_lights *lights,
                                         struct section_scratch *scratch, int32_t number,
                                         const lanes *at) {
  if (!lights->blocks) return NULL;
  if (lights->blocks[number]) return lights->blocks[number];
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
    } else {
      block_free(block);
      block = NULL;
    }
  }
  lights->blocks[number] = block;
  return block;
}

// Distance of a pixel's centre from the fold line.
INLINE float section_distance(const struct curl_frame *f, int32_t y, int32_t x) {
  const float qx = f->origin_x + ((float)x + 0.5f) * f->step_x - f->fold_x;
  const float qy = f->origin_y + ((float)y + 0.5f) * f->step_y - f->fold_y;
  return qx * f->normal_x + qy * f->normal_y;
}

// Adds the visible front and back of a sheet, in some pixels of the block that starts at column `start`.
OUTLINE void section_sides(const struct curl_frame *f, const struct curl_section *section,
                           struct curl_section_lights *lights, int32_t y, int32_t start,
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
    flat |= section_flat(f, section, lights, cell, y, start, &at, &tau, in, lower);
  }
  const uint32_t open = pixels & ~flat;
  if (open == 0) return;
  struct section_scratch scratch;
  scratch_room(&scratch);
  const struct section_block *kept =
      f->normal_y == 0 ? kept_block(f, section, lights, &scratch, start / LANES, &at) : NULL;
  if (kept) {
    for (int32_t i = 0; i < kept->count; i++) {
      paint_batch(f, section, lights, &scratch, kept->batches[i], open, &tau, lower, upper);
    }
  } else {
    struct cuts cuts = {0};
    while (next_batch(f, section, &cuts, open, &at, &scratch.batch)) {
      paint_batch(f, section, lights, &scratch, &scratch.batch, open, &tau, lower, upper);
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
OUTLINE void lower_room(struct curl_section_lights *lights) {
  const size_t count = (size_t)lights->block_count;
  const size_t pixel_bytes = count * LANES * sizeof(quad);
  // One allocation: the colours come first, as they are aligned.
  lights->lower = aligned_alloc(64, pixel_bytes + (8 * count + 63) / 64 * 64);
  if (!lights->lower) return;
  lights->lower_row = (int32_t *)((char *)lights->lower + pixel_bytes);
  lights->lower_pixels = (uint32_t *)(lights->lower_row + count);
  for (size_t i = 0; i < count; i++) lights->lower_row[i] = -1;
}

// The sheet's colours in pixels x..<x + count of row y, lit, premultiplied linear light; 0 beside it.
// Pixels whose `wanted` is 0 may be left out.
INLINE void section_colours(const struct curl_frame *f, const struct curl_section *section,
                            int32_t sides, struct curl_section_lights *lights, int32_t y,
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
      section_sides(f, section, lights, y, start, pixels, lower, upper);
      for (int32_t i = first; i < end; i++) {
        colours[i - x] = upper[i - start] + lower[i - start];
      }
      continue;
    }
    const int32_t block = start / LANES;
    if (!lights->lower) lower_room(lights);
    quad spare[LANES];
    quad *kept = lights->lower ? lights->lower + block * LANES : spare;
    const int is_kept = lights->lower && lights->lower_row[block] == y &&
                        (pixels & ~lights->lower_pixels[block]) == 0;
    if (sides == CURL_UPPER || !is_kept) {
      section_sides(f, section, lights, y, start, pixels, lower, upper);
      for (int i = 0; i < LANES; i++) {
        // Drawn by itself, the lower side gets back the share that the upper side, drawn over it later,
        // covers.
        kept[i] = upper[i][3] < 1 ? lower[i] / (1 - upper[i][3]) : (quad){0};
      }
      if (lights->lower) {
        lights->lower_row[block] = y;
        lights->lower_pixels[block] = pixels;
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
                          int is_inside, struct curl_section_lights *lights, int32_t y, int32_t x,
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
    lights_plane(f, section, lights, &open, &first, &tau, &found);
    if (any(is_cut)) {
      const lanes second = (d + half) / 2, beyond = (d + half) / (2 * half);
      lanes after;
      lights_plane(f, section, lights, &is_cut, &second, &tau, &after);
      found = pick(is_cut, found + (after - found) * beyond, found);
    }
    for (int k = 0; k < LANES && i + k < count; k++) light[i + k] = found[k];
  }
}
