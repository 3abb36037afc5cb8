// Taps of a plate's pixels: their footprints, boxes and ink. Twin of `footprint`, `isNear`, `share`, `ink`
// and `inEncodedValues` in PlatePainter.swift.
#pragma once

#include "CurlPlates.h"
#include "colour.h"
#include "filter.h"
#include "ink.h"
#include "surface.h"
#include "texels.h"

// The greatest third component of the inverse map that is drawn: `1 / Plate.leastW` in Swift.
#define PLATE_FARTHEST 10.0f

// A footprint, and the third component of the inverse map there.
struct plate_tap {
  struct footprint foot;
  lanes w;
};

INLINE struct plate_tap plate_footprint(const struct curl_plate *plate, lanes qx, lanes qy,
                                        lanes box_x, lanes box_y) {
  const float *m = plate->inverse;
  const lanes w = m[6] * qx + m[7] * qy + m[8];
  const lanes px = (m[0] * qx + m[1] * qy + m[2]) / w, py = (m[3] * qx + m[4] * qy + m[5]) / w;
  return (struct plate_tap){{px, py, (m[0] - px * m[6]) / w * box_x, (m[1] - px * m[7]) / w * box_y,
                             (m[3] - py * m[6]) / w * box_x, (m[4] - py * m[7]) / w * box_y},
                            w};
}

// Whether a footprint lies before the eye and reaches the plate.
INLINE whole is_near(const struct curl_plate *plate, const struct plate_tap *tap) {
  const struct footprint *at = &tap->foot;
  const lanes half_x = (size(at->dx_x) + size(at->dx_y)) / 2;
  const lanes half_y = (size(at->dy_x) + size(at->dy_y)) / 2;
  return (tap->w > 0) & (tap->w <= PLATE_FARTHEST) & (at->x + half_x > plate->low_x) &
         (at->y + half_y > plate->low_y) & (at->x - half_x < plate->high_x) &
         (at->y - half_y < plate->high_y);
}

INLINE lanes plate_share(const struct curl_plate *plate, const struct footprint *at) {
  struct footprint inner = *at;
  inner.x = at->x - plate->low_x;
  inner.y = at->y - plate->low_y;
  const lanes square =
      outline_coverage(&inner, plate->high_x - plate->low_x, plate->high_y - plate->low_y, 0);
  if (plate->corner_radius == 0) return square;
  return pick(square == 0, square,
              least(square, corner_coverage(at, plate->page_x, plate->page_y,
                                            plate->corner_radius)));
}

// The number of taps of a pixel along one side.
INLINE whole tap_count(lanes stretch) {
  const whole count = ceiling(pick(stretch < 32, stretch, all(32)));
  return __builtin_elementwise_max(count, (whole){0} + 2);
}

// Page points of up to four taps, and the sides of their boxes there.
struct plate_taps {
  lanes x[4], y[4], extent_x[4], extent_y[4];
};

// The ends of a tap's box along one axis, texels; if `is_cut`, clipped to the plate, `low`…`high`.
INLINE void box_ends(lanes at, lanes extent, int is_cut, float low, float high, int is_flipped,
                     float page, int is_store, float scale, float offset, lanes *from, lanes *to) {
  // Round as PlatePainter and boxMean do.
  const lanes half = extent / 2;
  lanes first = at - half, last = at + half;
  if (is_cut) {
    first = most(first, all(low));
    last = least(last, all(high));
  }
  lanes middle = (first + last) / 2, side = last - first;
  if (is_cut) side = most(side, all(0));
  if (is_flipped) middle = page - middle;
  if (is_store) {
    middle = middle * scale + offset;
    side *= scale;
  }
  *from = middle - side / 2;
  *to = middle + side / 2;
  if (is_store) {
    *from = snapped(*from, side);
    *to = snapped(*to, side);
  }
}

// Weighted sums of a picture's means over taps; returns the pixels that are done.
INLINE uint32_t tap_means(const struct curl_plate *plate, const struct curl_source *source,
                          const struct plate_taps *taps, int count, int is_cut,
                          const lanes *weights, uint32_t active, quad *means) {
  const struct curl_picture *picture = &source->picture;
  const int is_store = picture->is_store;
  struct tap_boxes boxes;
  for (int t = 0; t < count; t++) {
    box_ends(taps->x[t], taps->extent_x[t], is_cut, plate->low_x, plate->high_x,
             source->flip == CURL_FLIP_ACROSS, plate->page_x, is_store, picture->scale_x,
             picture->offset_x, &boxes.low_x[t], &boxes.high_x[t]);
    box_ends(taps->y[t], taps->extent_y[t], is_cut, plate->low_y, plate->high_y,
             source->flip == CURL_FLIP_OVER, plate->page_y, is_store, picture->scale_y,
             picture->offset_y, &boxes.low_y[t], &boxes.high_y[t]);
    boxes.weight[t] = weights[t] * picture->unit;
  }
  return block_means(picture, &boxes, count, active, means);
}

// The position of taps along a ramp, 0…1.
INLINE lanes along_ramp(const struct curl_source *ramp, lanes x, lanes y) {
  return between((x - ramp->origin_x) * ramp->along_x + (y - ramp->origin_y) * ramp->along_y, all(0),
                 all(1));
}

// Contents, then show-through, then tint; `beneath` is seen where these are transparent.
INLINE quad plate_ink(const struct curl_plate *plate, quad contents, quad cut, quad through,
                      quad beneath) {
  quad colour = contents;
  if (plate->cut.kind) colour *= cut[3];
  if (plate->through.kind) {
    // One colour has the other side's shape, whether that side's picture cuts it or is opaque.
    const int is_cut =
        plate->contents.kind == CURL_SOURCE_COLOUR && plate->through.kind == CURL_SOURCE_PICTURE;
    colour = shining(colour, through, is_cut, plate->show_through);
  }
  if (!plate->is_encoded) colour = tinted(colour, plate->tint, plate->tint_amount);
  if (plate->beneath.kind) colour += (1 - colour[3]) * plate->beneath_share * beneath;
  return colour;
}

// Mixes a tint in encoded values into a sum of taps, if the plate has such a tint.
INLINE quad in_encoded_values(const struct curl_plate *plate, const struct curl_tables *tables,
                              quad sum) {
  if (!plate->has_encoded_tint || !(sum[3] > 0)) return sum;
  quad whole = sum / sum[3];
  whole[3] = 1;
  return sum[3] * composite_encoded(tables, plate->tint_amount * quad_of(plate->tint), whole);
}
