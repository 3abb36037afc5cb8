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

// Divides a range into blocks. Beside cuts, where light may change over any length, blocks are `first`
// long; each next block is at most twice as long as the one before, and `size` at most.
OUTLINE struct field_axis field_axis(float low, float high, float *cuts, int32_t cut_count,
                                   float size, float first, float inset) {
  int32_t count = 0;
  for (int32_t i = 0; i < cut_count; i++) {
    if (cuts[i] > low + inset && cuts[i] < high - inset) cuts[count++] = cuts[i];
  }
  sort(cuts, count);
  struct field_axis axis = {0, 0};
  int32_t room = 0;
  float from = low;
  for (int32_t i = 0; i <= count; i++) {
    const float to = i < count ? cuts[i] : high;
    if (!(to - from > 4 * inset)) continue;
    int32_t steps = 0;
    float length = first, margin = 0;
    for (; length < size && margin + length < (to - from) / 3; length *= 2) {
      margin += length;
      steps += 1;
    }
    const float inner = to - from - 2 * margin;
    const int32_t parts = inner / size > 4096 ? 4096 : (int32_t)most1((float)ceiling1(inner / size), 1);
    const int32_t needed = axis.count + 2 * steps + parts + 1;
    if (needed > room) {
      room = 2 * needed;
      struct field_end *more = realloc(axis.ends, sizeof *axis.ends * (size_t)room);
      if (!more) {
        free(axis.ends);
        return (struct field_axis){0, 0};
      }
      axis.ends = more;
    }
    struct field_end *ends = axis.ends;
    int32_t n = axis.count;
    ends[n++] = (struct field_end){from, inset};
    float along = 0;
    length = first;
    for (int32_t j = 0; j < steps; j++, length *= 2) {
      along += length;
      ends[n++] = (struct field_end){from + along, 0};
    }
    for (int32_t j = 1; j < parts; j++) {
      ends[n++] = (struct field_end){from + margin + inner * (float)j / (float)parts, 0};
    }
    for (int32_t j = 0; j < steps; j++) {
      length /= 2;
      ends[n++] = (struct field_end){to - along, 0};
      along -= length;
    }
    ends[n] = (struct field_end){to, inset};
    axis.count = n;
    from = to;
  }
  return axis;
}

INLINE int32_t axis_block(const struct field_axis *axis, float v) {
  if (axis->count == 0 || !(v >= axis->ends[0].at) || !(v <= axis->ends[axis->count].at)) return -1;
  int32_t low = 0, high = axis->count;
  while (high - low > 1) {
    const int32_t middle = (low + high) / 2;
    if (v < axis->ends[middle].at) high = middle;
    else low = middle;
  }
  return low;
}
