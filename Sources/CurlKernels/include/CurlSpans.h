// Pixels of a row of a frame, whatever its look, camera, scale and pages, in floats that every
// processor rounds the same.
//
// Twin of the scalar painters in Sources/CurlDefinition, name by name. Names of fields are those of CurlFrame
// and its parts in Swift.
#ifndef CURL_SPANS_H
#define CURL_SPANS_H

#include <stdint.h>

#include "CurlWidths.h"

#include "CurlSky.h"

// Largest number of pixels of a span.
#define CURL_SPAN 256

// Levels of a picture, each of half the size of the one before.
#define CURL_LEVELS 6

// Numbers of a level: `float`; or `uint16_t` as multiples of the picture's unit, or as IEEE
// 754 halves (binary16) that are positive.
enum curl_form { CURL_FLOATS, CURL_FIXED_POINT, CURL_HALVES };

// One level of a picture: premultiplied linear light, four numbers a texel, texel (x, y) at
// y · stride + x.
struct curl_level {
  // Null if not needed.
  const void *texels;
  int32_t width, height;
  int64_t stride;
  // Of `enum curl_form`.
  int32_t form;
};

// A picture as filters read it.
struct curl_picture {
  // Size of the page that the picture fills, page pixels; 0 for no picture.
  float width, height;
  // Texels of level 0 per page pixel; the texel at page point (0, 0), and that at the page's end.
  float scale_x, scale_y, offset_x, offset_y, high_x, high_y;
  // Whether this is a store of a page: see StoreGrid.swift.
  int32_t is_store;
  // Factor of the numbers of level 0: 1 / the value that means 1 in `CURL_FIXED_POINT`, else 1.
  float unit;
  int32_t is_opaque;
  struct curl_level levels[CURL_LEVELS];
  // Sums of the picture's alpha, as in AlphaSums.swift, and the offset of each level's sums; null if not
  // needed.
  const uint32_t *sums;
  int32_t sum_offsets[CURL_LEVELS];
};

// One surface of the sheet.
struct curl_skin {
  float radius, silhouette, chord_slope;
};

// Content of the page plane under the sheet.
enum curl_base { CURL_NOTHING, CURL_SHADOW, CURL_NEXT };

// Content of the back: the front mirrored, a picture of its own, or a colour.
enum curl_back { CURL_MIRRORED, CURL_PICTURE, CURL_COLOUR };

// Which sides of a bent sheet are drawn.
enum curl_sides { CURL_BOTH, CURL_LOWER, CURL_UPPER };

// Slices of the key light's disc.
#define CURL_SLICES 8

// An edge of a slice; see key.h.
struct curl_slice {
  float share, sine, cosine, rise, way, run;
};

// The key light's whole disc, as seen from the plane or from the front.
struct curl_disc {
  // Sine and cosine of the elevation of its centre in cross-section, and half its angle.
  float centre_sine, centre_cosine, half_angle;
  int32_t parts;
  struct curl_slice edges[CURL_SLICES + 1];
  // Skews that bound the parts of each slice, and the whole disc; see key.h.
  float skews[CURL_SLICES][5];
  float least_skew, most_skew;
};

// The constants of a frame with at most one sheet.
struct curl_frame {
  int32_t width, height;
  int32_t has_sheet, base, is_lit, back, has_background_picture, has_ground, is_aligned;
  int32_t turns_over, fades, is_thick, sides, is_lifted;
  // Hash of pixel (0, 0), and its changes per pixel and per row, as in Noise.swift.
  uint32_t noise, noise_across, noise_down;
  float page_x, page_y, radius, corner_radius;
  struct curl_skin inner, outer;
  float view_x, view_y, nearness, highest;
  float fold_x, fold_y, normal_x, normal_y;
  float origin_x, origin_y, step_x, step_y, within_x, within_y;
  float background[4], back_colour[4], tint[4], cut_edge_colour[4];
  float tint_amount, show_through, opacity, shadow_amount, shading, bounce, sheen, gloss;
  // Radius of the roll as light sees it.
  float eased_radius;
  // The key light: its share, half its angle, the direction to it along the fold's normal, along the
  // rulings and up, and that direction's length in cross-section.
  float key_share, key_half_angle, key_x, key_y, key_z, key_across;
  struct curl_disc key_base, key_front;
  struct curl_sky sky;
  struct curl_picture front, next, back_picture, background_picture;
};

// Fills in the discs of a frame that has all other constants.
void curl_prepare(struct curl_frame *frame);

// Format of a stored pixel: bits per channel, and whether colour is premultiplied.
enum curl_store { CURL_RGBA8, CURL_RGBA16, CURL_STRAIGHT8, CURL_STRAIGHT16 };

struct curl_section;

// One thread's cache for a sheet: its lights, computed on demand, and data that rows share; `is_deep`: for frames
// of 16 bits a channel. Without memory for it, one that keeps nothing takes its place. The section is null for a
// half turn.
struct curl_sheet_cache;

struct curl_sheet_cache *curl_sheet_cache_new(const struct curl_frame *frame,
                                              const struct curl_section *section, int32_t is_deep);
void curl_sheet_cache_free(struct curl_sheet_cache *cache);

// Bytes that a cache has allocated so far.
int64_t curl_sheet_cache_bytes(const struct curl_sheet_cache *cache);

// Draws pixels x to x + count of row y of a frame with at most one sheet; `out` is the address of pixel x.
// count ≤ CURL_SPAN. Without a cache, light is exact. Every register width gives the same bytes.
void curl_sheet_span(int32_t width, const struct curl_frame *frame, struct curl_sheet_cache *cache,
                     int32_t y, int32_t x, int32_t count, int32_t store, void *out);

#endif
