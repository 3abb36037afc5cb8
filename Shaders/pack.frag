// Packs a frame's stored channels into the bytes of another layout, four bytes per texel of the target.
// Integer arithmetic, so the results equal the CPU's (BT709.swift, which names the formulas' source).
// PACK_RGB: R, G, B. PACK_I420: planes of Y′, Cb and Cr. PACK_NV12: Y′, then Cb and Cr interleaved. The
// latter two: BT.709, limited range, 4:2:0; an odd side repeats its last row or column.
layout(location = 0) out vec4 bytes;

uniform highp sampler2D storedFrame;
// Size of the frame, pixels, and colour behind transparent areas: red, green, blue in 0…255.
uniform highp ivec2 packFrame;
uniform highp vec4 packBackground;
// Texels per row of the target.
uniform highp int packWidth;

ivec3 pixel(int x, int y) {
  ivec4 c = ivec4(texelFetch(storedFrame, min(ivec2(x, y), packFrame - 1), 0) * 255.0 + 0.5);
  return min(c.rgb + (ivec3(packBackground.rgb) * (255 - c.a) + 127) / 255, 255);
}

#ifdef PACK_RGB
int value(int i) {
  int place = i / 3;
  ivec3 c = pixel(place % packFrame.x, place / packFrame.x);
  int channel = i - 3 * place;
  return channel == 0 ? c.r : channel == 1 ? c.g : c.b;
}
#else
// Rounded with noise of its own, as the frame's has been used up.
int luma(ivec3 c, ivec2 place) {
  int addend = int(65536.0 * noise(place, 2654435769u));
  return (11966 * c.r + 40254 * c.g + 4064 * c.b + 1048576 + addend) >> 16;
}

int chroma(int x, int y, bool isRed) {
  ivec3 sum = pixel(2 * x, 2 * y) + pixel(2 * x + 1, 2 * y) + pixel(2 * x, 2 * y + 1)
    + pixel(2 * x + 1, 2 * y + 1);
  ivec3 row = isRed ? ivec3(28785, -26146, -2639) : ivec3(-6596, -22189, 28785);
  return (row.r * sum.r + row.g * sum.g + row.b * sum.b + 33685504) >> 18;
}

int value(int i) {
  ivec2 size = (packFrame + 1) / 2;
  int width = 2 * size.x;
  int pixels = 2 * size.y * width;
  if (i < pixels) {
    ivec2 place = ivec2(i % width, i / width);
    return luma(pixel(place.x, place.y), place);
  }
  int at = i - pixels;
#ifdef PACK_NV12
  int pair = at / 2;
  return chroma(pair % size.x, pair / size.x, at % 2 == 1);
#else
  int plane = size.x * size.y;
  int place = at % plane;
  return chroma(place % size.x, place / size.x, at >= plane);
#endif
}
#endif

void main() {
  int first = 4 * (int(gl_FragCoord.y) * packWidth + int(gl_FragCoord.x));
  bytes = vec4(value(first), value(first + 1), value(first + 2), value(first + 3)) / 255.0;
}
