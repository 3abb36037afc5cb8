// Curves of a pipeline as tables of equal steps, read by linear interpolation.
#include <stdlib.h>
#include <string.h>

#include "CImageCodecs.h"
#include "stages.h"

// Table steps per 1.0 of a formula's input. The table of sRGB's curve is exact within 0.1 / 65535.
enum { STEPS = 1 << 14 };

struct curve {
  // `end` + 2 values: the last value is stored twice, so that it has a next one.
  const float *values;
  float low;
  float scale;
  float end;
};

struct curves {
  int count;
  struct curve curves[CI_CHANNELS];
  float values[];
};

// Whether the curve is a plain table, which is used unchanged. A parametric curve has a type; curves of
// several segments occur only in the removed tags.
static bool is_table(const cmsToneCurve *curve) {
  return cmsGetToneCurveParametricType(curve) == 0 && !cmsIsToneCurveMultisegment(curve);
}

// Range and steps of a curve's table, without values. A formula between other stages is tabulated from −1 to
// 2: its input may be outside 0…1, and later stages use the result.
static struct curve shape(const cmsToneCurve *curve, struct ci_position position) {
  if (is_table(curve)) {
    const float end = (float)cmsGetToneCurveEstimatedTableEntries(curve) - 1;
    return (struct curve){.scale = end, .end = end};
  }
  if (position.levels > 0) {
    const float end = (float)(position.levels - 1);
    return (struct curve){.scale = end, .end = end};
  }
  if (position.is_last) return (struct curve){.scale = STEPS, .end = STEPS};
  return (struct curve){.low = -1, .scale = STEPS, .end = 3 * STEPS};
}

static bool are_equal(const cmsToneCurve *one, const cmsToneCurve *other) {
  if (is_table(one) != is_table(other)) return false;
  if (!is_table(one))
    return cmsGetToneCurveParametricType(one) == cmsGetToneCurveParametricType(other) &&
           memcmp(cmsGetToneCurveParams(one), cmsGetToneCurveParams(other),
                  10 * sizeof(cmsFloat64Number)) == 0;
  const cmsUInt32Number count = cmsGetToneCurveEstimatedTableEntries(one);
  return count == cmsGetToneCurveEstimatedTableEntries(other) &&
         memcmp(cmsGetToneCurveEstimatedTable(one), cmsGetToneCurveEstimatedTable(other),
                count * sizeof(cmsUInt16Number)) == 0;
}

static void fill(float *values, const cmsToneCurve *curve, const struct curve *shape) {
  const int end = (int)shape->end;
  if (is_table(curve)) {
    const cmsUInt16Number *table = cmsGetToneCurveEstimatedTable(curve);
    for (int step = 0; step <= end; step += 1) values[step] = (float)table[step] / 65535;
  } else {
    for (int step = 0; step <= end; step += 1)
      values[step] = cmsEvalToneCurveFloat(curve, shape->low + (float)step / shape->scale);
  }
  values[end + 1] = values[end];
}

static void apply(const void *data, ci_block block) {
  const struct curves *curves = data;
  for (int channel = 0; channel < curves->count; channel += 1) {
    const struct curve curve = curves->curves[channel];
    float *values = block[channel];
    int steps[CI_BLOCK];
    float shares[CI_BLOCK];
    for (int at = 0; at < CI_BLOCK; at += 1) {
      const float place = ci_clamped((values[at] - curve.low) * curve.scale, curve.end);
      steps[at] = (int)place;
      shares[at] = place - (float)steps[at];
    }
    for (int at = 0; at < CI_BLOCK; at += 1) {
      const float *step = curve.values + steps[at];
      values[at] = step[0] + (step[1] - step[0]) * shares[at];
    }
  }
}

int ci_make_curves(struct ci_stage *stage, const cmsStage *from, struct ci_position position) {
  const _cmsStageToneCurvesData *given = cmsStageData(from);
  const int count = (int)given->nCurves;
  if (count > CI_CHANNELS) return CI_UNSUPPORTED;
  struct curve shapes[CI_CHANNELS];
  // For each channel, the first channel with an equal curve: most profiles have one curve for all channels.
  int first[CI_CHANNELS];
  size_t starts[CI_CHANNELS], total = 0;
  for (int channel = 0; channel < count; channel += 1) {
    const cmsToneCurve *curve = given->TheCurves[channel];
    shapes[channel] = shape(curve, position);
    if (!(shapes[channel].end >= 0)) return CI_UNSUPPORTED;
    first[channel] = 0;
    while (!are_equal(given->TheCurves[first[channel]], curve)) first[channel] += 1;
    starts[channel] = total;
    if (first[channel] == channel) total += (size_t)shapes[channel].end + 2;
  }
  struct curves *curves = malloc(sizeof *curves + total * sizeof(float));
  if (curves == NULL) return CI_NO_MEMORY;
  curves->count = count;
  for (int channel = 0; channel < count; channel += 1) {
    float *values = curves->values + starts[first[channel]];
    if (first[channel] == channel)
      fill(values, given->TheCurves[channel], &shapes[channel]);
    curves->curves[channel] = shapes[channel];
    curves->curves[channel].values = values;
  }
  *stage = (struct ci_stage){curves, apply};
  return CI_OK;
}
