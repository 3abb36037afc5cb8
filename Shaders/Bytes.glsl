// Opaque pages seen from straight above, one page pixel to the output pixel, read and written as they
// are stored: sRGB bytes. Variant: BYTES.
#ifdef BYTES
// What such frames have of the uniform block is known when the shader is compiled.
#define viewOffset vec2(0.0)
#define nearness 0.0
#define pixelStep vec2(1.0)
#define cornerRadius 0.0
#define opacity 1.0
#define within vec2(1.0)
#define hasGround 0.0
#define highest 1e30

// Linear light of stored channels, within 0.06 steps of 1/255: a fit to IEC 61966-2-1.
vec3 decodeBytes(vec3 b) {
  vec3 p = ((((-0.10985165) * b + 0.51573928) * b + 0.56541476) * b + 0.02761808) * b + 0.00107954;
  return mix(p, b / 12.92, vec3(lessThan(b, vec3(0.042))));
}

// Stored channels of linear light, within 0.09 steps of 1/255: a fit to the same in its root.
vec3 encodeBytes(vec3 linear) {
  vec3 s = sqrt(linear);
  vec3 p = ((((0.49104001 * s - 1.56671504) * s + 1.98966338) * s - 1.39078437) * s + 1.51690692) * s
      - 0.0401109;
  return mix(p, 12.92 * linear, vec3(lessThan(linear, vec3(0.0031308))));
}

// Stored channels of a stored colour in light g^2.4: in the power's range of IEC 61966-2-1 that light
// scales what lies above -0.055. Within 0.2 steps of 1/255 where light is 0.2 or more.
vec3 shadedBytes(vec3 b, float g) {
  vec3 p = (b + 0.055) * g - 0.055;
  vec3 over = max(b - 0.04, 0.0);
  vec3 dark = (g * g * (0.5474 + 0.4557 * g)) * (b + 8.7 * over * over);
  return mix(p, dark, vec3(lessThan(p, vec3(0.04045))));
}

vec3 texelLight(highp sampler2D image, ivec2 p) {
  return decodeBytes(texelFetch(image, p, 0).xyz);
}
#endif
