// Profiles of curves and a matrix to sRGB: in a fifth of the time that Little CMS takes where it is
// exact, and within a step of 65535 of it.
#include "matrix.h"

#include <lcms2_plugin.h>
#include <stdint.h>
#include <stdlib.h>

enum { LEVELS = 65536, CURVE_STEPS = 1 << 16 };

struct matrix {
  // Light of every stored value.
  float light[3][LEVELS];
  // sRGB's share 0…1 of light in equal steps, both ends included.
  float encoded[CURVE_STEPS + 1];
  // From the file's light to sRGB's.
  float weights[3][3];
  float offset[3];
};

// The colorants of a profile as columns.
static bool read_colorants(cmsHPROFILE profile, cmsMAT3 *columns) {
  const cmsTagSignature tags[3] = {cmsSigRedColorantTag, cmsSigGreenColorantTag,
                                   cmsSigBlueColorantTag};
  for (int column = 0; column < 3; column += 1) {
    const cmsCIEXYZ *colour = cmsReadTag(profile, tags[column]);
    if (colour == NULL) return false;
    columns->v[0].n[column] = colour->X;
    columns->v[1].n[column] = colour->Y;
    columns->v[2].n[column] = colour->Z;
  }
  return true;
}

void ci_black_point(cmsCIEXYZ *black, cmsHPROFILE profile) {
  // Where Little CMS finds none, it is 0.
  cmsDetectBlackPoint(black, profile, INTENT_RELATIVE_COLORIMETRIC, 0);
}

// The weights and offsets, black point compensation included: in XYZ a line for each axis, on which
// white stays and the file's black becomes sRGB's.
static bool set_weights(struct matrix *matrix, cmsHPROFILE from, cmsHPROFILE to) {
  cmsMAT3 given, wanted, inverse;
  cmsCIEXYZ black, target;
  if (!read_colorants(from, &given) || !read_colorants(to, &wanted) ||
      !_cmsMAT3inverse(&wanted, &inverse))
    return false;
  ci_black_point(&black, from);
  cmsDetectDestinationBlackPoint(&target, to, INTENT_RELATIVE_COLORIMETRIC, 0);
  const cmsCIEXYZ *white = cmsD50_XYZ();
  const double whites[3] = {white->X, white->Y, white->Z};
  const double blacks[3] = {black.X, black.Y, black.Z};
  const double targets[3] = {target.X, target.Y, target.Z};
  cmsVEC3 shift;
  for (int axis = 0; axis < 3; axis += 1) {
    const double range = whites[axis] - blacks[axis];
    const double scale = (whites[axis] - targets[axis]) / range;
    shift.n[axis] = whites[axis] * (targets[axis] - blacks[axis]) / range;
    for (int column = 0; column < 3; column += 1) given.v[axis].n[column] *= scale;
  }
  cmsMAT3 product;
  cmsVEC3 offset;
  _cmsMAT3per(&product, &inverse, &given);
  _cmsMAT3eval(&offset, &inverse, &shift);
  for (int row = 0; row < 3; row += 1) {
    matrix->offset[row] = (float)offset.n[row];
    for (int column = 0; column < 3; column += 1)
      matrix->weights[row][column] = (float)product.v[row].n[column];
  }
  return true;
}

static bool set_curves(struct matrix *matrix, cmsHPROFILE from, cmsHPROFILE to, int levels) {
  const cmsTagSignature tags[3] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  for (int channel = 0; channel < 3; channel += 1) {
    const cmsToneCurve *curve = cmsReadTag(from, tags[channel]);
    if (curve == NULL) return false;
    for (int level = 0; level < levels; level += 1)
      matrix->light[channel][level] =
          cmsEvalToneCurveFloat(curve, (float)level / (float)(levels - 1));
  }
  const cmsToneCurve *decoding = cmsReadTag(to, cmsSigGreenTRCTag);
  cmsToneCurve *encoding = decoding != NULL ? cmsReverseToneCurve(decoding) : NULL;
  if (encoding == NULL) return false;
  for (int step = 0; step <= CURVE_STEPS; step += 1)
    matrix->encoded[step] = cmsEvalToneCurveFloat(encoding, (float)step / CURVE_STEPS);
  cmsFreeToneCurve(encoding);
  return true;
}

// The encoded value of a channel of sRGB's light, 0…1.
static float encoded(const struct matrix *matrix, const float light[3], int channel) {
  const float *weights = matrix->weights[channel];
  const float sum = light[0] * weights[0] + light[1] * weights[1] + light[2] * weights[2] +
                    matrix->offset[channel];
  // What is no number is black.
  if (!(sum > 0)) return matrix->encoded[0];
  if (sum >= 1) return matrix->encoded[CURVE_STEPS];
  const float place = sum * CURVE_STEPS;
  const int step = (int)place;
  const float *curve = matrix->encoded + step;
  return curve[0] + (curve[1] - curve[0]) * (place - (float)step);
}

static void apply8(const struct matrix *matrix, uint8_t (*pixels)[4], size_t count) {
  for (size_t at = 0; at < count; at += 1) {
    float light[3];
    for (int channel = 0; channel < 3; channel += 1)
      light[channel] = matrix->light[channel][pixels[at][channel]];
    for (int channel = 0; channel < 3; channel += 1)
      pixels[at][channel] = (uint8_t)(encoded(matrix, light, channel) * 255 + 0.5f);
  }
}

static void apply16(const struct matrix *matrix, uint16_t (*pixels)[4], size_t count) {
  for (size_t at = 0; at < count; at += 1) {
    float light[3];
    for (int channel = 0; channel < 3; channel += 1)
      light[channel] = matrix->light[channel][pixels[at][channel]];
    for (int channel = 0; channel < 3; channel += 1)
      pixels[at][channel] = (uint16_t)(encoded(matrix, light, channel) * 65535 + 0.5f);
  }
}

bool ci_convert_matrix(cmsHPROFILE from, cmsHPROFILE to, int bits, void *pixels,
                           size_t count) {
  struct matrix *matrix = malloc(sizeof *matrix);
  const bool done = matrix != NULL && set_curves(matrix, from, to, 1 << bits) &&
                    set_weights(matrix, from, to);
  if (done && bits == 8) apply8(matrix, pixels, count);
  if (done && bits == 16) apply16(matrix, pixels, count);
  free(matrix);
  return done;
}
