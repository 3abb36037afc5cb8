// Encodes the composited layers into stored channels. In: linearFrame, each pixel's premultiplied linear
// light. Out: premultiplied sRGB-encoded colour; DEEP: as integers, steps of 1/65535.
#ifdef DEEP
layout(location = 0) out uvec4 colour;
const float steps = 65535.0;
#else
layout(location = 0) out vec4 colour;
const float steps = 255.0;
#endif

uniform highp sampler2D linearFrame;

void main() {
  vec4 value = stored(texelFetch(linearFrame, ivec2(gl_FragCoord.xy), 0), steps);
#ifdef DEEP
  colour = uvec4(value * steps + 0.5);
#else
  colour = dithered(value);
#endif
}
