// The one filter of both renderers. Twin of Filter.swift, which explains it.

const int coarsest = 5;

// The number of taps along one side of a pixel whose footprint is `stretch` times the narrowest.
int tapCount(float stretch, int least) {
  return max(int(ceil(stretch < 32.0 ? stretch : 32.0)), least);
}

#ifdef BYTES
// The axis nearer to the fold's normal, and the other: x and y, or where TALL the other way round.
#ifdef TALL
#define TURNED(v) (v).yx
#else
#define TURNED(v) (v)
#endif

// The same mean as below of a tap's box, which is wider than a page pixel only along the axis nearer
// to the fold's normal, and touches two texels along the other.
vec4 boxMean(highp sampler2D image, vec2 size, vec2 p, vec2 extent) {
  vec2 low = TURNED(clamp(p - extent / 2.0, vec2(0.0), size));
  vec2 high = TURNED(clamp(p + extent / 2.0, vec2(0.0), size));
  vec2 ends = TURNED(size) - 1.0;
  vec2 from = min(floor(low), ends);
  float near = max(min(from.y + 1.0, high.y) - low.y, 1e-6);
  float far = max(high.y - from.y - 1.0, 0.0);
  float next = min(from.y + 1.0, ends.y);
  float last = max(ceil(high.x) - 1.0, from.x);
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (float i = from.x; i <= last; i += 1.0) {
    float weight = max(min(i + 1.0, high.x) - max(i, low.x), 1e-6);
    sum += weight * (near * texelLight(image, ivec2(TURNED(vec2(i, from.y))))
        + far * texelLight(image, ivec2(TURNED(vec2(i, next)))));
    total += weight;
  }
  return vec4(sum / (total * (near + far)), 1.0);
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
