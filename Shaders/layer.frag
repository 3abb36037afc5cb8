// One pixel of one layer of a scene: the background, a flat leaf, the sheet alone, or the shadow on a flat
// page. The blend composites it over the layers below. In: the pixel's centre; lightMap, the light on the
// layer. Out: premultiplied linear light. Variants: LAYER_BACKGROUND, LAYER_SHADOW, LAYER_PLATE, SECTION
// (else a half-turn sheet); SHADED reads lightMap; ENCODED_SHADE composites over linearFrame here, in
// encoded values.
layout(location = 0) out vec4 colour;

uniform highp sampler2D lightMap;
#ifdef ENCODED_SHADE
uniform highp sampler2D linearFrame;
#endif

void main() {
  vec2 pixel = gl_FragCoord.xy;
  vec2 q = origin + pixel * pixelStep;
#ifdef SHADED
  float light = texelFetch(lightMap, ivec2(pixel), 0).x;
#else
  float light = 1.0;
#endif
#if defined(LAYER_BACKGROUND)
  vec4 seen = backgroundColour(pixel);
#elif defined(LAYER_SHADOW)
  vec4 seen = vec4(0.0, 0.0, 0.0, plateColour(q).w * (1.0 - light));
#elif defined(LAYER_PLATE)
  vec4 seen = plateColour(q);
#elif defined(SECTION)
  vec4 seen = sectionColour(q);
#else
  vec2 at = foldPoint(q);
  vec4 seen = vec4(0.0);
  if (at.x < outerSkin.y + pixelHalfExtent().x) seen = sheetColour(q, at, pixel, true);
#endif
#ifdef ENCODED_SHADE
  colour = compositeEncoded(seen, texelFetch(linearFrame, ivec2(pixel), 0));
#else
  colour = lit(seen, light);
#endif
}
