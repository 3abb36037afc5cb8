// Noise added to a pixel's channels before they are rounded to 8 bits. Twin of Noise.swift, which explains it.

uniform highp int dithers;   // 0: rounding to the nearest value, without noise

// What is added before rounding down, 0...1 steps; `start` is the hash of pixel (0, 0).
float noise(ivec2 pixel, uint start) {
  if (dithers == 0) return 0.5;
  uint hash = start + uint(pixel.x) * 3242174889u + uint(pixel.y) * 2447445414u;
  return float(24u + ((13u * (hash >> 24)) >> 4)) / 256.0;
}
