// What one sheet's shadow leaves of the light on the page plane; multiplied with that of others.
// In: the pixel's centre. Out: the light in all channels. Variants:
// SECTION (else a half-turn sheet); ROLLED_UP, on what is rolled up with the sheet.
layout(location = 0) out vec4 colour;

void main() {
  vec2 q = origin + gl_FragCoord.xy * pixelStep;
#ifdef ROLLED_UP
  // It has no roll above it: it's as light as where that begins.
  vec2 at = foldPoint(q);
#ifdef SECTION
  colour = vec4(planeLight(vec2(min(at.x, -pixelHalfExtent().x), at.y)));
#else
  colour = vec4(baseLight(vec2(min(at.x, 0.0), at.y)));
#endif
#elif defined(SECTION)
  colour = vec4(sectionLight(q));
#else
  colour = vec4(baseLight(foldPoint(q)));
#endif
}
