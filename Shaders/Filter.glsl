// The one filter of both renderers. Twin of Filter.swift, which explains it.

const int coarsest = 5;

// The number of taps along one side of a pixel whose footprint is `stretch` times the narrowest.
int tapCount(float stretch, int least) {
  return max(int(ceil(stretch < 32.0 ? stretch : 32.0)), least);
}

#ifdef STORE
// The factor with which 32767 is 1 exactly.
vec4 texel(highp PICTURE image, ivec2 at, int level) {
  return vec4(texelFetch(image, at, level)) * (1.0 / 32767.0);
}

// An end of a box, texels: of those that are pixels of the canvas, a whole part of one.
vec2 boxEnd(vec2 place, Texels texels) {
  vec2 parts = max(texels.parts, vec2(1.0));
  vec2 whole = mix(place, round(place * parts) / parts, vec2(greaterThan(texels.parts, vec2(0.0))));
  return clamp(whole, texels.ends.xy, texels.ends.zw);
}
#else
vec4 texel(highp PICTURE image, ivec2 at, int level) {
  return texelFetch(image, at, level);
}

vec2 boxEnd(vec2 place, Texels size) {
  return clamp(place, vec2(0.0), size);
}
#endif

// The mean of a picture, whose texels lie as told, over a box of `extent` page pixels centred on p,
// cut to it.
//
// Loops over texels and taps end with their condition: software runs one that begins with it once
// more, for nothing.
vec4 boxMean(highp PICTURE image, Texels texels, vec2 p, vec2 extent) {
#ifdef STORE
  p = p * texels.map.xy + texels.map.zw;
  extent *= texels.map.xy;
  vec2 size = texels.size;
#else
  vec2 size = texels;
#endif
  int level = 0;
  float scale = 1.0;
  while (level < coarsest && min(extent.x, extent.y) * scale >= 8.0) {
    level += 1;
    scale /= 2.0;
  }
  vec2 low = boxEnd(p - extent / 2.0, texels) * scale;
  vec2 high = boxEnd(p + extent / 2.0, texels) * scale;
  // Texels are counted in integers: floats stand still from 2^24 on.
  ivec2 last = ivec2(ceil(size * scale)) - 1;
  ivec2 from = clamp(ivec2(low), ivec2(0), last);
  ivec2 to = max(min(ivec2(ceil(high)) - 1, last), from);
  vec4 sum = vec4(0.0);
  float total = 0.0;
  // Two rows and two columns at once, as most boxes touch no more. A box outside the picture has no
  // extent left; the nearest square then stands for it.
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
      sum += down.x * (across.x * texel(image, ivec2(column, row), level)
          + across.y * texel(image, ivec2(right, row), level));
      sum += down.y * (across.x * texel(image, ivec2(column, next), level)
          + across.y * texel(image, ivec2(right, next), level));
      total += (down.x + down.y) * (across.x + across.y);
      column += 2;
    } while (column <= to.x);
    row += 2;
  } while (row <= to.y);
  return sum / total;
}
