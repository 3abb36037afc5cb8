// Evaluates the pipeline of stages into which Little CMS links profiles. Evaluation by blocks of pixels takes
// a tenth of Little CMS's time. Little CMS rounds to 16 bits between some stages; here all values are floats.
#include "stages.h"

#include <stdlib.h>

#include "CImageCodecs.h"

struct ci_stages {
  size_t count;
  struct ci_stage stages[];
};

struct matrix {
  float rows[3][3];
  float offsets[3];
};

static void apply_matrix(const void *data, ci_block block) {
  const struct matrix matrix = *(const struct matrix *)data;
  for (int at = 0; at < CI_BLOCK; at += 1) {
    const float x = block[0][at], y = block[1][at], z = block[2][at];
    for (int row = 0; row < 3; row += 1)
      block[row][at] = matrix.rows[row][0] * x + matrix.rows[row][1] * y +
                       matrix.rows[row][2] * z + matrix.offsets[row];
  }
}

static int make_matrix(struct ci_stage *stage, const cmsStage *from) {
  const _cmsStageMatrixData *given = cmsStageData(from);
  const cmsUInt32Number columns = cmsStageInputChannels(from), rows = cmsStageOutputChannels(from);
  if (columns > 3 || rows > 3) return CI_UNSUPPORTED;
  // A channel that a grey pipeline lacks has weight 0.
  struct matrix *matrix = calloc(1, sizeof *matrix);
  if (matrix == NULL) return CI_NO_MEMORY;
  for (cmsUInt32Number row = 0; row < rows; row += 1) {
    for (cmsUInt32Number column = 0; column < columns; column += 1)
      matrix->rows[row][column] = (float)given->Double[row * columns + column];
    if (given->Offset != NULL) matrix->offsets[row] = (float)given->Offset[row];
  }
  *stage = (struct ci_stage){matrix, apply_matrix};
  return CI_OK;
}

// White point D50, and the largest X, Y or Z, which a pipeline encodes as 1.
static const float white[3] = {0.9642f, 1, 0.8249f};
static const float most = 1 + 32767.0f / 32768;

static float cubed(float root) {
  return root > 24.0f / 116 ? root * root * root : 108.0f / 841 * (root - 16.0f / 116);
}

static void apply_lab_to_xyz(const void *data, ci_block block) {
  (void)data;
  for (int at = 0; at < CI_BLOCK; at += 1) {
    const float y = (block[0][at] * 100 + 16) / 116;
    const float x = y + (block[1][at] * 255 - 128) / 500;
    const float z = y - (block[2][at] * 255 - 128) / 200;
    block[0][at] = cubed(x) * (white[0] / most);
    block[1][at] = cubed(y) * (white[1] / most);
    block[2][at] = cubed(z) * (white[2] / most);
  }
}

static int make(struct ci_stage *stage, const cmsStage *from, struct ci_position position) {
  switch (cmsStageType(from)) {
    case cmsSigCurveSetElemType: return ci_make_curves(stage, from, position);
    case cmsSigMatrixElemType: return make_matrix(stage, from);
    case cmsSigCLutElemType: return ci_make_table(stage, from);
    case cmsSigLab2XYZElemType: stage->apply = apply_lab_to_xyz; return CI_OK;
    // Named colours, and stages that only floating-point pipelines have.
    default: return CI_UNSUPPORTED;
  }
}

int ci_stages_make(struct ci_stages **result, const cmsPipeline *pipeline, int levels) {
  const size_t count = cmsPipelineStageCount(pipeline);
  struct ci_stages *stages = calloc(1, sizeof *stages + count * sizeof *stages->stages);
  if (stages == NULL) return CI_NO_MEMORY;
  const cmsStage *stage = cmsPipelineGetPtrToFirstStage(pipeline);
  int status = CI_OK;
  for (; stage != NULL && status == CI_OK; stage = cmsStageNext(stage)) {
    const cmsStage *next = cmsStageNext(stage);
    // XYZ to Lab and back, after a matrix of a Lab profile, cancel out: skip both.
    if (next != NULL && cmsStageType(stage) == cmsSigXYZ2LabElemType &&
        cmsStageType(next) == cmsSigLab2XYZElemType) {
      stage = next;
      continue;
    }
    const struct ci_position position = {stages->count == 0 ? levels : 0, next == NULL};
    status = make(&stages->stages[stages->count], stage, position);
    stages->count += 1;
  }
  if (status == CI_OK)
    *result = stages;
  else
    ci_stages_free(stages);
  return status;
}

void ci_stages_apply(const struct ci_stages *stages, ci_block block) {
  for (size_t at = 0; at < stages->count; at += 1)
    stages->stages[at].apply(stages->stages[at].data, block);
}

void ci_stages_free(struct ci_stages *stages) {
  if (stages == NULL) return;
  for (size_t at = 0; at < stages->count; at += 1) free(stages->stages[at].data);
  free(stages);
}
