// Scenes of layers, pixels of a row at a time.
//
// Twin of StackPainter in Sources/CurlDefinition. Names of fields are those of Stack and its parts in Swift.
#ifndef CURL_STACKS_H
#define CURL_STACKS_H

#include <stdint.h>

#include "CurlPlates.h"
#include "CurlSections.h"
#include "CurlSpans.h"

// Largest number of sheets that cast a shadow on one layer.
#define CURL_CASTERS 4

// Kind of a layer's content.
enum curl_layer_kind { CURL_BACKGROUND, CURL_SHADOW_PLATE, CURL_PLATE, CURL_SHEET };

struct curl_layer {
  // A `curl_layer_kind`; for a sheet, its number and the sides that are drawn, a `curl_sides`.
  int32_t kind, sheet, sides;
  const struct curl_plate *plate;
  int32_t casters[CURL_CASTERS], caster_count, is_rolled_up;
  int32_t first_x, end_x, first_y, end_y;
};

// A bent sheet: its constants for each of `curl_sides`, and its cross-section; null for a half turn.
struct curl_stack_sheet {
  struct curl_frame frames[3];
  const struct curl_section *section;
};

struct curl_stack {
  // The page and the canvas, without a sheet.
  const struct curl_frame *common;
  const struct curl_layer *layers;
  const struct curl_stack_sheet *sheets;
  int32_t layer_count, sheet_count;
  const struct curl_tables *tables;
};

// One thread's scratch memory: CURL_SPAN · (4 · layers + 8) numbers, CURL_SPAN · layers bytes, and each
// sheet's cache.
struct curl_stack_scratch {
  float *colours;
  uint8_t *seen;
  struct curl_sheet_cache *const *caches;
};

// Draws pixels x to x + count of row y; `out` is the address of pixel x. count ≤ CURL_SPAN. Every register
// width gives the same bytes.
void curl_stack_span(int32_t width, const struct curl_stack *stack,
                     const struct curl_stack_scratch *scratch, int32_t y, int32_t x,
                     int32_t count, int32_t store, void *out);

// Light, 0…1, that a sheet leaves on the plane in pixels x to x + count of row y; `is_rolled_up`: on a layer
// inside its roll.
void curl_stack_light(int32_t width, const struct curl_stack *stack,
                      const struct curl_stack_scratch *scratch, int32_t sheet,
                      int32_t is_rolled_up, int32_t y, int32_t x, int32_t count, float *lights);

#endif
