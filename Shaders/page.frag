// One pixel of one piece of a frame, with what lies below it: BASE is the page plane, FRONT the
// sheet before the silhouette, BACK the sheet beyond it.
// In: the pixel's centre. Out: premultiplied sRGB-encoded colour; DEEP: as integers, steps of 1/65535.
#ifdef DEEP
layout(location = 0) out uvec4 colour;
const float steps = 65535.0;
#else
layout(location = 0) out vec4 colour;
const float steps = 255.0;
#endif

void main() {
  vec2 pixel = gl_FragCoord.xy;
  vec2 q = origin + pixel * pixelStep;
  vec2 at = foldPoint(q);
#if defined(BACK)
  vec4 value = stored(sheetColour(q, at, pixel, true), steps);
#elif defined(FRONT)
  vec4 value = stored(sheetColour(q, at, pixel, false), steps);
#else
  vec4 value = stored(baseColour(q, at, pixel), steps);
#endif
#ifdef DEEP
  colour = uvec4(value * steps + 0.5);
#else
  colour = dithered(value);
#endif
}
