// ICC profiles to sRGB through Little CMS, each call in a context of its own.
#include "CImageCodecs.h"
#include "matrix.h"

#include <lcms2.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Real profiles have less than 4 MB, and those of many inks less than this.
enum { LARGEST_PROFILE = 16 << 20 };

// Little CMS counts pixels in 32 bits.
enum { PIECE = 1 << 20 };

// The grid on which a profile is held against sRGB: multiples of 15, ends included.
enum { GRID = 18 };

// One step of 255 in 16 bits.
enum { STEP = 257 };

// Grey is the first of three equal channels: the other two and alpha are passed over.
#define GREY_FORMAT(size) \
  (COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(size))
#define RGB_FORMAT(size) (COLORSPACE_SH(PT_RGB) | EXTRA_SH(1) | CHANNELS_SH(3) | BYTES_SH(size))

static cmsUInt32Number input_format(cmsColorSpaceSignature space, int bytes) {
  switch (space) {
    case cmsSigGrayData: return GREY_FORMAT(bytes);
    case cmsSigCmykData: return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | BYTES_SH(bytes);
    default: return RGB_FORMAT(bytes);
  }
}

// Pipelines in floating point, which Little CMS prefers to all others. They may have any number of
// stages, of segments of curves and of channels in between: hours for a picture, from a few kilobytes.
// All other pipelines have five stages at most, of channels of their ends.
static const cmsTagSignature float_tags[] = {cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag,
                                             cmsSigDToB3Tag, cmsSigBToD0Tag, cmsSigBToD1Tag,
                                             cmsSigBToD2Tag, cmsSigBToD3Tag};
enum { FLOAT_TAGS = sizeof float_tags / sizeof *float_tags };

// Removes the pipelines in floating point: who has them has others, too. False where one is left.
static bool remove_float_tags(cmsHPROFILE profile) {
  for (size_t at = 0; at < FLOAT_TAGS; at += 1) {
    if (!cmsIsTag(profile, float_tags[at])) continue;
    cmsWriteTag(profile, float_tags[at], NULL);
    if (cmsIsTag(profile, float_tags[at])) return false;
  }
  return true;
}

// Whether a profile says what such channels mean.
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

// Whether a profile is curves and a matrix and nothing else.
static bool is_matrix(cmsHPROFILE profile) {
  return cmsGetColorSpace(profile) == cmsSigRgbData && cmsIsMatrixShaper(profile) &&
         !cmsIsTag(profile, cmsSigAToB0Tag) && !cmsIsTag(profile, cmsSigAToB1Tag);
}

// Whether that suffices for 8 bits: with curves, a matrix and black as black, Little CMS's optimised
// arithmetic is within 1 and the fastest.
static bool is_simple(cmsHPROFILE profile) {
  cmsCIEXYZ black;
  ci_black_point(&black, profile);
  return is_matrix(profile) && black.X == 0 && black.Y == 0 && black.Z == 0;
}

// Optimised, all else goes through a table of 33³ colours, off by up to 14 steps of 255 (17⁴ inks: 40
// steps).
static cmsHTRANSFORM transform(cmsContext context, cmsHPROFILE from, cmsHPROFILE to, int bytes,
                               cmsUInt32Number flags) {
  const cmsColorSpaceSignature space = cmsGetColorSpace(from);
  // Else alpha would become 0. In place it stays by itself, as it does behind grey's three.
  if (space == cmsSigRgbData) flags |= cmsFLAGS_COPY_ALPHA;
  return cmsCreateTransformTHR(context, from, input_format(space, bytes), to, RGB_FORMAT(bytes),
                               INTENT_RELATIVE_COLORIMETRIC,
                               cmsFLAGS_BLACKPOINTCOMPENSATION | flags);
}

// Whether an exact transform of 16 bits moves no colour of the grid by more than a step of 255.
static bool is_srgb(cmsHTRANSFORM exact, bool grey) {
  const int side = 255 / (GRID - 1);
  for (int red = 0; red < GRID; red += 1) {
    uint16_t row[GRID * GRID][4];
    for (int at = 0; at < GRID * GRID; at += 1) {
      row[at][0] = (uint16_t)(red * side * STEP);
      row[at][1] = grey ? row[at][0] : (uint16_t)(at / GRID * side * STEP);
      row[at][2] = grey ? row[at][0] : (uint16_t)(at % GRID * side * STEP);
      row[at][3] = 0xffff;
    }
    uint16_t moved[GRID * GRID][4];
    cmsDoTransform(exact, row, moved, GRID * GRID);
    for (int at = 0; at < GRID * GRID; at += 1)
      for (int channel = 0; channel < 3; channel += 1)
        if (abs(row[at][channel] - moved[at][channel]) > STEP) return false;
  }
  return true;
}

// Converts pixels in place: every format here has as many bytes on both sides.
static void convert(cmsHTRANSFORM converter, uint8_t *pixels, size_t count, size_t pixel) {
  while (count > 0) {
    const size_t piece = count < PIECE ? count : PIECE;
    cmsDoTransform(converter, pixels, pixels, (cmsUInt32Number)piece);
    pixels += piece * pixel;
    count -= piece;
  }
}

// A colour that has been converted; 0 is none.
struct known {
  uint64_t colour;
  uint8_t converted[8];
};

enum { KNOWN_BITS = 16, KNOWN_PIECE = 256 };

// The same, one colour once: exact transforms take half a microsecond a colour, and most pixels of a
// picture have one that was there before. Of a pixel's bytes, `part` are converted.
static bool convert_known(cmsHTRANSFORM converter, uint8_t *pixels, size_t count, size_t pixel,
                          size_t part) {
  struct known *table = calloc((size_t)1 << KNOWN_BITS, sizeof *table);
  if (table == NULL) return false;
  for (size_t start = 0; start < count; start += KNOWN_PIECE) {
    const size_t piece = count - start < KNOWN_PIECE ? count - start : KNOWN_PIECE;
    uint8_t unknown[KNOWN_PIECE * 8] = {0}, *places[KNOWN_PIECE];
    struct known *slots[KNOWN_PIECE];
    uint64_t colours[KNOWN_PIECE];
    size_t missing = 0;
    for (size_t at = 0; at < piece; at += 1) {
      uint8_t *place = pixels + (start + at) * pixel;
      uint64_t colour = 0;
      memcpy(&colour, place, part);
      // Of seven bytes at most: never 0.
      colour = ~colour;
      struct known *slot = &table[colour * 0x9e3779b97f4a7c15u >> (64 - KNOWN_BITS)];
      if (slot->colour == colour) {
        memcpy(place, slot->converted, pixel / 4 * 3);
        continue;
      }
      memcpy(unknown + missing * pixel, place, pixel);
      places[missing] = place;
      slots[missing] = slot;
      colours[missing] = colour;
      missing += 1;
    }
    cmsDoTransform(converter, unknown, unknown, (cmsUInt32Number)missing);
    for (size_t at = 0; at < missing; at += 1) {
      slots[at]->colour = colours[at];
      memcpy(slots[at]->converted, unknown + at * pixel, pixel);
      memcpy(places[at], slots[at]->converted, pixel / 4 * 3);
    }
  }
  free(table);
  return true;
}

int ci_to_srgb(const uint8_t *profile, size_t size, int channels, int bits, void *pixels,
               size_t count) {
  if (size > LARGEST_PROFILE || (channels == CI_CMYK && bits != 8)) return CI_UNSUPPORTED;
  cmsContext context = cmsCreateContext(NULL, NULL);
  if (context == NULL) return CI_NO_MEMORY;
  int status = CI_UNSUPPORTED;
  cmsHPROFILE from = cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)size);
  cmsHPROFILE to = cmsCreate_sRGBProfileTHR(context);
  if (from != NULL && to != NULL && fits(from, channels) && remove_float_tags(from)) {
    const bool grey = cmsGetColorSpace(from) == cmsSigGrayData;
    const size_t bytes = (size_t)bits / 8, part = (grey ? 1 : channels == CI_CMYK ? 4 : 3) * bytes;
    cmsHTRANSFORM converter = transform(context, from, to, 2, cmsFLAGS_NOOPTIMIZE);
    const bool same = converter != NULL && channels != CI_CMYK && is_srgb(converter, grey);
    const bool simple = bits == 8 && is_simple(from);
    if (bits == 8 && converter != NULL && !same) {
      cmsDeleteTransform(converter);
      converter = transform(context, from, to, 1, simple ? 0 : cmsFLAGS_NOOPTIMIZE);
    }
    if (converter != NULL) {
      status = CI_OK;
      if (!same && simple)
        convert(converter, pixels, count, 4 * bytes);
      else if (!same && !(is_matrix(from) && ci_convert_matrix(from, to, bits, pixels, count)) &&
               !convert_known(converter, pixels, count, 4 * bytes, part))
        status = CI_NO_MEMORY;
      cmsDeleteTransform(converter);
    }
  }
  if (from != NULL) cmsCloseProfile(from);
  if (to != NULL) cmsCloseProfile(to);
  cmsDeleteContext(context);
  return status;
}

size_t ci_rgb_profile(const struct ci_primaries *primaries, uint8_t *output, size_t capacity) {
  cmsContext context = cmsCreateContext(NULL, NULL);
  if (context == NULL) return 0;
  // sRGB's curve, IEC 61966-2-1, where no exponent is given.
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
