// A field: light on the plane or on one side of a sheet, interpolated between nodes of adaptive cells.
//
// Light on a side of a sheet is a function of the arc length and the place along the rulings,
// whatever the camera: there it is smooth, where a pixel's distance from a silhouette isn't. A cell
// has three by three nodes and is the quadric through them; it is cut in two where the exact light
// between its nodes is further from that than a tolerance; where a cell of four pixels still is, the
// light of each place is exact. Light may bend or jump at cuts: no cell reaches over one, and nodes
// keep off them. A block of cells is looked at as a whole when a place in it is asked for, so what a
// place gets depends on the frame alone.
#pragma once

#include <stdlib.h>

#include "field_axis.h"
#include "key_nodes.h"
#include "section_light.h"

// Largest error of light's square root at nodes between those of a quadric: it is close to the encoded value's,
// of which this is a fifth of a byte's step. In frames of 16 bits it is an eighth of that on sections; on half
// turns, whose renderers agree more closely, a 32nd. Below 0.002 the encoding is nearly linear, so the error stays
// the same.
#define FIELD_TOLERANCE (0.2f / 255)
// Distance of nodes from a cut, frame pixels.
#define FIELD_INSET (1.0f / 128)
// Number of cells whose nodes are computed together, and of nodes per cell.
#define FIELD_CELLS 16
#define FIELD_NODES 16
// Cells of this side in pixels aren't cut: their parts' nodes would be more than their pixels.
#define FIELD_SMALLEST 4.0f

// Places of nodes, in quarters of a cell: nine of the quadric, then those between them along x, along y,
// and along both.
static const int8_t field_places[FIELD_NODES][2] = {
    {0, 0}, {2, 0}, {4, 0}, {0, 2}, {2, 2}, {4, 2}, {0, 4}, {2, 4}, {4, 4},
    {1, 2}, {3, 2}, {2, 1}, {2, 3}, {1, 1}, {3, 1}, {1, 3}};

// The numbers of these nodes in rows of places; −1 for no node.
static const int8_t field_numbers[5][5] = {{0, -1, 1, -1, 2},
                                           {-1, 13, 11, 14, -1},
                                           {3, 9, 4, 10, 5},
                                           {-1, 15, 12, -1, -1},
                                           {6, -1, 7, -1, 8}};

enum field_kind { FIELD_QUADRIC, FIELD_EXACT, FIELD_CUT_X, FIELD_CUT_Y };

struct field_cell {
  // The cell's own places: from `low` up to, but without, `high`. Its outer nodes lie there. `share` is 1 /
  // side.
  float low[2], high[2], share[2];
  int32_t kind, part;
  // Whether its nodes are known to show all edges of the key light; those of its parts then do, too.
  int32_t shows_key;
  // Of 1, x and x², their rows in 1, y and y².
  float rows[3][3];
};

// The light at a cell's nodes, −1 where it isn't known yet, and the sides of the smallest boxes of the
// sheet's alpha that it comes through.
struct field_nodes {
  float light[FIELD_NODES], finest[FIELD_NODES];
};

struct curl_field {
  // The piece of a sheet's side. Null stands for the plane or, if `front` is set, for the front of a half-turn
  // sheet.
  const struct curl_section_piece *piece;
  int front;
  struct field_axis axes[2];
  // A pixel's side, and how far nodes keep off cuts.
  float pixel, inset;
  int32_t is_deep;
  // The first cell of each block; −1 for one that nothing was asked of.
  int32_t *blocks;
  struct field_cell *cells;
  int32_t used, room, last;
  // The block that was looked up last, on each axis.
  int32_t near[2];
  // Nodes of the cells from `first` on: of the block that is being cut.
  struct field_nodes *nodes;
  int32_t first, node_room;
  // With more cells than this, all are forgotten before the next block is begun.
  int32_t most;
};

// The spot of a half-turn sheet's front at an arc length up to the end of the roll.
INLINE struct spot front_spot_at(const struct curl_frame *f, lanes arc, lanes tau) {
  const whole is_flat = arc <= 0;
  struct spot s = {arc, tau, all(0), all(0), all(1), arc, all(1), all(0)};
  if (!any(~is_flat)) return s;
  const float radius = f->radius > 1e-12f ? f->radius : 1e-12f;
  const struct point unit = sine_cosine(between(arc / radius, all(0), all(HALF_TURN)));
  s.x = pick(is_flat, s.x, f->inner.radius * unit.x);
  s.sine = pick(is_flat, s.sine, unit.x);
  s.cosine = pick(is_flat, s.cosine, unit.y);
  return s;
}

// Whether the nodes of a cell show all edges of the key light in it. Sections cast none of its shadows.
INLINE int field_shows_key(const struct curl_frame *f, const struct curl_section *section,
                           const struct curl_field *field, const struct field_cell *cell) {
  if (section || f->key_share == 0) return 1;
  const lanes place = cell->low[0] + (cell->high[0] - cell->low[0]) * CELL_COLUMNS;
  const float tau = (cell->low[1] + cell->high[1]) / 2, along = (cell->high[1] - cell->low[1]) / 2;
  if (!field->front) return nodes_show_key_on_base(f, place, tau, along);
  const struct spot s = front_spot_at(f, place, all(0));
  return nodes_show_key_on_front(f, &s, tau, along);
}

// The exact light at places of a field, and the least side of the boxes of alpha that it comes through.
OUTLINE void field_exact(const struct curl_frame *f, const struct curl_section *section,
                         const struct curl_field *field, const lanes *x, const lanes *y,
                         lanes *light, lanes *finest) {
  *finest = all(1e30f);
  if (!section) {
    const struct spot s = front_spot_at(f, *x, *y);
    *light = field->front ? front_light_on(f, &s, *x == *x) : base_light_at(f, *x, *y, *x == *x);
    // Alpha is a mean over boxes of half the radius or more: cells must be smaller.
    if (!f->front.is_opaque) *finest = all(0.4f * f->sky.radius);
    return;
  }
  if (!field->piece) {
    *light = plane_light(f, section, *x, *y, finest);
    return;
  }
  struct spot s = section_spot_at(field->piece, *x);
  s.tau = *y;
  *light = side_light(f, section, &s, field->front, finest);
}

// Whether there is memory for so many more cells of the block that is being cut.
OUTLINE int field_has_room(struct curl_field *field, int32_t more) {
  if (field->used + more > field->room) {
    const int32_t room = field->room ? 2 * field->room : 64;
    struct field_cell *cells = realloc(field->cells, sizeof *cells * (size_t)room);
    if (!cells) return 0;
    field->cells = cells;
    field->room = room;
  }
  if (field->used - field->first + more > field->node_room) {
    const int32_t room = field->node_room ? 2 * field->node_room : 64;
    struct field_nodes *nodes = realloc(field->nodes, sizeof *nodes * (size_t)room);
    if (!nodes) return 0;
    field->nodes = nodes;
    field->node_room = room;
  }
  return 1;
}

// Discards all cells. A block's cells depend only on the block, so they are recomputed identically.
INLINE void field_forget(struct curl_field *field) {
  const int32_t count = field->axes[0].count * field->axes[1].count;
  for (int32_t i = 0; i < count; i++) field->blocks[i] = -1;
  field->used = 0;
  field->last = -1;
}

// Adds a cell; the caller has made room for it.
INLINE int32_t field_add(struct curl_field *field, float low_x, float low_y, float high_x,
                         float high_y) {
  struct field_cell *cell = &field->cells[field->used];
  cell->low[0] = low_x;
  cell->low[1] = low_y;
  cell->high[0] = high_x;
  cell->high[1] = high_y;
  for (int i = 0; i < 2; i++) cell->share[i] = 1 / (cell->high[i] - cell->low[i]);
  cell->shows_key = 0;
  struct field_nodes *nodes = field->nodes + (field->used - field->first);
  for (int k = 0; k < FIELD_NODES; k++) nodes->light[k] = -1;
  return field->used++;
}

// Copies a cell's nodes to the two parts that it is cut into across an axis.
INLINE void field_inherit(struct curl_field *field, int32_t number, int32_t part, int axis) {
  const struct field_nodes *from = field->nodes + (number - field->first);
  for (int side = 0; side < 2; side++) {
    field->cells[part + side].shows_key = field->cells[number].shows_key;
    struct field_nodes *to = field->nodes + (part + side - field->first);
    for (int k = 0; k < FIELD_NODES; k++) {
      int at[2] = {field_places[k][0], field_places[k][1]};
      if (at[axis] & 1) continue;
      at[axis] = at[axis] / 2 + 2 * side;
      const int known = field_numbers[at[1]][at[0]];
      if (known < 0) continue;
      to->light[k] = from->light[known];
      to->finest[k] = from->finest[known];
    }
  }
}

INLINE float cell_value(const struct field_cell *cell, float x, float y) {
  float row[3];
  for (int i = 0; i < 3; i++) row[i] = cell->rows[0][i] + x * (cell->rows[1][i] + x * cell->rows[2][i]);
  return held1(row[0] + y * (row[1] + y * row[2]), 0, 1);
}

// Along which axes a cell of these nodes is only partly in full light: 1 for x, 2 for y.
INLINE int field_mixed(const float *light) {
  int axes = 0;
  for (int i = 0; i < 3; i++) {
    const int across = (light[3 * i] == 1) + (light[3 * i + 1] == 1) + (light[3 * i + 2] == 1);
    const int down = (light[i] == 1) + (light[i + 3] == 1) + (light[i + 6] == 1);
    axes |= (across % 3 != 0) | (down % 3 != 0) << 1;
  }
  return axes;
}

// Computes a cell's quadric from the light at its nodes, or cuts the cell.
INLINE void field_fit_or_cut(const struct curl_frame *f, const struct curl_section *section,
                             struct curl_field *field, int32_t number) {
  const struct field_nodes *nodes = field->nodes + (number - field->first);
  const float *light = nodes->light;
  int32_t *shows_key = &field->cells[number].shows_key;
  if (!*shows_key) *shows_key = field_shows_key(f, section, field, field->cells + number);
  struct field_cell cell = field->cells[number];
  for (int j = 0; j < 3; j++) {
    const float a = light[3 * j], b = light[3 * j + 1], c = light[3 * j + 2];
    cell.rows[0][j] = a;
    cell.rows[1][j] = 4 * b - 3 * a - c;
    cell.rows[2][j] = 2 * (a + c) - 4 * b;
  }
  for (int i = 0; i < 3; i++) {
    const float a = cell.rows[i][0], b = cell.rows[i][1], c = cell.rows[i][2];
    cell.rows[i][1] = 4 * b - 3 * a - c;
    cell.rows[i][2] = 2 * (a + c) - 4 * b;
  }
  // Alpha and the key light have edges, at which the error may be twice that between nodes.
  const int has_edges = !section && (!f->front.is_opaque || f->key_share > 0);
  float tolerance = has_edges ? FIELD_TOLERANCE / 2 : FIELD_TOLERANCE;
  if (field->is_deep) tolerance = section ? FIELD_TOLERANCE / 8 : FIELD_TOLERANCE / 32;
  float off[3] = {0, 0, 0};
  for (int k = 9; k < FIELD_NODES; k++) {
    const float seen = cell_value(&cell, field_places[k][0] * 0.25f, field_places[k][1] * 0.25f);
    const float error = size1(light[k] - seen) /
                        (2 * tolerance * __builtin_sqrtf(most1(light[k], 0.002f)));
    const int along = k < 11 ? 0 : k < 13 ? 1 : 2;
    off[along] = most1(off[along], error);
  }
  const float side_x = cell.high[0] - cell.low[0], side_y = cell.high[1] - cell.low[1];
  // What is finer than the way between nodes may lie there unseen.
  float finest = nodes->finest[0], dark = light[0], bright = light[0];
  for (int k = 1; k < FIELD_NODES; k++) {
    finest = least1(finest, nodes->finest[k]);
    dark = least1(dark, light[k]);
    bright = most1(bright, light[k]);
  }
  // In 16 bits, a cell whose nodes are only partly in full light is cut: there, full light is exactly 1.
  const int is_mixed = field->is_deep && dark < 1 && bright == 1;
  const int must_cut = is_mixed || !cell.shows_key || most1(side_x, side_y) > finest;
  if (!must_cut && most1(off[2], most1(off[0], off[1])) <= 1) {
    cell.kind = FIELD_QUADRIC;
  } else {
    // Cut the axis along which light is mixed or the error is larger; if neither is at fault, the longer side.
    const int mixed = is_mixed ? field_mixed(light) : 0;
    int is_across = side_x > side_y;
    if (mixed == 1 || mixed == 2) is_across = mixed == 1;
    else if (!must_cut && most1(off[0], off[1]) > 1) is_across = off[0] > off[1];
    // Under alpha this fine, only parts of few pixels could do, whose nodes cost as much as their pixels.
    // Without memory for its parts a cell has none.
    const int is_hopeless = finest < FIELD_SMALLEST * field->pixel;
    const float smallest = (is_hopeless ? 4 : 1) * FIELD_SMALLEST * field->pixel;
    if ((is_across ? side_x : side_y) <= smallest || !field_has_room(field, 2)) {
      cell.kind = FIELD_EXACT;
    } else if (is_across) {
      const float middle = (cell.low[0] + cell.high[0]) / 2;
      cell.kind = FIELD_CUT_X;
      cell.part = field_add(field, cell.low[0], cell.low[1], middle, cell.high[1]);
      field_add(field, middle, cell.low[1], cell.high[0], cell.high[1]);
      field_inherit(field, number, cell.part, 0);
    } else {
      const float middle = (cell.low[1] + cell.high[1]) / 2;
      cell.kind = FIELD_CUT_Y;
      cell.part = field_add(field, cell.low[0], cell.low[1], cell.high[0], middle);
      field_add(field, cell.low[0], middle, cell.high[0], cell.high[1]);
      field_inherit(field, number, cell.part, 1);
    }
  }
  field->cells[number] = cell;
}

// Computes all cells of a block, from its first one on.
OUTLINE void field_refine(const struct curl_frame *f, const struct curl_section *section,
                          struct curl_field *field, int32_t first) {
  float x[FIELD_CELLS * FIELD_NODES], y[FIELD_CELLS * FIELD_NODES];
  int32_t wanted[FIELD_CELLS * FIELD_NODES];
  int32_t count;
  for (int32_t from = first; from < field->used; from += count) {
    count = field->used - from < FIELD_CELLS ? field->used - from : FIELD_CELLS;
    struct field_nodes *nodes = field->nodes + (from - first);
    int32_t n = 0;
    for (int32_t i = 0; i < count; i++) {
      const struct field_cell *cell = &field->cells[from + i];
      const float side_x = cell->high[0] - cell->low[0], side_y = cell->high[1] - cell->low[1];
      for (int k = 0; k < FIELD_NODES; k++) {
        if (nodes[i].light[k] >= 0) continue;
        x[n] = cell->low[0] + (float)field_places[k][0] * (0.25f * side_x);
        y[n] = cell->low[1] + (float)field_places[k][1] * (0.25f * side_y);
        wanted[n++] = i * FIELD_NODES + k;
      }
    }
    for (int32_t i = 0; i < n; i += LANES) {
      lanes at_x = all(x[i]), at_y = all(y[i]), found, finest;
      for (int k = 0; k < LANES && i + k < n; k++) {
        at_x[k] = x[i + k];
        at_y[k] = y[i + k];
      }
      field_exact(f, section, field, &at_x, &at_y, &found, &finest);
      for (int k = 0; k < LANES && i + k < n; k++) {
        struct field_nodes *of = nodes + wanted[i + k] / FIELD_NODES;
        of->light[wanted[i + k] % FIELD_NODES] = found[k];
        of->finest[wanted[i + k] % FIELD_NODES] = finest[k];
      }
    }
    for (int32_t i = 0; i < count; i++) field_fit_or_cut(f, section, field, from + i);
  }
}

// The cell that holds a place of a block; −1 if memory is short.
OUTLINE int32_t field_find(const struct curl_frame *f, const struct curl_section *section,
                         struct curl_field *field, float x, float y) {
  const int32_t i = field->near[0] = axis_block(&field->axes[0], x, field->near[0]);
  const int32_t j = field->near[1] = axis_block(&field->axes[1], y, field->near[1]);
  int32_t *block = &field->blocks[j * field->axes[0].count + i];
  if (*block < 0) {
    if (field->used > field->most) field_forget(field);
    field->first = field->used;
    if (!field_has_room(field, 1)) return -1;
    const struct field_end *across = field->axes[0].ends + i, *down = field->axes[1].ends + j;
    *block = field_add(field, across[0].at + across[0].inset, down[0].at + down[0].inset,
                       across[1].at - across[1].inset, down[1].at - down[1].inset);
    field_refine(f, section, field, *block);
  }
  int32_t number = *block;
  while (1) {
    const struct field_cell *cell = &field->cells[number];
    if (cell->kind <= FIELD_EXACT) return number;
    const float middle = field->cells[cell->part].high[cell->kind == FIELD_CUT_X ? 0 : 1];
    number = cell->part + !((cell->kind == FIELD_CUT_X ? x : y) < middle);
  }
}

// The light at places, 0…1; undefined where the mask isn't set.
OUTLINE void field_light(const struct curl_frame *f, const struct curl_section *section,
                       struct curl_field *field, const whole *wanted, const lanes *at_x,
                       const lanes *at_y, lanes *light) {
  const lanes x = *at_x, y = *at_y;
  const whole within = axis_holds(&field->axes[0], x) & axis_holds(&field->axes[1], y);
  whole left = *wanted & within, exact = *wanted & ~within;
  lanes found = all(1);
  int32_t number = field->last;
  uint32_t last = 0;
  for (uint32_t open = bits(left); open != 0; open = bits(left)) {
    whole inside = left & 0;
    if (number >= 0) {
      const struct field_cell *cell = &field->cells[number];
      const lanes s = (x - cell->low[0]) * cell->share[0];
      const lanes t = (y - cell->low[1]) * cell->share[1];
      inside = left & (x >= cell->low[0]) & (x < cell->high[0]) & (y >= cell->low[1]) &
               (y < cell->high[1]);
      if (any(inside)) {
        if (cell->kind == FIELD_EXACT) {
          exact |= inside;
        } else {
          const float(*r)[3] = cell->rows;
          const lanes a = r[0][0] + s * (r[1][0] + s * r[2][0]);
          const lanes b = r[0][1] + s * (r[1][1] + s * r[2][1]);
          const lanes c = r[0][2] + s * (r[1][2] + s * r[2][2]);
          found = pick(inside, between(a + t * (b + t * c), all(0), all(1)), found);
        }
        left &= ~inside;
        open = bits(left);
        if (open == 0) break;
      }
    }
    const uint32_t i = (uint32_t)__builtin_ctz(open);
    if (last == i + 1) {
      // A place on a cut belongs to neither side: it gets its own exact light.
      const whole own = left & mask_of(1u << i);
      exact |= own;
      left &= ~own;
    } else {
      number = field_find(f, section, field, x[i], y[i]);
      field->last = number;
      last = i + 1;
    }
  }
  if (any(exact)) {
    lanes own, finest;
    field_exact(f, section, field, &x, &y, &own, &finest);
    found = pick(exact, own, found);
  }
  *light = found;
}

// Allocates a field's blocks along its axes. If memory is short it has none, and all light is exact.
INLINE void field_begin(struct curl_field *field, int32_t width) {
  field->last = -1;
  field->most = 32768 + 8 * width;
  const int32_t count = field->axes[0].count * field->axes[1].count;
  field->blocks = malloc(sizeof(int32_t) * (size_t)(count > 0 ? count : 1));
  if (!field->blocks) field->axes[0].count = 0;
  else field_forget(field);
}

INLINE int64_t field_bytes(const struct curl_field *field) {
  const int64_t count = (int64_t)field->axes[0].count * field->axes[1].count;
  return (int64_t)sizeof(int32_t) * count + (int64_t)sizeof *field->cells * field->room +
         (int64_t)sizeof *field->nodes * field->node_room;
}

INLINE void field_free(struct curl_field *field) {
  free(field->axes[0].ends);
  free(field->axes[1].ends);
  free(field->blocks);
  free(field->cells);
  free(field->nodes);
}
