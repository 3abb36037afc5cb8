// One pixel of one piece of a frame, written once and opaque to what lies below: BASE is the page
// plane, FRONT the sheet up to the silhouette, BACK the sheet beyond it.
// In: the pixel's centre. Out: premultiplied sRGB-encoded colour.
layout(location = 0) out vec4 colour;

void main() {
  vec2 pixel = gl_FragCoord.xy;
  vec2 q = origin + pixel * pixelStep;
  vec2 at = foldPoint(q);
#if defined(BACK)
  colour = stored(sheetColour(q, at, pixel, true), 255.0);
#elif defined(FRONT)
  colour = stored(sheetColour(q, at, pixel, false), 255.0);
#else
  colour = stored(baseColour(q, at, pixel), 255.0);
#endif
}
