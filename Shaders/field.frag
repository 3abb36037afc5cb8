// Light at one place of the light field: on the plane, and on the sheet's front. Variants:
// FIELD_FRONT before the fold line, FIELD_BASE beyond the roll; there the other isn't asked for.
layout(location = 0) out vec4 colour;

void main() {
  vec2 place = fieldGrid.xy + (gl_FragCoord.xy - 0.5) * fieldGrid.z;
  vec2 at = vec2(columnDistance(place.x), place.y);
  vec2 light = vec2(1.0);
#ifndef FIELD_FRONT
  light.x = baseLight(vec2(max(at.x, 1e-3), at.y));
#endif
#ifndef FIELD_BASE
  light.y = frontLight(frontOver(at.x, at.y));
#endif
  vec2 steps = round(pow(clamp(light, 0.0, 1.0), vec2(1.0 / 2.4)) * 65535.0);
  vec2 high = floor(steps / 256.0);
  colour = vec4(high, steps - 256.0 * high).xzyw / 255.0;
}
