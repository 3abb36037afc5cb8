// The stages of a Little CMS pipeline, evaluated for a block of pixels at a time.
#pragma once

#include <lcms2_plugin.h>
#include <stdbool.h>

enum { CI_BLOCK = 256, CI_CHANNELS = 4 };

// A row for each channel, 0…1 where a stage doesn't say otherwise.
typedef float ci_block[CI_CHANNELS][CI_BLOCK];

// A stage's own numbers, one piece of memory, and what it does with a block in place.
struct ci_stage {
  void *data;
  void (*apply)(const void *data, ci_block block);
};

// Where a stage stands decides what its curves are read for.
struct ci_place {
  // The values that a picture's channel can have, if this is the first stage; else 0.
  int levels;
  // What leaves 0…1 is cut after this stage.
  bool is_last;
};

// Each makes one stage, or returns a status other than CI_OK.
int ci_make_curves(struct ci_stage *stage, const cmsStage *from, struct ci_place place);
int ci_make_table(struct ci_stage *stage, const cmsStage *from);

struct ci_stages;

// The stages of a pipeline from channels of `levels` values to three channels. CI_UNSUPPORTED where
// one of them is none that profiles for pictures have.
int ci_stages_make(struct ci_stages **stages, const cmsPipeline *pipeline, int levels);

void ci_stages_apply(const struct ci_stages *stages, ci_block block);

// Frees stages; NULL is none.
void ci_stages_free(struct ci_stages *stages);

// 0…`end`, and 0 for what is no number.
static inline float ci_clamped(float value, float end) {
  value = value > 0 ? value : 0;
  return value < end ? value : end;
}
