// How pixels within a plate are painted, and values that are computed once per span.
#pragma once

#include "CurlPlates.h"
#include "filter.h"

// Greatest width of a tap of a group, texels.
#define PLATE_WIDEST 1.5f

// How pixels within the plate are painted, all taps at once.
enum plate_form {
  // Not at once, only tap by tap.
  PLATE_GENERAL,
  PLATE_COLOUR,
  PLATE_RAMP,
  // A picture; its texels, copied; a picture that shines through an opaque face; a colour or ramp cut to a
  // picture's alpha.
  PLATE_PICTURE,
  PLATE_COPY,
  PLATE_SHINING,
  PLATE_CUT,
};

INLINE enum plate_form plate_form(const struct curl_plate *plate) {
  const struct curl_source *contents = &plate->contents, *through = &plate->through;
  const int is_opaque = contents->kind == CURL_SOURCE_PICTURE
                            ? contents->picture.is_opaque
                            : contents->kind == CURL_SOURCE_COLOUR && contents->colour[3] == 1;
  if (plate->cut.kind) {
    return plate->cut.kind == CURL_SOURCE_PICTURE && contents->kind != CURL_SOURCE_PICTURE &&
                   !through->kind && !plate->beneath.kind
               ? PLATE_CUT
               : PLATE_GENERAL;
  }
  if (plate->beneath.kind && !is_opaque) return PLATE_GENERAL;
  if (through->kind) {
    return is_opaque && through->kind == CURL_SOURCE_PICTURE && through->picture.is_opaque
               ? PLATE_SHINING
               : PLATE_GENERAL;
  }
  switch (contents->kind) {
  case CURL_SOURCE_COLOUR: return PLATE_COLOUR;
  case CURL_SOURCE_GRADIENT: return PLATE_RAMP;
  case CURL_SOURCE_PICTURE:
    return plate->is_aligned && contents->flip == CURL_FLIP_NONE &&
                   !contents->picture.is_store &&
                   contents->picture.width == plate->page_x && contents->picture.height == plate->page_y
               ? PLATE_COPY
               : PLATE_PICTURE;
  default: return PLATE_GENERAL;
  }
}

// Values of a plate that are computed once per span.
struct plate_state {
  enum plate_form form;
  int is_flat, has_seam, has_groups;
  float step_x, step_y, narrow, qy;
  // Greatest change of the inverse map's third component within a pixel.
  float bend;
  // The plate's sides in this row: `slope` times a pixel's x on the plane, plus `rest`, is negative more
  // than a pixel beyond a side.
  float slope[4], rest[4];
};

INLINE struct plate_state plate_state(const struct curl_frame *common,
                                      const struct curl_plate *plate, int32_t y) {
  const float *m = plate->inverse;
  struct plate_state state = {
      .form = plate_form(plate),
      .is_flat = m[6] == 0 && m[7] == 0 && m[8] == 1,
      .has_seam = plate->seam[0] != 0 || plate->seam[1] != 0,
      .step_x = common->step_x,
      .step_y = common->step_y,
      .narrow = most1(1, least1(common->step_x, common->step_y)),
      .qy = common->origin_y + ((float)y + 0.5f) * common->step_y,
      .bend = __builtin_fabsf(m[6] * common->step_x) + __builtin_fabsf(m[7] * common->step_y),
  };
  const struct curl_source *shown = plate->cut.kind ? &plate->cut : &plate->contents;
  state.has_groups = !plate->is_translation &&
                     (shown->kind != CURL_SOURCE_PICTURE ||
                      state.narrow * most1(shown->picture.scale_x, shown->picture.scale_y) <=
                          PLATE_WIDEST);
  for (int i = 0; i < 4; i++) {
    const float *row = m + (i & 2 ? 3 : 0), sign = i & 1 ? -1 : 1;
    const float side = i == 0 ? plate->low_x : i == 1 ? plate->high_x : i == 2 ? plate->low_y
                                                                              : plate->high_y;
    const float x = sign * (row[0] - side * m[6]), y_slope = sign * (row[1] - side * m[7]);
    state.slope[i] = x;
    state.rest[i] = y_slope * state.qy + sign * (row[2] - side * m[8]) +
                    __builtin_fabsf(x) * state.step_x + __builtin_fabsf(y_slope) * state.step_y;
  }
  return state;
}
