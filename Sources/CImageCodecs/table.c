// Colour tables (CLUTs) of 1, 3 or 4 input channels: a result is a weighted sum of the nodes around the
// input.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CImageCodecs.h"
#include "stages.h"

// A node has three channels; a fourth, unused, lets one load read the node.
typedef uint16_t node __attribute__((vector_size(8)));
typedef float sum __attribute__((vector_size(16)));

enum { OUTPUTS = 3, MOST_CORNERS = 8 };

struct table {
  int inputs;
  // Of each input: steps from the first to the last node, and index distance of neighbouring nodes.
  int steps[CI_CHANNELS];
  uint32_t strides[CI_CHANNELS];
  node nodes[];
};

// The nodes around each pixel's input, and their weights, which add up to 1.
struct corners {
  uint32_t nodes[MOST_CORNERS][CI_BLOCK];
  float weights[MOST_CORNERS][CI_BLOCK];
};

// Finds the node below each pixel's input; `block` then holds the shares of a step above this node.
static void find(const struct table *table, ci_block block, uint32_t base[CI_BLOCK]) {
  memset(base, 0, CI_BLOCK * sizeof *base);
  for (int input = 0; input < table->inputs; input += 1) {
    float *values = block[input];
    const int steps = table->steps[input], stride = (int)table->strides[input];
    for (int at = 0; at < CI_BLOCK; at += 1) {
      const float place = ci_clamped(values[at], 1) * (float)steps;
      int step = (int)place;
      // The last node is the end of the last step.
      step = step < steps ? step : steps - 1;
      values[at] = place - (float)step;
      base[at] += (uint32_t)(step * stride);
    }
  }
}

// Sets the two nodes at the ends of a step.
static void line(struct corners *corners, const uint32_t base[CI_BLOCK],
                 const float share[CI_BLOCK]) {
  for (int at = 0; at < CI_BLOCK; at += 1) {
    corners->nodes[0][at] = base[at];
    corners->nodes[1][at] = base[at] + 1;
    corners->weights[0][at] = 1 - share[at];
    corners->weights[1][at] = share[at];
  }
}

// Sets the corners of the tetrahedron that contains the input, one of a cube's six, as in Little CMS: from
// the lowest corner along the axis of the largest share, then of the middle one, then of the smallest.
static void tetrahedron(struct corners *corners, const uint32_t base[CI_BLOCK],
                        float shares[3][CI_BLOCK], const uint32_t strides[3]) {
  const uint32_t first = strides[0], second = strides[1], third = strides[2];
  const uint32_t all = first + second + third;
  for (int at = 0; at < CI_BLOCK; at += 1) {
    const float x = shares[0][at], y = shares[1][at], z = shares[2][at];
    const float larger = x > y ? x : y, smaller = x > y ? y : x;
    const float largest = larger > z ? larger : z, smallest = smaller < z ? smaller : z;
    const float rest = larger < z ? larger : z, middle = rest > smaller ? rest : smaller;
    const uint32_t along = x == largest ? first : y == largest ? second : third;
    // Of equal shares, `along` takes the first axis and `last` the last one, so they differ.
    const uint32_t last = z == smallest ? third : y == smallest ? second : first;
    corners->nodes[0][at] = base[at];
    corners->nodes[1][at] = base[at] + along;
    corners->nodes[2][at] = base[at] + all - last;
    corners->nodes[3][at] = base[at] + all;
    corners->weights[0][at] = 1 - largest;
    corners->weights[1][at] = largest - middle;
    corners->weights[2][at] = middle - smallest;
    corners->weights[3][at] = smallest;
  }
}

// Adds the same four corners one step further along the first input.
static void extrude(struct corners *corners, const float share[CI_BLOCK], uint32_t stride) {
  for (int corner = 0; corner < 4; corner += 1)
    for (int at = 0; at < CI_BLOCK; at += 1) {
      const float weight = corners->weights[corner][at], upper = weight * share[at];
      corners->nodes[corner + 4][at] = corners->nodes[corner][at] + stride;
      corners->weights[corner + 4][at] = upper;
      corners->weights[corner][at] = weight - upper;
    }
}

static inline void add(const struct table *table, const struct corners *corners, int count,
                       ci_block block) {
  for (int at = 0; at < CI_BLOCK; at += 1) {
    sum colour = {0};
    for (int corner = 0; corner < count; corner += 1)
      colour += __builtin_convertvector(table->nodes[corners->nodes[corner][at]], sum) *
                corners->weights[corner][at];
    for (int channel = 0; channel < OUTPUTS; channel += 1)
      block[channel][at] = colour[channel] * (1.0f / 65535);
  }
}

static void apply(const void *data, ci_block block) {
  const struct table *table = data;
  uint32_t base[CI_BLOCK];
  struct corners corners;
  find(table, block, base);
  switch (table->inputs) {
    case 1:
      line(&corners, base, block[0]);
      add(table, &corners, 2, block);
      break;
    case 3:
      tetrahedron(&corners, base, block, table->strides);
      add(table, &corners, 4, block);
      break;
    default:
      tetrahedron(&corners, base, block + 1, table->strides + 1);
      extrude(&corners, block[0], table->strides[0]);
      add(table, &corners, 8, block);
  }
}

int ci_make_table(struct ci_stage *stage, const cmsStage *from) {
  const _cmsStageCLutData *given = cmsStageData(from);
  const cmsInterpParams *grid = given->Params;
  const int inputs = (int)grid->nInputs;
  if (given->HasFloatValues || grid->nOutputs != OUTPUTS) return CI_UNSUPPORTED;
  if (inputs != 1 && inputs != 3 && inputs != 4) return CI_UNSUPPORTED;
  struct table shape = {.inputs = inputs};
  size_t count = 1;
  for (int input = inputs; input-- > 0;) {
    const size_t samples = grid->nSamples[input];
    if (samples < 2) return CI_UNSUPPORTED;
    shape.steps[input] = (int)samples - 1;
    shape.strides[input] = (uint32_t)count;
    count *= samples;
  }
  if (count != given->nEntries / OUTPUTS) return CI_UNSUPPORTED;
  struct table *table = malloc(sizeof *table + count * sizeof *table->nodes);
  if (table == NULL) return CI_NO_MEMORY;
  *table = shape;
  const cmsUInt16Number *values = given->Tab.T;
  for (size_t at = 0; at < count; at += 1, values += OUTPUTS)
    table->nodes[at] = (node){values[0], values[1], values[2], 0};
  *stage = (struct ci_stage){table, apply};
  return CI_OK;
}
