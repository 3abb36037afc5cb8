// Compositing, and conversion from linear light to stored channels. Twin of Colour.swift.

// `over` composited on `under`, both premultiplied linear light.
vec4 composite(vec4 over, vec4 under) {
  return over + (1.0 - over.w) * under;
}

// `light` times the colour; keeps alpha.
vec4 lit(vec4 colour, float light) {
  return vec4(colour.xyz * light, colour.w);
}

// sRGB-encoded value of linear light (IEC 61966-2-1).
vec3 encode(vec3 linear) {
  vec3 l = clamp(linear, 0.0, 1.0);
  vec3 curve = 1.055 * pow(max(l, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
  return mix(curve, 12.92 * l, vec3(lessThanEqual(l, vec3(0.0031308))));
}

// Linear light of sRGB-encoded values.
vec3 decode(vec3 encoded) {
  vec3 curve = pow((max(encoded, vec3(0.04045)) + 0.055) / 1.055, vec3(2.4));
  return mix(curve, encoded / 12.92, vec3(lessThanEqual(encoded, vec3(0.04045))));
}

// `over` composited on `under` in encoded values; both, and the result, are premultiplied linear light.
vec4 compositeEncoded(vec4 over, vec4 under) {
  if (over.w <= 0.0) return under;
  float alpha = over.w + (1.0 - over.w) * under.w;
  vec3 sum = over.w * encode(over.xyz / over.w);
  if (under.w > 0.0) sum += (1.0 - over.w) * under.w * encode(under.xyz / under.w);
  return alpha * vec4(decode(sum / alpha), 1.0);
}

// Stored channels of premultiplied linear light: encode(colour) * alpha; alpha is rounded first.
vec4 stored(vec4 linear, float steps) {
  float alpha = round(min(linear.w, 1.0) * steps) / steps;
  if (alpha <= 0.0) return vec4(0.0);
  if (alpha > 0.999999) alpha = 1.0;
  return vec4(encode(linear.xyz / alpha) * alpha, alpha);
}

// Stored channels with the noise of their rounding to 8 bits, which the target rounds to the nearest value.
// Only opaque pixels get it: a premultiplied channel must not exceed its alpha.
vec4 dithered(vec4 stored) {
  if (stored.w < 1.0) return stored;
  return vec4(stored.xyz + (noise(ivec2(gl_FragCoord.xy), 0u) - 0.5) / 255.0, 1.0);
}

// Mixes a share 0...1 of the other side into a side's own colour. A side that the other one cuts has the
// other's alpha; else it keeps its own.
vec4 shining(vec4 own, vec4 other, bool isCut, float share) {
  if (isCut) return own + share * (other - own);
  vec4 seen = own.w * other + (1.0 - other.w) * own;
  return own + share * (vec4(seen.xyz, own.w) - own);
}

// Mixes a share 0...1 of an opaque tint into a colour.
vec4 tinted(vec4 colour, vec3 tint, float amount) {
  return colour + amount * (colour.w * vec4(tint, 1.0) - colour);
}
