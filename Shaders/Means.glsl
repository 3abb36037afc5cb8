// Means over the taps of one pixel of a patch, see patch.frag: each knows how many there are and how
// far they reach.
#ifdef PATCH_FLAP
// The mean over the four taps of a pixel of the flap, which touch 3 x 3 texels at most. `flip` is
// where the picture is turned over, in x or y.
vec4 flapMean(highp sampler2D image, vec2 p, vec2 flip) {
  vec2 n = normal;
  vec2 t = ruling();
  // How the page's x and y change with a quarter of an output pixel to the right and down.
  vec2 right = flip * (t.x * t - n.x * n) / 4.0;
  vec2 down = flip * (t.y * t - n.y * n) / 4.0;
  vec2 low = p - abs(right) - abs(down) - 0.25;
  vec2 corner = floor(low);
  vec2 at = p - corner + 0.25;
  // The page's x and y at the far ends of the four taps, from the first texel's.
  vec4 x = at.x + vec4(right.x + down.x, right.x - down.x, down.x - right.x, -right.x - down.x);
  vec4 y = at.y + vec4(right.y + down.y, right.y - down.y, down.y - right.y, -right.y - down.y);
  vec4 x1 = clamp(x - 1.0, 0.0, 0.5);
  vec4 x2 = clamp(x - 2.0, 0.0, 0.5);
  vec4 y1 = clamp(y - 1.0, 0.0, 0.5);
  vec4 y2 = clamp(y - 2.0, 0.0, 0.5);
  vec4 x0 = 0.5 - x1;
  vec4 y0 = 0.5 - y1;
  x1 -= x2;
  y1 -= y2;
  ivec2 i = ivec2(corner);
  vec3 sum = dot(x0, y0) * texelLight(image, i);
  sum += dot(x1, y0) * texelLight(image, i + ivec2(1, 0));
  sum += dot(x2, y0) * texelLight(image, i + ivec2(2, 0));
  sum += dot(x0, y1) * texelLight(image, i + ivec2(0, 1));
  sum += dot(x1, y1) * texelLight(image, i + ivec2(1, 1));
  sum += dot(x2, y1) * texelLight(image, i + ivec2(2, 1));
  sum += dot(x0, y2) * texelLight(image, i + ivec2(0, 2));
  sum += dot(x1, y2) * texelLight(image, i + ivec2(1, 2));
  sum += dot(x2, y2) * texelLight(image, i + ivec2(2, 2));
  return vec4(sum, 1.0);
}
#endif

#ifdef INSIDE
const bool isOutside = false;
#else
const bool isOutside = true;
#endif

#if defined(PATCH_ROLL) || defined(PATCH_RIM)
// The mean over a box of at most one page pixel, which touches 2 x 2 texels, cut to the page.
vec3 smallMean(highp sampler2D image, vec2 p, vec2 extent) {
#ifdef PATCH_RIM
  vec2 low = clamp(p - extent / 2.0, vec2(0.0), page);
  vec2 high = clamp(p + extent / 2.0, vec2(0.0), page);
  vec2 from = min(floor(low), page - 1.0);
  vec2 left = max(min(from + 1.0, high) - low, 1e-6);
  vec2 right = max(high - from - 1.0, 0.0);
  vec2 next = min(from + 1.0, page - 1.0);
#else
  vec2 from = floor(p - extent / 2.0);
  vec2 right = clamp(p + extent / 2.0 - from - 1.0, vec2(0.0), extent);
  vec2 left = extent - right;
  vec2 next = from + 1.0;
#endif
  vec3 above = left.x * texelLight(image, ivec2(from))
      + right.x * texelLight(image, ivec2(next.x, from.y));
  vec3 below = left.x * texelLight(image, ivec2(from.x, next.y))
      + right.x * texelLight(image, ivec2(next));
  vec2 size = left + right;
  return (left.y * above + right.y * below) / (size.x * size.y);
}
#endif

vec2 behind(vec2 point, bool isFlipped) {
  return isFlipped ? flipped(point) : point;
}

#ifdef PATCH_RIM
// The mean over what of a pixel's taps lies on the flap, and its share of the pixel.
vec4 rimMean(highp sampler2D image, vec2 p, bool isFlipped) {
  vec2 n = normal;
  vec2 t = ruling();
  vec2 right = (t.x * t - n.x * n) / 2.0;
  vec2 down = (t.y * t - n.y * n) / 2.0;
  vec2 dx = vec2(right.x, down.x);
  vec2 dy = vec2(right.y, down.y);
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 4; i++) {
    vec2 sides = vec2(i & 1, i >> 1) - 0.5;
    vec2 tap = p + sides.x * right + sides.y * down;
    float part = outlineCoverage(tap, page, 0.0, dx, dy);
    sum += part * vec4(smallMean(image, behind(tap, isFlipped), vec2(0.5)), 1.0);
  }
  return vec4(sum.xyz / max(sum.w, 1e-6), sum.w / 4.0);
}
#endif

#ifdef PATCH_ROLL
// The mean over the four taps of a pixel of the roll's outside where it isn't steep.
vec4 rollMean(highp sampler2D image, vec2 at, Spot spot, bool isFlipped) {
  vec2 n = normal;
  vec2 t = ruling();
  float square = max((radius - at.x) * (radius + at.x), 1e-6);
  float bend = at.x > 0.0 ? spot.slope * at.x / square : 0.0;
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 4; i++) {
    vec2 sides = (vec2(i & 1, i >> 1) - 0.5) / 2.0;
    vec2 tap = at + vec2(dot(sides, n), dot(sides, t));
    // Beside the pixel's centre by at most 0.36 pixels: two terms of the arc's series.
    float by = tap.x - at.x;
    float slope = spot.slope + by * bend;
    float arc = spot.arc + by * (spot.slope + by * bend / 2.0);
    if (tap.x <= 0.0) {
      arc = isOutside ? pi * radius - tap.x : tap.x;
      slope = isOutside ? -1.0 : 1.0;
    }
    vec2 across = slope * n.x * n + t.x * t;
    vec2 along = slope * n.y * n + t.y * t;
    vec2 extent = vec2(sqrt(across.x * across.x + along.x * along.x),
        sqrt(across.y * across.y + along.y * along.y)) / 2.0;
    sum += smallMean(image, behind(fold + arc * n + tap.y * t, isFlipped), extent);
  }
  return vec4(sum / 4.0, 1.0);
}
#endif

#ifdef PATCH_BRIM
// The mean over a box of any size, which is cut to the page: boxMean of bytes alone. Beside the page
// texels have no weight, whatever they are.
vec3 cutMean(highp sampler2D image, vec2 p, vec2 extent) {
  vec2 low = clamp(p - extent / 2.0, vec2(0.0), page);
  vec2 high = clamp(p + extent / 2.0, vec2(0.0), page);
  vec2 from = min(floor(low), page - 1.0);
  vec3 sum = vec3(0.0);
  float total = 0.0;
  // A box outside the page has no extent left, see boxMean.
  const vec2 least = vec2(1e-6, 0.0);
  float y = from.y;
  do {
    vec2 down = max(min(y + vec2(1.0, 2.0), high.y) - max(vec2(y, y + 1.0), low.y), least);
    float x = from.x;
    do {
      vec2 across = max(min(x + vec2(1.0, 2.0), high.x) - max(vec2(x, x + 1.0), low.x), least);
      ivec2 i = ivec2(x, y);
      sum += down.x * (across.x * texelLight(image, i)
          + across.y * texelLight(image, i + ivec2(1, 0)));
      sum += down.y * (across.x * texelLight(image, i + ivec2(0, 1))
          + across.y * texelLight(image, i + ivec2(1, 1)));
      total += (down.x + down.y) * (across.x + across.y);
      x += 2.0;
    } while (x < high.x);
    y += 2.0;
  } while (y < high.y);
  return sum / total;
}

// The mean over what of a pixel's taps lies before the silhouette, and its share of the pixel.
vec4 brimMean(highp sampler2D image, vec2 at, vec2 reach, bool isFlipped) {
  Taps taps = tapsOf(at, reach);
  // Beyond the silhouette there is nothing to add up.
  if (at.x >= radius + reach.x) taps.count = ivec2(1);
  vec2 n = normal;
  vec2 t = ruling();
  vec4 sum = vec4(0.0);
  int j = 0;
  do {
    int i = 0;
    do {
      vec2 tap = tapPlace(taps, at, i, j);
      float before = radius - tap.x;
      float inside = halfPlaneCoverage(before, taps.alongNormal.x, taps.alongNormal.y);
      // The spots seen are those of tapSpot, which are known here to lie on the roll: what reaches
      // over the silhouette has the mean of its part before it.
      bool isOver = tap.x + taps.reach > radius;
      float d = max(isOver ? before + taps.reach : before, 0.0) / radius;
      // The arc cosine of 1 - d and its derivative, by their series: d is 0.25 at most.
      float root = sqrt(2.0 * d);
      float span = root * (1.0 + d * (1.0 / 12.0 + d * (3.0 / 160.0 + d * 5.0 / 896.0)));
      // The shares are those of tapSpot where the roll is wider than a tap.
      float slope = isOver ? span * (radius * 0.8164966 / (2.0 * taps.reach))
          : 1.0 / max(root * (1.0 - d * (0.25 + d * (1.0 / 32.0 + d / 128.0))), 1e-6);
      span *= isOver ? radius * 2.0 / 3.0 : radius;
      if (isOutside) {
        slope = -slope;
      } else {
        span = -span;
      }
      float arc = pi / 2.0 * radius + span;
      vec2 across = (slope * n.x * n + t.x * t) * taps.box;
      vec2 along = (slope * n.y * n + t.y * t) * taps.box;
      vec2 extent = vec2(sqrt(dot(across, across)), sqrt(dot(along, along)));
      sum += inside
          * vec4(cutMean(image, behind(fold + arc * n + tap.y * t, isFlipped), extent), 1.0);
    } while (++i < taps.count.x);
  } while (++j < taps.count.y);
  return vec4(sum.xyz / max(sum.w, 1e-6), sum.w * taps.weight);
}
#endif
