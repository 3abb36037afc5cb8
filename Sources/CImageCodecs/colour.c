// Converts pixels from ICC profiles to sRGB with Little CMS; each call has its own context.
#include "CImageCodecs.h"
#include "stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Largest accepted profile, bytes. Real profiles have less than 4 MB; those of many inks have less than this.
enum { LARGEST_PROFILE = 16 << 20 };

// Grid points of a channel at which a profile is compared with sRGB: multiples of 15, from 0 to 255.
enum { GRID = 18 };

// Tags of floating-point pipelines, which Little CMS prefers to all others. They may have any number of
// stages, curve segments and intermediate channels: a few kilobytes could take hours for a picture. Other
// pipelines have at most five stages, with the channels of their ends.
static const cmsTagSignature float_tags[] = {cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag,
                                             cmsSigDToB3Tag, cmsSigBToD0Tag, cmsSigBToD1Tag,
                                             cmsSigBToD2Tag, cmsSigBToD3Tag};
enum { FLOAT_TAGS = sizeof float_tags / sizeof *float_tags };

// Removes floating-point pipelines: profiles that have them also have others. Returns false if one is left.
static bool remove_float_tags(cmsHPROFILE profile) {
  for (size_t at = 0; at < FLOAT_TAGS; at += 1) {
    if (!cmsIsTag(profile, float_tags[at])) continue;
    cmsWriteTag(profile, float_tags[at], NULL);
    if (cmsIsTag(profile, float_tags[at])) return false;
  }
  return true;
}

// Whether a profile is of a class and colour space for `channels`.
static bool fits(cmsHPROFILE profile, int channels) {
  switch (cmsGetDeviceClass(profile)) {
    case cmsSigInputClass:
    case cmsSigDisplayClass:
    case cmsSigOutputClass:
    case cmsSigColorSpaceClass: break;
    default: return false;
  }
  switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData: return channels != CI_CMYK;
    case cmsSigGrayData: return channels == CI_GREY;
    case cmsSigCmykData: return channels == CI_CMYK;
    default: return false;
  }
}

static cmsPipeline *linked(cmsContext context, cmsHPROFILE from, cmsHPROFILE to) {
  cmsHPROFILE profiles[2] = {from, to};
  cmsUInt32Number intents[2] = {INTENT_RELATIVE_COLORIMETRIC, INTENT_RELATIVE_COLORIMETRIC};
  cmsBool compensates_black[2] = {TRUE, TRUE};
  // Full adaptation to white, as the relative intent requires.
  cmsFloat64Number adaptations[2] = {1, 1};
  return _cmsDefaultICCintents(context, 2, intents, profiles, compensates_black, adaptations, 0);
}

// Makes the stages from a profile to sRGB for channels of `bits`. Little CMS's own transforms are either
// optimised, with errors up to 14/255 (CMYK: 40/255), or take a microsecond per pixel.
static int make_stages(struct ci_stages **stages, cmsContext context, cmsHPROFILE from,
                       int bits) {
  const cmsHPROFILE to = cmsCreate_sRGBProfileTHR(context);
  if (to == NULL) return CI_NO_MEMORY;
  int status = CI_UNSUPPORTED;
  cmsPipeline *pipeline = linked(context, from, to);
  if (pipeline != NULL) {
    // A profile whose tag has other channels than its colour space is damaged.
    if (cmsPipelineInputChannels(pipeline) == cmsChannelsOf(cmsGetColorSpace(from)) &&
        cmsPipelineOutputChannels(pipeline) == 3)
      status = ci_stages_make(stages, pipeline, 1 << bits);
    cmsPipelineFree(pipeline);
  }
  cmsCloseProfile(to);
  return status;
}

// Whether the stages change no colour of the grid by more than 1/255. Grey is three equal channels.
static bool is_srgb(const struct ci_stages *stages, bool grey) {
  enum { COLOURS = GRID * GRID * GRID };
  for (int start = 0; start < COLOURS; start += CI_BLOCK) {
    ci_block given = {0}, moved;
    for (int at = 0; at < CI_BLOCK; at += 1) {
      const int colour = (start + at) % COLOURS;
      const int places[3] = {colour % GRID, colour / GRID % GRID, colour / GRID / GRID};
      for (int channel = 0; channel < 3; channel += 1)
        given[channel][at] = (float)places[grey ? 0 : channel] / (GRID - 1);
    }
    memcpy(moved, given, sizeof moved);
    ci_stages_apply(stages, moved);
    for (int channel = 0; channel < 3; channel += 1)
      for (int at = 0; at < CI_BLOCK; at += 1)
        if (!(fabsf(ci_clamped(moved[channel][at], 1) - given[channel][at]) <= 1.0f / 255))
          return false;
  }
  return true;
}

// Converts the first three channels in place; the fourth is alpha or black ink and stays.
static inline void convert(const struct ci_stages *stages, void *pixels, size_t count,
                           bool is_deep) {
  const float most = is_deep ? 65535 : 255;
  uint8_t(*narrow)[CI_CHANNELS] = pixels;
  uint16_t(*wide)[CI_CHANNELS] = pixels;
  ci_block block = {0};
  for (size_t start = 0; start < count; start += CI_BLOCK) {
    const size_t piece = count - start < CI_BLOCK ? count - start : CI_BLOCK;
    for (size_t at = 0; at < piece; at += 1)
      for (int channel = 0; channel < CI_CHANNELS; channel += 1) {
        const uint16_t value =
            is_deep ? wide[start + at][channel] : narrow[start + at][channel];
        block[channel][at] = (float)value * (1 / most);
      }
    ci_stages_apply(stages, block);
    for (size_t at = 0; at < piece; at += 1)
      for (int channel = 0; channel < 3; channel += 1) {
        const int value = (int)(ci_clamped(block[channel][at], 1) * most + 0.5f);
        if (is_deep)
          wide[start + at][channel] = (uint16_t)value;
        else
          narrow[start + at][channel] = (uint8_t)value;
      }
  }
}

int ci_to_srgb(const uint8_t *profile, size_t size, int channels, int bits, void *pixels,
               size_t count) {
  if (size > LARGEST_PROFILE || (channels == CI_CMYK && bits != 8)) return CI_UNSUPPORTED;
  cmsContext context = cmsCreateContext(NULL, NULL);
  if (context == NULL) return CI_NO_MEMORY;
  int status = CI_UNSUPPORTED;
  cmsHPROFILE from = cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)size);
  if (from != NULL && fits(from, channels) && remove_float_tags(from)) {
    struct ci_stages *stages = NULL;
    status = make_stages(&stages, context, from, bits);
    const bool grey = cmsGetColorSpace(from) == cmsSigGrayData;
    if (status == CI_OK && (channels == CI_CMYK || !is_srgb(stages, grey))) {
      if (bits == 8)
        convert(stages, pixels, count, false);
      else
        convert(stages, pixels, count, true);
    }
    ci_stages_free(stages);
  }
  if (from != NULL) cmsCloseProfile(from);
  cmsDeleteContext(context);
  return status;
}

size_t ci_rgb_profile(const struct ci_primaries *primaries, uint8_t *output, size_t capacity) {
  cmsContext context = cmsCreateContext(NULL, NULL);
  if (context == NULL) return 0;
  // sRGB's curve, IEC 61966-2-1, if no exponent is given.
  const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *curve = primaries->exponent > 0
                            ? cmsBuildGamma(context, primaries->exponent)
                            : cmsBuildParametricToneCurve(context, 4, srgb);
  const cmsCIExyY white = {primaries->white[0], primaries->white[1], 1};
  const cmsCIExyYTRIPLE corners = {
      {primaries->red[0], primaries->red[1], 1},
      {primaries->green[0], primaries->green[1], 1},
      {primaries->blue[0], primaries->blue[1], 1},
  };
  cmsToneCurve *const curves[3] = {curve, curve, curve};
  cmsHPROFILE profile =
      curve != NULL ? cmsCreateRGBProfileTHR(context, &white, &corners, curves) : NULL;
  cmsUInt32Number size = 0;
  if (profile != NULL) {
    size = (cmsUInt32Number)capacity;
    if (!cmsSaveProfileToMem(profile, output, &size)) size = 0;
    cmsCloseProfile(profile);
  }
  if (curve != NULL) cmsFreeToneCurve(curve);
  cmsDeleteContext(context);
  return size;
}
