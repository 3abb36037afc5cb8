// Bent sheets of any cross-section, pixels of a row at a time, in floats that every processor rounds
// the same.
//
// Twin of SectionPainter in Sources/CurlDefinition. Names of fields are those of Section and its parts in
// Swift.
#ifndef CURL_SECTIONS_H
#define CURL_SECTIONS_H

#include <stdint.h>

#include "CurlSpans.h"

// Largest number of layers of a cell.
#define CURL_LAYERS 8

// A part of the section that is seen from one side and that each ray meets once.
struct curl_section_piece {
  float middle_x, middle_y, tangent_x, tangent_y, curvature, arc, root_sign, period;
  float low, high, run_low, run_high;
  int32_t windings;
};

// A range of distances from the fold line, and the pieces seen there, the highest first.
struct curl_section_cell {
  float low, high;
  int32_t count;
  int32_t layers[CURL_LAYERS];
};

// A curve of the section that may stand between a point and the sky.
struct curl_section_curve {
  float middle_x, middle_y, tangent_x, tangent_y, normal_x, normal_y, curvature, radius;
  float centre_x, centre_y, arc, begin, end, period, half_extent, least_cosine, windings, counted;
};

// The cross-section of a sheet whose other constants are a `curl_frame`'s.
struct curl_section {
  const struct curl_section_piece *pieces;
  const struct curl_section_cell *cells;
  const struct curl_section_curve *curves;
  int32_t piece_count, cell_count, curve_count;
  int32_t shades_front, shades_back;
  // Whether light on the back depends on the front's, see CurlFrame.fades.
  int32_t fades_through;
  float shadow_scale;
  // Where an arc touches the plane, and how far from there rounding may decide, see Section.swift.
  float contact, contact_reach;
  // The range of distances from the fold line of all cells, page pixels.
  float low, high;
  // Half of a pixel's extent along the fold's normal and along the rulings, page pixels.
  float half_x, half_y;
};

#endif
