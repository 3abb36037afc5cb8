// From linear light to stored channels. Twin of Colour.swift.

// `over` composited on `under`, both premultiplied linear light.
vec4 composite(vec4 over, vec4 under) {
  return over + (1.0 - over.w) * under;
}

// `light` times the colour, alpha as it is.
vec4 lit(vec4 colour, float light) {
  return vec4(colour.xyz * light, colour.w);
}

// The sRGB-encoded value of linear light (IEC 61966-2-1).
vec3 encode(vec3 linear) {
  vec3 l = clamp(linear, 0.0, 1.0);
  vec3 curve = 1.055 * pow(max(l, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
  return mix(curve, 12.92 * l, vec3(lessThanEqual(l, vec3(0.0031308))));
}

// Stored channels of premultiplied linear light: encode(colour) * alpha, alpha rounded first.
vec4 stored(vec4 linear, float steps) {
  float alpha = round(min(linear.w, 1.0) * steps) / steps;
  if (alpha > 0.999999) return vec4(encode(linear.xyz), 1.0);
  if (alpha <= 0.0) return vec4(0.0);
  return vec4(encode(linear.xyz / alpha) * alpha, alpha);
}
