// The picture filter of both renderers. Twin of Filter.swift, which explains it.

const int coarsest = 5;

// Number of taps along one side of a pixel, at least `least`; `stretch` is the footprint's side relative
// to the narrowest footprint.
int tapCount(float stretch, int least) {
  return max(int(ceil(stretch < 32.0 ? stretch : 32.0)), least);
}

// The ends of a box of a side, texels; of a store, ends that only rounding keeps off a texel's edge are put
// there.
vec2 boxEnds(Texels texels, vec2 at, vec2 side) {
  if (texels.map.xy != vec2(1.0)) {
    const float snap = 1.0 / 256.0;
    vec2 edge = round(at), away = abs(at - edge);
    vec2 near = vec2(lessThan(away, vec2(snap))) * vec2(greaterThanEqual(side, vec2(0.5)));
    at = mix(at, edge + sign(at - edge) * max(2.0 * away - snap, 0.0), near);
  }
  return clamp(at, texels.ends.xy, texels.ends.zw);
}

// Mean of a picture over a box of `extent` page pixels centred on p, clipped to the page.
// Loops over texels and taps test their condition at the end: software GL runs an extra iteration of a
// loop that tests it at the start.
vec4 boxMean(highp sampler2D image, Texels texels, vec2 p, vec2 extent) {
  p = p * texels.map.xy + texels.map.zw;
  extent *= texels.map.xy;
  int level = 0;
  float scale = 1.0;
  while (level < coarsest && min(extent.x, extent.y) * scale >= 8.0) {
    level += 1;
    scale /= 2.0;
  }
  vec2 low = boxEnds(texels, p - extent / 2.0, extent) * scale;
  vec2 high = boxEnds(texels, p + extent / 2.0, extent) * scale;
  // Count texels in integers: floats can't count beyond 2^24.
  ivec2 last = ivec2(ceil(texels.ends.zw * scale)) - 1;
  ivec2 from = clamp(ivec2(low), ivec2(0), last);
  ivec2 to = max(min(ivec2(ceil(high)) - 1, last), from);
  vec4 sum = vec4(0.0);
  float total = 0.0;
  // Reads two rows and two columns at once, because most boxes touch no more. A box outside the picture
  // has no area left: the nearest texels replace it.
  const vec2 least = vec2(1e-6, 0.0);
  int row = from.y;
  do {
    float y = float(row);
    int next = min(row + 1, last.y);
    vec2 down = max(min(y + vec2(1.0, 2.0), high.y) - max(vec2(y, y + 1.0), low.y), least);
    int column = from.x;
    do {
      float x = float(column);
      int right = min(column + 1, last.x);
      vec2 across = max(min(x + vec2(1.0, 2.0), high.x) - max(vec2(x, x + 1.0), low.x), least);
      sum += down.x * (across.x * texelFetch(image, ivec2(column, row), level)
          + across.y * texelFetch(image, ivec2(right, row), level));
      sum += down.y * (across.x * texelFetch(image, ivec2(column, next), level)
          + across.y * texelFetch(image, ivec2(right, next), level));
      total += (down.x + down.y) * (across.x + across.y);
      column += 2;
    } while (column <= to.x);
    row += 2;
  } while (row <= to.y);
  return sum / total;
}
