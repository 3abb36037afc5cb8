// Light found at places some pixels apart and interpolated between them. Variants: FIELD;
// COARSE_FIELD
// or FIELD_POINTS, where a field four times as coarse is read.
//
// It is kept as its power of 1 / 2.4, by which light scales stored channels, see Bytes.glsl.
// The places stand in columns along the rulings. A column's number counts distance from the fold
// line, and on the roll arc length, since light changes with the slope there, and faster.
uniform highp vec4 fieldGrid;   // of the first place: column and tau; pixels from one to the next; see field.frag

// How much closer columns stand on the roll.
const float rollDetail = 2.0;

// Distance from the fold line of a column, in pixels as if columns stood everywhere alike.
float columnDistance(float u) {
  float roll = rollDetail * pi / 2.0 * radius;
  if (u <= 0.0) return u;
  return u >= roll ? u - roll + radius : radius * sineCosine(u / (rollDetail * radius)).x;
}

// The column of a distance from the fold line beyond the silhouette, and of an arc length up to it.
float columnBeyond(float x) {
  return x + (rollDetail * pi / 2.0 - 1.0) * radius;
}

float columnOf(float x, float arc) {
  if (x <= 0.0) return x;
  return x < radius ? rollDetail * arc : columnBeyond(x);
}

// Two values of two bytes each.
vec2 fieldPair(vec4 parts) {
  return parts.xz * (65280.0 / 65535.0) + parts.yw * (255.0 / 65535.0);
}

#ifdef FIELD
uniform highp sampler2D fieldMap;

// Light at a column and a place along the rulings: on the plane, on the sheet's front; to the power
// of 1 / 2.4.
vec2 fieldScale(float u, float tau) {
  vec2 place = (vec2(u, tau) - fieldGrid.xy) / fieldGrid.z;
  ivec2 cell = ivec2(place);
  vec2 share = place - vec2(cell);
  vec4 above = mix(texelFetch(fieldMap, cell, 0), texelFetch(fieldMap, cell + ivec2(1, 0), 0),
      share.x);
  vec4 below = mix(texelFetch(fieldMap, cell + ivec2(0, 1), 0),
      texelFetch(fieldMap, cell + ivec2(1, 1), 0), share.x);
  return fieldPair(mix(above, below, share.y));
}

// The same to the power of 1, within 0.0005.
vec2 fieldLight(float u, float tau) {
  vec2 g = fieldScale(u, tau);
  return g * g * (0.43122 + g * (0.747155 - 0.17869 * g));
}
#endif

#if defined(COARSE_FIELD) || defined(FIELD_POINTS)
uniform highp sampler2D coarseMap;

vec2 coarseScale(ivec2 cell, int x, int y) {
  return fieldPair(texelFetch(coarseMap, cell + ivec2(x, y), 0));
}
#endif
