// The one filter of both renderers. Twin of Filter.swift, which explains it.

const int coarsest = 5;

// The number of taps along one side of a pixel whose footprint is `stretch` times the narrowest.
int tapCount(float stretch, int least) {
  return max(int(ceil(stretch < 32.0 ? stretch : 32.0)), least);
}

#ifdef BYTES
// The same mean as below, of boxes too small for its levels.
vec4 boxMean(highp sampler2D image, vec2 size, vec2 p, vec2 extent) {
  vec2 low = clamp(p - extent / 2.0, vec2(0.0), size);
  vec2 high = clamp(p + extent / 2.0, vec2(0.0), size);
  vec2 from = min(floor(low), size - 1.0);
  vec2 to = max(ceil(high) - 1.0, from);
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (float y = from.y; y <= to.y; y += 1.0) {
    float down = max(min(y + 1.0, high.y) - max(y, low.y), 1e-6);
    for (float x = from.x; x <= to.x; x += 1.0) {
      float weight = down * max(min(x + 1.0, high.x) - max(x, low.x), 1e-6);
      sum += weight * texelLight(image, ivec2(x, y));
      total += weight;
    }
  }
  return vec4(sum / total, 1.0);
}
#else
// The mean of a picture of `size` over a box of `extent` page pixels centred on p, cut to it.
vec4 boxMean(highp sampler2D image, vec2 size, vec2 p, vec2 extent) {
  int level = 0;
  float scale = 1.0;
  while (level < coarsest && min(extent.x, extent.y) * scale >= 8.0) {
    level += 1;
    scale /= 2.0;
  }
  vec2 low = clamp(p - extent / 2.0, vec2(0.0), size) * scale;
  vec2 high = clamp(p + extent / 2.0, vec2(0.0), size) * scale;
  vec2 last = ceil(size * scale) - 1.0;
  vec2 from = min(floor(low), last);
  vec2 to = max(ceil(high) - 1.0, from);
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (float y = from.y; y <= to.y; y += 1.0) {
    // A box outside the picture has no extent left; the nearest square then stands for it.
    float down = max(min(y + 1.0, high.y) - max(y, low.y), 1e-6);
    for (float x = from.x; x <= to.x; x += 1.0) {
      float weight = down * max(min(x + 1.0, high.x) - max(x, low.x), 1e-6);
      sum += weight * texelFetch(image, ivec2(x, y), level);
      total += weight;
    }
  }
  return sum / total;
}
#endif
