// What one sheet's shadow leaves of the light on the page plane; multiplied with that of others.
// In: the pixel's centre. Out: the light in all channels. Variant:
// SECTION (else a half-turn sheet).
layout(location = 0) out vec4 colour;

void main() {
  vec2 q = origin + gl_FragCoord.xy * pixelStep;
#ifdef SECTION
  colour = vec4(sectionLight(q));
#else
  colour = vec4(baseLight(foldPoint(q)));
#endif
}
