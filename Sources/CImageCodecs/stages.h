// The stages of a Little CMS pipeline, evaluated for a block of pixels at a time.
#pragma once

#include <lcms2_plugin.h>
#include <stdbool.h>

enum { CI_BLOCK = 256, CI_CHANNELS = 4 };

// One row per channel; values are 0…1 unless a stage says otherwise.
typedef float ci_block[CI_CHANNELS][CI_BLOCK];

// A stage: its data, one allocation, and the function that changes a block in place.
struct ci_stage {
  void *data;
  void (*apply)(const void *data, ci_block block);
};

// Position of a stage in its pipeline, which determines the range of its curves' tables.
struct ci_position {
  // Number of values of a picture's channel, if this is the first stage; else 0.
  int levels;
  // Whether this is the last stage: its results are clamped to 0…1.
  bool is_last;
};

// Each makes one stage, or returns a status other than CI_OK.
int ci_make_curves(struct ci_stage *stage, const cmsStage *from, struct ci_position position);
int ci_make_table(struct ci_stage *stage, const cmsStage *from);

struct ci_stages;

// Makes the stages of a pipeline from channels of `levels` values to three channels. Returns CI_UNSUPPORTED
// for a stage that picture profiles don't have.
int ci_stages_make(struct ci_stages **stages, const cmsPipeline *pipeline, int levels);

void ci_stages_apply(const struct ci_stages *stages, ci_block block);

// Frees stages; NULL is allowed.
void ci_stages_free(struct ci_stages *stages);

// Clamps to 0…`end`; NaN becomes 0.
static inline float ci_clamped(float value, float end) {
  value = value > 0 ? value : 0;
  return value < end ? value : end;
}
