// Light that one sheet's shadow leaves on the page plane; the blend multiplies the light of all sheets.
// In: the pixel's centre. Out: the light in all channels. Variants: SECTION (else a half-turn sheet);
// ROLLED_UP for layers that roll up with the sheet.
layout(location = 0) out vec4 colour;

void main() {
  vec2 q = origin + gl_FragCoord.xy * pixelStep;
#ifdef ROLLED_UP
  // No roll is above such a layer: beyond the fold it gets the light at the roll's start.
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
