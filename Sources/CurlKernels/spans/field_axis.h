// An axis of a field, divided into blocks. Blocks end at the axis's cuts.
#pragma once

#include <stdlib.h>

#include "filter.h"

// Where blocks end on an axis, and how far nodes keep off there.
struct field_end {
  float at, inset;
};

struct field_axis {
  int32_t count;
  struct field_end *ends;
};

INLINE void sort(float *values, int32_t count) {
  for (int32_t i = 1; i < count; i++) {
    const float v = values[i];
    int32_t j = i;
    for (; j > 0 && values[j - 1] > v; j--) values[j] = values[j - 1];
    values[j] = v;
  }
}

// An axis that is being divided; `room` is −1 once memory was short.
struct axis_ends {
  struct field_axis axis;
  int32_t room;
};

INLINE void add_end(struct axis_ends *to, float at, float inset) {
  if (to->room < 0) return;
  if (to->axis.count == to->room) {
    to->room = 2 * to->room + 64;
    struct field_end *more = realloc(to->axis.ends, sizeof *more * (size_t)to->room);
    if (!more) {
      to->room = -1;
      return;
    }
    to->axis.ends = more;
  }
  to->axis.ends[to->axis.count++] = (struct field_end){at, inset};
}

// Blocks of one size beyond a cut, after which their size doubles: this bounds their number.
#define FIELD_ALIKE 2048

// Adds the ends of blocks beyond a cut, up to `way` from it; `side` is −1 or 1.
INLINE void add_beyond(struct axis_ends *to, float cut, float side, float way, float size, float first) {
  float length = first, along = 0;
  for (int32_t i = 1; along < way; i++) {
    along += length;
    add_end(to, cut + side * along, 0);
    if (length < size || i % FIELD_ALIKE == 0) length *= 2;
  }
}

// Adds the ends of blocks between two cuts, and the second of these.
INLINE void add_between(struct axis_ends *axis, float from, float to, float size, float first,
                        float inset) {
  int32_t steps = 0;
  float length = first, margin = 0;
  for (; length < size && margin + length < (to - from) / 3; length *= 2) {
    margin += length;
    steps += 1;
  }
  const float inner = to - from - 2 * margin;
  const int32_t parts = inner / size > 4096 ? 4096 : (int32_t)most1((float)ceiling1(inner / size), 1);
  float along = 0;
  length = first;
  for (int32_t j = 0; j < steps; j++, length *= 2) add_end(axis, from + (along += length), 0);
  for (int32_t j = 1; j < parts; j++) {
    add_end(axis, from + margin + inner * (float)j / (float)parts, 0);
  }
  for (int32_t j = 0; j < steps; j++) {
    add_end(axis, to - along, 0);
    along -= length /= 2;
  }
  add_end(axis, to, inset);
}

// Divides a range into blocks, around at least one cut. Beside cuts, where light may change over any length,
// blocks are `first` long; each next block is at most twice as long as the one before, and `size` at most. The
// range's ends move no block, and the last blocks may reach beyond them: a larger canvas has the blocks of a
// smaller one, and more.
OUTLINE struct field_axis field_axis(float low, float high, float *cuts, int32_t count, float size,
                                   float first, float inset) {
  struct axis_ends all = {{0, NULL}, 0};
  sort(cuts, count);
  float from = cuts[0];
  add_beyond(&all, from, -1, from - low, size, first);
  for (int32_t i = 0, j = all.axis.count - 1; i < j; i++, j--) {
    const struct field_end end = all.axis.ends[i];
    all.axis.ends[i] = all.axis.ends[j];
    all.axis.ends[j] = end;
  }
  add_end(&all, from, inset);
  for (int32_t i = 1; i < count; i++) {
    if (!(cuts[i] - from > 4 * inset)) continue;
    add_between(&all, from, cuts[i], size, first, inset);
    from = cuts[i];
  }
  if (high - from > 4 * inset) add_beyond(&all, from, 1, high - from, size, first);
  if (all.room < 0 || all.axis.count < 2) {
    free(all.axis.ends);
    return (struct field_axis){0, 0};
  }
  all.axis.count--;
  return all.axis;
}

// Which values blocks hold.
INLINE whole axis_holds(const struct field_axis *axis, lanes v) {
  if (axis->count == 0) return (whole){0};
  return (v >= axis->ends[0].at) & (v <= axis->ends[axis->count].at);
}

// The block that holds a value of the axis, found step by step from block `near`.
INLINE int32_t axis_block(const struct field_axis *axis, float v, int32_t near) {
  const struct field_end *ends = axis->ends;
  while (near > 0 && v < ends[near].at) near--;
  while (near < axis->count - 1 && !(v < ends[near + 1].at)) near++;
  return near;
}
