// Sheets of any cross-section whose rulings are the frame's columns: what a column sees across the rulings is
// the same in all rows, and its place along them is linear in the row.
#ifndef CURL_COLUMNS_H
#define CURL_COLUMNS_H

#include <stdint.h>

#include "CurlStacks.h"
#include "CurlTaps.h"

// Two taps, side by side, of each of sixteen columns; columns with fewer taps have others of weight 0.
struct curl_tap_pair {
  // The weights of four columns of texels, 2^15 = 1, and the first of these columns.
  int16_t columns[2][4][16];
  int32_t first[16];
  // Each tap's box on the page at distance q of the row's middle from the fold's point: its middle is at
  // y = at + way · q; along its sides, y changes by shear + lean · q and by `high`.
  float at[2][16], way[2][16], shear[2][16], lean[2][16], high[2][16];
};

// Sixteen columns. Sets are bits, one a column.
struct curl_column_block {
  struct curl_tap_pair *pairs;
  int32_t count;
  // Columns beside the sheet; those filled by one side of it, if the page has the row; of these, those that see
  // the back, those without another layer behind, and those whose taps lie between the page's round corners.
  uint32_t empty, filled, backs, single, inner;
  // Where light is computed: the piece, arc length on its first winding, and height; and the share that a back
  // reflects like a mirror.
  int32_t piece[16];
  float arc[16], z[16], sheen[16];
};

struct curl_columns {
  struct curl_column_block *blocks;
  int32_t block_count;
  // Boxes of a tap along the rulings, one above the other: 1 or 2.
  int32_t parts;
  // The page's height and the radius of its corners, page pixels.
  float page_y, corner_radius;
  // Distance of row 0's middle from the fold's point, and the change per row.
  float row, row_step;
};

// Null if taps of this frame aren't such pairs, or if memory is short.
struct curl_columns *curl_columns_new(const struct curl_frame *frame,
                                      const struct curl_section *section);
void curl_columns_free(struct curl_columns *columns);

// Bytes that the columns occupy.
int64_t curl_columns_bytes(const struct curl_columns *columns);

// What pixels see: anything, as drawn by spans; what lies under the sheet; or one side of it, alone.
enum curl_sight { CURL_SEES_ANY, CURL_SEES_UNDER, CURL_SEES_FRONT, CURL_SEES_BACK };

// The `curl_sight` of pixels x to x + count of row y.
void curl_columns_seen(int32_t width, const struct curl_columns *columns, int32_t y, int32_t x,
                       int32_t count, uint8_t *seen);

// Linear light, before light and tone, of pixels of row y that see one side. Every register width gives the same
// values.
void curl_columns_means(int32_t width, const struct curl_page *page, const struct curl_columns *columns,
                        int32_t y, int32_t x, int32_t count, uint16_t *linear);

// For the same pixels, which all see the front or all the back: the light on the sheet, the white that it adds,
// and the light through it; see `curl_tone`.
void curl_columns_light(int32_t width, const struct curl_stack *stack,
                        const struct curl_stack_scratch *scratch, int32_t sheet,
                        const struct curl_columns *columns, int32_t y, int32_t x, int32_t count,
                        uint16_t *light, uint16_t *white, uint16_t *through);

#endif
