// Plates as spans read them. Names of fields are those of Plate and Ink in Swift.
#ifndef CURL_PLATES_H
#define CURL_PLATES_H

#include <stdint.h>

#include "CurlSpans.h"

// Curves of stored channels, as tables: a processor's own functions may round differently.
struct curl_tables {
  // Encoded values of the squares of 0…1 in `CURL_ENCODE` equal steps, both ends included.
  const float *encode;
  // Pairs at 0…1 in `CURL_DECODE` equal steps, both ends included: the power of the transfer function and
  // its slope per step.
  const float *decode;
};
#define CURL_ENCODE 4096
#define CURL_DECODE 256

// Where a colour comes from.
enum curl_source_kind {
  CURL_SOURCE_NONE,
  CURL_SOURCE_COLOUR,
  CURL_SOURCE_GRADIENT,
  CURL_SOURCE_PICTURE,
};

// How a picture lies on the sheet.
enum curl_flip { CURL_FLIP_NONE, CURL_FLIP_ACROSS, CURL_FLIP_OVER };

struct curl_source {
  // A `curl_source_kind` and a `curl_flip`.
  int32_t kind, flip;
  // Premultiplied linear light: the colour, or a ramp's colour at its origin, and a ramp's change from its
  // origin to its end, where (point − origin) · along is 1.
  float colour[4], change[4];
  float origin_x, origin_y, along_x, along_y;
  struct curl_picture picture;
};

// The constants of a plate.
struct curl_plate {
  // `cut`, `through` and `beneath` are CURL_SOURCE_NONE if they change nothing.
  struct curl_source contents, cut, through, beneath;
  float show_through, tint_amount, beneath_share, opacity;
  float tint[4];
  int32_t is_shade, is_encoded, has_encoded_tint, is_translation;
  float page_x, page_y, low_x, low_y, high_x, high_y, corner_radius;
  // The inverse map, row by row.
  float inverse[9];
  float seam[3], beyond;
  // Output pixels that the plate may touch: from `first` up to, but without, `end`.
  int32_t first_x, end_x, first_y, end_y;
  // Whether a frame's pixel (x, y) is texel (x + aligned_x, y + aligned_y) of an unflipped page.
  int32_t is_aligned, aligned_x, aligned_y;
};

#endif
