#include "CurlEdges.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

// Vectors pass between inlined functions alone.
#pragma clang diagnostic ignored "-Wpsabi"

// Most lanes that any processor here has: others take them in parts, to the same bits.
#define LANES 8
typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t whole __attribute__((vector_size(4 * LANES)));

INLINE lanes all(float v) {
  return (lanes){v, v, v, v, v, v, v, v};
}

INLINE lanes pick(whole mask, lanes a, lanes b) {
  return (lanes)((mask & (whole)a) | (~mask & (whole)b));
}

INLINE lanes least(lanes a, lanes b) {
  return pick(a < b, a, b);
}

INLINE lanes most(lanes a, lanes b) {
  return pick(a > b, a, b);
}

INLINE lanes size(lanes a) {
  return (lanes)((whole)a & 0x7fffffff);
}

INLINE lanes root(lanes a) {
  return __builtin_elementwise_sqrt(a);
}

// Twin of the name in Surface.swift.
INLINE lanes arctangent(lanes x, lanes w) {
  const lanes z = least(x, w) / most(most(x, w), all(1e-30f));
  const lanes u = z * z;
  lanes p = all(0.0028340641874819994f);
  p = p * u - 0.016005029901862144f;
  p = p * u + 0.042587608098983765f;
  p = p * u - 0.07495445758104324f;
  p = p * u + 0.10636754333972931f;
  p = p * u - 0.14202570915222168f;
  p = p * u + 0.19992484152317047f;
  p = p * u - 0.3333306610584259f;
  p = p * u + 1.0f;
  const lanes a = z * p;
  return pick(x > w, 1.57079632679489662f - a, a);
}

// Twin of `tapSpot` in Surface.swift, of the lower side.
INLINE void spot(const struct curl_fold *fold, lanes x, float reach, lanes *arc, lanes *slope) {
  const float radius = fold->radius;
  const whole cut = x + reach > radius;
  const lanes low = pick(cut, least(x - reach, all(radius)), x);
  const lanes square = (radius - low) * (radius + low);
  const lanes held = most(most(square, all(fold->gradient * reach / 2)), all(1e-12f));
  const lanes bent = radius * arctangent(most(low, all(0)), root(most(square, all(0))));
  const whole flat = low <= 0;
  const lanes at = pick(flat, low, bent);
  const float top = radius * 1.57079632679489662f;
  const float half = radius / (2 * reach), thinning = half < 1 ? half : 1;
  const float mean = 0.5f + thinning / 6;
  const lanes thin = size(at - top) * (1 - 0.1835034f * thinning) / (2 * reach);
  *arc = pick(cut, top + (at - top) * mean, at);
  *slope = pick(cut, thin, pick(flat, all(1), radius / root(held)));
}

INLINE void spots(const struct curl_fold *fold, const float *distances, int64_t count, float reach,
                  float *arcs, float *slopes) {
  for (int64_t i = 0; i < count; i += LANES) {
    lanes x, arc, slope;
    __builtin_memcpy(&x, distances + i, sizeof x);
    spot(fold, x, reach, &arc, &slope);
    __builtin_memcpy(arcs + i, &arc, sizeof arc);
    __builtin_memcpy(slopes + i, &slope, sizeof slope);
  }
}

WIDE static void spots_wide(const struct curl_fold *fold, const float *distances, int64_t count,
                            float reach, float *arcs, float *slopes) {
  spots(fold, distances, count, reach, arcs, slopes);
}

void curl_spots(int isWide, const struct curl_fold *fold, const float *distances, int64_t count,
                float reach, float *arcs, float *slopes) {
  if (isWide) return spots_wide(fold, distances, count, reach, arcs, slopes);
  spots(fold, distances, count, reach, arcs, slopes);
}

// Twin of `halfPlaneCoverage` in Surface.swift.
INLINE lanes coverage(lanes d, lanes a, lanes b) {
  const lanes far = (a + b) / 2, rest = far - size(d);
  const lanes corner = rest * rest / (2 * a * b);
  const lanes bevel = pick(d > 0, 1 - corner, corner);
  const lanes side = pick(size(d) <= size(a - b) / 2, 0.5f + d / most(a, b), bevel);
  return pick(d >= far, all(1), pick(d <= -far, all(0), side));
}

// Boxes of a side's taps that see any of the page.
struct boxes {
  float low_x[CURL_MOST_TAPS + LANES], low_y[CURL_MOST_TAPS + LANES];
  float high_x[CURL_MOST_TAPS + LANES], high_y[CURL_MOST_TAPS + LANES];
  // Of both axes: size, factor, inverse; then the weight. 1/2^13 page pixel.
  int32_t sizes[2][3][CURL_MOST_TAPS + LANES], weights[CURL_MOST_TAPS + LANES];
  int64_t count;
  float coverage;
};

// Cuts boxes along an axis to the page, but never to nothing.
INLINE void within(lanes *low, lanes *extent, float end) {
  const lanes a = *low, b = a + *extent;
  const whole inside = (a >= 0) & (b <= end);
  const lanes first = most(least(a, all(end)), all(0)), last = most(least(b, all(end)), all(0));
  const lanes length = most(last - first, all(1.0f / 64));
  *low = pick(inside, a, least(first, end - length));
  *extent = pick(inside, *extent, length);
}

// A box's size along an axis and its inverse in two factors, see SheetLanes.swift.
INLINE void sized(lanes extent, whole out[3]) {
  const lanes unit = least(most(extent * 8192 + 0.5f, all(64)), all(32767));
  const whole size = __builtin_convertvector(unit, whole);
  const lanes exact = __builtin_convertvector(size, lanes);
  const whole factor = __builtin_convertvector(65535 / exact, whole);
  const lanes product = exact * __builtin_convertvector(factor, lanes);
  out[0] = size;
  out[1] = factor;
  out[2] = __builtin_convertvector(least(2147483648.0f / product, all(65535)), whole);
}

// Largest box that the kernels reach.
#define WIDEST 2.9f
#define HIGHEST 1.9f

// Puts a box that is larger than the kernels reach as several; returns how many there are then.
static int64_t split(struct boxes *to, int64_t n) {
  const float low_x = to->low_x[n], low_y = to->low_y[n];
  const float wide = to->high_x[n] - low_x, high = to->high_y[n] - low_y;
  const int64_t across = (int64_t)(wide / WIDEST) + 1, down = (int64_t)(high / HIGHEST) + 1;
  const int64_t count = across * down;
  if (n + count > CURL_MOST_TAPS) return n + 1;
  const float x = wide / (float)across, y = high / (float)down;
  whole sizes[2][3];
  sized(all(x), sizes[0]);
  sized(all(y), sizes[1]);
  const int32_t weight = to->weights[n];
  for (int64_t k = 0; k < count; k++) {
    const int64_t i = n + k;
    to->low_x[i] = low_x + (float)(k % across) * x;
    to->low_y[i] = low_y + (float)(k / across) * y;
    to->high_x[i] = to->low_x[i] + x;
    to->high_y[i] = to->low_y[i] + y;
    for (int v = 0; v < 3; v++) {
      to->sizes[0][v][i] = sizes[0][v][0];
      to->sizes[1][v][i] = sizes[1][v][0];
    }
    // What is left over goes to the first ones.
    to->weights[i] = (int32_t)((weight + count - 1 - k) / count);
  }
  return n + count;
}

// Adds taps that see the page from p, where it changes by dx and dy along their sides; returns their
// shares of the page, all of it unless `isCut`.
INLINE lanes add(const struct curl_fold *fold, int isCut, lanes px, lanes py, const lanes dx[2],
                 const lanes dy[2], lanes weight, float flip_x, float flip_y, struct boxes *to) {
  const lanes ax = size(dx[0]), bx = size(dx[1]), ay = size(dy[0]), by = size(dy[1]);
  lanes wide = root(ax * ax + bx * bx), high = root(ay * ay + by * by);
  lanes x = (flip_x < 0 ? fold->page_x - px : px) - wide / 2;
  lanes y = (flip_y < 0 ? fold->page_y - py : py) - high / 2;
  lanes share = all(1);
  if (isCut) {
    const lanes across = coverage(px, ax, bx) + coverage(fold->page_x - px, ax, bx) - 1;
    const lanes down = coverage(py, ay, by) + coverage(fold->page_y - py, ay, by) - 1;
    share = most(across, all(0)) * most(down, all(0));
    within(&x, &wide, fold->page_x);
    within(&y, &high, fold->page_y);
  }
  whole sizes[2][3];
  sized(wide, sizes[0]);
  sized(high, sizes[1]);
  const lanes parts = weight * share, x_end = x + wide, y_end = y + high;
  const whole weights = __builtin_convertvector(parts * 32767 + 0.5f, whole);
  const whole broad = (wide > WIDEST) | (high > HIGHEST);
  int64_t n = to->count;
  for (int k = 0; k < LANES; k++) {
    if (!(parts[k] > 0) || n >= CURL_MOST_TAPS) continue;
    to->low_x[n] = x[k];
    to->low_y[n] = y[k];
    to->high_x[n] = x_end[k];
    to->high_y[n] = y_end[k];
    for (int i = 0; i < 3; i++) {
      to->sizes[0][i][n] = sizes[0][i][k];
      to->sizes[1][i][n] = sizes[1][i][k];
    }
    to->weights[n] = weights[k];
    to->coverage += parts[k];
    n = broad[k] ? split(to, n) : n + 1;
  }
  to->count = n;
  return share;
}

INLINE float lesser(float a, float b) {
  return a < b ? a : b;
}

INLINE float greater(float a, float b) {
  return a > b ? a : b;
}

// From a tap's near edge to the first texel's end, 1/2^13 page pixel.
INLINE int16_t edge(float low) {
  const float near = (3 - low) * 8192 + 0.5f;
  return (int16_t)((int32_t)(near < 0 ? 0 : near > 49151 ? 49151 : near) - 16384);
}

// Puts boxes into groups of up to four, no larger than the kernels reach.
static void group(const struct curl_fold *fold, const struct boxes *from, struct curl_side *to) {
  const int32_t last_x = (int32_t)fold->page_x - 1, last_y = (int32_t)fold->page_y - 1;
  int64_t groups = 0;
  for (int64_t next = 0; next < from->count; groups++) {
    const int64_t first = next++;
    float low_x = from->low_x[first], low_y = from->low_y[first];
    float high_x = from->high_x[first], high_y = from->high_y[first];
    for (; next < from->count && next - first < 4; next++) {
      const float x0 = lesser(low_x, from->low_x[next]), y0 = lesser(low_y, from->low_y[next]);
      const float x1 = greater(high_x, from->high_x[next]);
      const float y1 = greater(high_y, from->high_y[next]);
      if (x1 - x0 > 2.95f || y1 - y0 > 1.95f) break;
      low_x = x0;
      low_y = y0;
      high_x = x1;
      high_y = y1;
    }
    // Nothing beyond the page is ever read, whatever rounding does.
    int32_t x = (int32_t)low_x, y = (int32_t)low_y;
    x = x < 0 ? 0 : x > last_x ? last_x : x;
    y = y < 0 ? 0 : y > last_y ? last_y : y;
    to->places[2 * groups] = x;
    to->places[2 * groups + 1] = y;
    int16_t *lane = to->lanes + 40 * groups;
    for (int k = 0; k < 4; k++) {
      const int64_t i = first + k < next ? first + k : first;
      lane[k] = edge(from->low_x[i] - (float)x);
      lane[4 + k] = edge(from->low_y[i] - (float)y);
      for (int v = 0; v < 3; v++) {
        lane[8 * (v + 1) + k] = (int16_t)from->sizes[0][v][i];
        lane[8 * (v + 1) + 4 + k] = (int16_t)from->sizes[1][v][i];
      }
      lane[32 + k] = lane[36 + k] = first + k < next ? (int16_t)from->weights[i] : 0;
    }
  }
  to->groups = groups;
  to->coverage = from->coverage;
}

INLINE void taps(const struct curl_fold *fold, const struct curl_cut *cut, int isCut, float flip_x,
                 float flip_y, struct boxes *above, struct boxes *below) {
  const float nx = fold->normal_x, ny = fold->normal_y, roll = 3.14159265358979f * fold->radius;
  const int isDown = cut->down > cut->across;
  const int32_t row = isDown ? cut->down : cut->across, count = cut->across * cut->down;
  const lanes alongX = all((nx < 0 ? -nx : nx) * cut->box_x);
  const lanes alongY = all((ny < 0 ? -ny : ny) * cut->box_y);
  for (int32_t from = 0; from < count; from += LANES) {
    const whole place = (whole){0, 1, 2, 3, 4, 5, 6, 7} + from;
    const whole j = __builtin_convertvector(
        (__builtin_convertvector(place, lanes) + 0.5f) / (float)row, whole);
    const lanes it = __builtin_convertvector(place - j * row, lanes) + 0.5f;
    const lanes other = __builtin_convertvector(j, lanes) + 0.5f;
    const lanes ox = (isDown ? other : it) * cut->box_x - 0.5f;
    const lanes oy = (isDown ? it : other) * cut->box_y - 0.5f;
    const lanes x = cut->x + (ox * nx + oy * ny), tau = cut->tau + (oy * nx - ox * ny);
    const lanes held = cut->weight * coverage(fold->radius - x, alongX, alongY);
    const lanes weight = pick(place < count, held, all(0));
    if (!__builtin_reduce_or(weight > 0)) continue;
    lanes arc, slope;
    spot(fold, x, cut->reach, &arc, &slope);
    // Along the tap's sides the page changes by this across the rulings and along them.
    const lanes ax = slope * nx * cut->box_x, ay = slope * ny * cut->box_y;
    const lanes bx = all(-ny * cut->box_x), by = all(nx * cut->box_y);
    const lanes footX = fold->fold_x - tau * ny, footY = fold->fold_y + tau * nx;
    lanes rest = weight;
    if (above) {
      const lanes dx[2] = {-ny * bx - nx * ax, -ny * by - nx * ay};
      const lanes dy[2] = {nx * bx - ny * ax, nx * by - ny * ay};
      const lanes away = roll - arc;
      rest = weight * (1 - add(fold, isCut, footX + away * nx, footY + away * ny, dx, dy, weight,
                               flip_x, flip_y, above));
    }
    if (!below) continue;
    const lanes dx[2] = {-ny * bx + nx * ax, -ny * by + nx * ay};
    const lanes dy[2] = {nx * bx + ny * ax, nx * by + ny * ay};
    add(fold, isCut, footX + arc * nx, footY + arc * ny, dx, dy, rest, 1, 1, below);
  }
}

INLINE void every(const struct curl_fold *fold, const struct curl_cut *cut, float flip_x,
                  float flip_y, struct boxes *above, struct boxes *below) {
  if (cut->isCut) {
    taps(fold, cut, 1, flip_x, flip_y, above, below);
  } else if (above) {
    taps(fold, cut, 0, flip_x, flip_y, above, 0);
  } else {
    taps(fold, cut, 0, flip_x, flip_y, 0, below);
  }
}

WIDE static void every_wide(const struct curl_fold *fold, const struct curl_cut *cut, float flip_x,
                            float flip_y, struct boxes *above, struct boxes *below) {
  every(fold, cut, flip_x, flip_y, above, below);
}

static void every_plain(const struct curl_fold *fold, const struct curl_cut *cut, float flip_x,
                        float flip_y, struct boxes *above, struct boxes *below) {
  every(fold, cut, flip_x, flip_y, above, below);
}

void curl_edge(int isWide, const struct curl_fold *fold, const struct curl_cut *cut, float flip_x,
               float flip_y, struct curl_side *upper, struct curl_side *lower) {
  struct boxes above, below;
  above.count = below.count = 0;
  above.coverage = below.coverage = 0;
  struct boxes *first = upper ? &above : 0, *second = lower ? &below : 0;
  if (isWide) {
    every_wide(fold, cut, flip_x, flip_y, first, second);
  } else {
    every_plain(fold, cut, flip_x, flip_y, first, second);
  }
  if (upper) group(fold, &above, upper);
  if (lower) group(fold, &below, lower);
}

void curl_mix(uint16_t *back, const uint16_t *front, int16_t share, const uint16_t *through,
              int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    const int32_t weight = through ? (share * (int32_t)through[i] + (1 << 14)) >> 15 : share;
    for (int64_t c = 4 * i; c < 4 * i + 4; c++) {
      // Means may lie a little below none.
      const int32_t a = (int16_t)back[c], b = (int16_t)front[c];
      back[c] = (uint16_t)(a + (((b - a) * weight + (1 << 14)) >> 15));
    }
  }
}
