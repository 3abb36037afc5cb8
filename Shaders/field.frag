// Light at one place of the light field: on the plane, and on the sheet's front. Variants:
// FIELD_FRONT before the fold line, FIELD_BASE beyond the roll, there the other isn't asked for;
// COARSE_FIELD, looked up between places four times as far apart.
layout(location = 0) out vec4 colour;

void main() {
#ifdef COARSE_FIELD
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec2 cell = texel >> 2;
  vec2 share = vec2(texel & 3) / 4.0;
  vec2 above = mix(coarseScale(cell, 0, 0), coarseScale(cell, 1, 0), share.x);
  vec2 below = mix(coarseScale(cell, 0, 1), coarseScale(cell, 1, 1), share.x);
  vec2 scale = mix(above, below, share.y);
#else
  vec2 place = fieldGrid.xy + (gl_FragCoord.xy - 0.5) * fieldGrid.z;
  vec2 at = vec2(columnDistance(place.x), place.y);
  vec2 light = vec2(1.0);
#ifndef FIELD_FRONT
  light.x = baseLight(vec2(max(at.x, 1e-3), at.y));
#endif
#ifndef FIELD_BASE
  light.y = frontLight(frontOver(at.x, at.y));
#endif
  vec2 scale = pow(clamp(light, 0.0, 1.0), vec2(1.0 / 2.4));
#endif
  vec2 steps = round(scale * 65535.0);
  vec2 high = floor(steps / 256.0);
  colour = vec4(high, steps - 256.0 * high).xzyw / 255.0;
}
