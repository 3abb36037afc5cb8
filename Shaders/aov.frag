// Geometry at the centre of each pixel of one piece (BASE, FRONT or BACK), as bit patterns of floats.
// Out 0: page point, side (-1 background, 0 next page, 1 front, 2 back), arc length past the fold. Out 1:
// height, remaining light, the sheet's share of the pixel. Undefined values are NaN.
layout(location = 0) out uvec4 place;
layout(location = 1) out uvec4 state;

const uint notANumber = 0x7fc00000u;

// Share of a tap that one skin covers, including the cut edge of a thick sheet; `behind` is the other skin.
float sideShare(Taps taps, vec2 tap, vec2 w, vec3 skin, vec3 behind, bool isUpper) {
  Spot spot = tapSpot(skin, tap, taps.halfExtent, isUpper);
  if (spot.z > highest) return 0.0;
  Footprint foot = footprint(spot, w, taps.box);
  float part = share(foot);
#ifdef THICK
  Spot deep = tapSpot(behind, tap, taps.halfExtent, isUpper);
  part = max(part, slabShare(foot, footprint(deep, w, taps.box)));
#endif
  return part;
}

// The sheet's share of the pixel's area; ignores alpha.
float sheetShare(vec2 at) {
  Taps taps = tapsOf(at, pixelHalfExtent());
  float sum = 0.0;
  int j = 0;
  do {
    int i = 0;
    do {
      vec2 tap = tapPlace(taps, at, i, j);
      float inside = halfPlaneCoverage(outerSkin.y - tap.x, taps.alongNormal.x, taps.alongNormal.y);
      if (inside <= 0.0) continue;
      vec2 w = viewTilt(upToSilhouette(outerSkin, tap));
      float upper = sideShare(taps, tap, w, outerSkin, innerSkin, true);
      sum += inside * (upper + (1.0 - upper) * sideShare(taps, tap, w, innerSkin, outerSkin, false));
    } while (++i < taps.count.x);
  } while (++j < taps.count.y);
  return sum * taps.weight;
}

bool isOnPage(vec2 p) {
  return isInside(p, page, cornerRadius);
}

// Writes a spot of the sheet; returns false if the spot isn't on the page or isn't drawn.
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
  float halfExtent = pixelHalfExtent().x;
#ifdef BACK
  if (at.x < outerSkin.y) {
    Spot spot = upperSpot(outerSkin, at, halfExtent);
    if (putSheet(spot, 2.0, backLight(easedRoll(spot.arc)))) return;
  }
#endif
  if (at.x < innerSkin.y) {
    Spot spot = lowerSpot(innerSkin, at, halfExtent);
    putSheet(spot, 1.0, frontLight(spot));
  }
#endif
}
