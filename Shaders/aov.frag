// What lies at the centre of each pixel of one piece (BASE, FRONT or BACK), as float bits.
// Out 0: page point, side (-1 background, 0 next page, 1 front, 2 back), arc length past the fold.
// Out 1: height, light left, the sheet's share of the pixel. NaN where there is none.
layout(location = 0) out uvec4 place;
layout(location = 1) out uvec4 state;

const uint notANumber = 0x7fc00000u;

// The sheet's share of the pixel's area by one of its surfaces, whatever its alpha.
float skinShare(Taps taps, vec2 tap, vec3 skin) {
  float inside = halfPlaneCoverage(skin.y - tap.x, taps.alongNormal.x, taps.alongNormal.y);
  if (inside <= 0.0) return 0.0;
  vec2 w = viewTilt(upToSilhouette(skin, tap));
  Spot above = tapSpot(skin, tap, taps.reach, true);
  Spot below = tapSpot(skin, tap, taps.reach, false);
  float upper = above.z <= highest ? share(footprint(above, w, taps.box)) : 0.0;
  float lower = below.z <= highest ? share(footprint(below, w, taps.box)) : 0.0;
  return inside * (upper + (1.0 - upper) * lower);
}

float sheetShare(vec2 at) {
  Taps taps = tapsOf(at, pixelReach());
  float sum = 0.0;
  for (int j = 0; j < taps.count.y; j++) {
    for (int i = 0; i < taps.count.x; i++) {
      vec2 tap = tapPlace(taps, at, i, j);
      float part = skinShare(taps, tap, outerSkin);
#ifdef THICK
      // A pixel is as much on a thick sheet as on the larger of its surfaces.
      part = max(part, skinShare(taps, tap, innerSkin));
#endif
      sum += part;
    }
  }
  return sum * taps.weight;
}

bool isOnPage(vec2 p) {
  return isInside(p, page, cornerRadius);
}

bool putSheet(Spot spot, float side, float light) {
  vec2 p = fold + spot.arc * normal + spot.tau * ruling();
  if (!isOnPage(p) || spot.z > highest) return false;
  place = floatBitsToUint(vec4(p, side, spot.arc));
  state.x = floatBitsToUint(spot.z);
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
  } else if (hasGround > 0.0) {
    state.y = floatBitsToUint(baseLight(at));
  }
#endif
#if defined(FRONT) || defined(BACK)
  state.z = floatBitsToUint(sheetShare(at));
  float reach = pixelReach().x;
#ifdef BACK
  if (at.x < outerSkin.y) {
    Spot spot = upperSpot(outerSkin, at, reach);
    if (putSheet(spot, 2.0, backLight(spot))) return;
  }
#endif
  if (at.x < innerSkin.y) {
    Spot spot = lowerSpot(innerSkin, at, reach);
    putSheet(spot, 1.0, frontLight(spot));
  }
#endif
}
