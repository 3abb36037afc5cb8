// What lies at the centre of each pixel of one piece (BASE, FRONT or BACK), as float bits.
// Out 0: page point, side (-1 background, 0 next page, 1 front, 2 back), arc length past the fold.
// Out 1: height, light left, the sheet's share of the pixel. NaN where there is none.
layout(location = 0) out uvec4 place;
layout(location = 1) out uvec4 state;

const uint notANumber = 0x7fc00000u;

bool isOnPage(vec2 p) {
  return all(greaterThanEqual(p, vec2(0.0))) && all(lessThanEqual(p, page));
}

// The sheet's share of the pixel's area, whatever its alpha.
float sheetShare(vec2 at) {
  Taps taps = tapsOf(at, pixelReach());
  float sum = 0.0;
  for (int j = 0; j < taps.count.y; j++) {
    for (int i = 0; i < taps.count.x; i++) {
      vec2 tap = tapPlace(taps, at, i, j);
      float inside = halfPlaneCoverage(radius - tap.x, taps.alongNormal.x, taps.alongNormal.y);
      float upper = share(upperFootprint(tap, taps));
      float lower = share(lowerFootprint(tap, taps));
      sum += inside * (upper + (1.0 - upper) * lower);
    }
  }
  return sum * taps.weight;
}

bool putSheet(vec2 at, float side, float s, float light) {
  vec2 p = fold + s * normal + at.y * ruling();
  if (at.x >= radius || !isOnPage(p)) return false;
  float rise = at.x <= 0.0 ? radius : sqrt((radius - at.x) * (radius + at.x));
  place = floatBitsToUint(vec4(p, side, s));
  state.x = floatBitsToUint(side == 2.0 ? radius + rise : radius - rise);
  state.y = floatBitsToUint(light);
  return true;
}

void main() {
  vec2 q = origin + gl_FragCoord.xy * pixelStep;
  vec2 at = foldPoint(q);
  place = uvec4(notANumber, notANumber, floatBitsToUint(-1.0), notANumber);
  state = uvec4(notANumber, floatBitsToUint(1.0), 0u, 0u);
#ifndef BASE_NOTHING
  if (isOnPage(q)) {
#ifndef BASE_SHADOW
    place = uvec4(floatBitsToUint(q), 0u, notANumber);
#endif
    state.y = floatBitsToUint(baseLight(at));
  }
#endif
#if defined(FRONT) || defined(BACK)
  state.z = floatBitsToUint(sheetShare(at));
  float x = min(at.x, radius);
#ifdef BACK
  if (putSheet(at, 2.0, upperArc(x, radius), backLight(at))) return;
#endif
  putSheet(at, 1.0, lowerArc(x, radius), frontLight(at));
#endif
}
