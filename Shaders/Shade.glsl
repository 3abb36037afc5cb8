// Light on each side of the sheet and on the plane, from sky and key light. Twin of
// FramePainter+Light.swift.
// Variants: LIT, KEY, GLOSS, SHEET_ALPHA, TRANSLUCENT, FADES.

// Whether light may pass through the sheet.
#if defined(SHEET_ALPHA) || defined(TRANSLUCENT)
const bool isTranslucent = true;
#else
const bool isTranslucent = false;
#endif

float casterAlpha(float s, float tau, float width) {
#ifdef SHEET_ALPHA
  vec2 p = fold + s * normal + tau * ruling();
  return opacity * boxMean(frontPicture, frontTexels, p, pixelStep + width).w;
#else
  return opacity;
#endif
}

// Alpha of the sheet at the silhouette that a point of the plane beyond the fold sees.
float silhouetteAlpha(vec2 at) {
  return casterAlpha(silhouetteArc(at.x, at.y), at.y, casterRadius / 2.0);
}

// Alpha of the sheet above a spot of its own front: light passes through a transparent part.
float overheadAlpha(Spot spot) {
  return casterAlpha(overheadArc(spot.x, spot.tau), spot.tau, 2.0 * casterRadius);
}

// Lost share of all light; `sky` and `key` are the lost shares of the sky and of the key light.
float lost(float sky, float key) {
  return sky + keyShare * (key - sky);
}

// Light that remains on a spot of the sheet's front.
float frontLight(Spot spot) {
#ifdef LIT
  if (isLifted == 0.0 || spot.x < frontLimit) return 1.0;
  float sky = 1.0 - skyOverFront(spot);
  if (sky > 0.0) sky *= overheadAlpha(spot);
#ifdef KEY
  if (keyShare > 0.0) {
    float facing = keyFacing(-spot.sineCosine.x, spot.sineCosine.y);
    float seen = facing > 0.0 ? facing * (1.0 - keyHiddenFromFront(spot, pixelHalfExtent().x)) : 0.0;
    sky = lost(sky, 1.0 - seen);
  }
#endif
  return sky == 0.0 ? 1.0 : 1.0 - shadowAmount * sky;
#else
  return 1.0;
#endif
}

// Factor of show-through at a spot of the back: half depends on light from above, half on the light on the
// front straight below.
float throughLight(Spot spot) {
#ifdef LIT
  if (fades > 0.0) return 0.5 + frontLight(frontOver(spot.x, spot.tau)) / 2.0;
#endif
  return 1.0;
}

// Light that remains on a spot of the sheet's back, of the lean `eased`.
float backLight(vec2 eased) {
#ifdef LIT
  float lean = eased.x;
  float rise = eased.y;
  float gone = 1.0 - min(openSky(rise, lean) + bounce * (1.0 - rise) / 2.0, 1.0);
#ifdef KEY
  if (keyShare > 0.0) gone = lost(gone, 1.0 - keyFacing(lean, rise));
#endif
  return 1.0 - shading * gone;
#else
  return 1.0;
#endif
}

// Light that remains on the paper's cut edge, which faces along the sheet.
float edgeLight(Spot spot) {
#ifdef LIT
  return 1.0 - shading * (1.0 - openSky(spot.sineCosine.x, abs(spot.sineCosine.y)));
#else
  return 1.0;
#endif
}

// Light that remains on the sheet's front where it is flat: at a point of the plane, or at the fold beside a
// point beyond it. The light on the page plane depends on it.
float flatLight(vec2 at) {
  if (at.x > 0.0 && !(isTranslucent && at.x < radius / 2.0)) return 1.0;
  return frontLight(flatSpot(min(at.x, 0.0), at.y));
}

// Light that remains on the page plane; `front` is the light of `flatLight`.
float baseLight(vec2 at, float front) {
#ifdef LIT
  if (at.x <= 0.0) return front;
  if (isLifted == 0.0) return 1.0;
  float sky = 1.0 - skyOverBase(at.x, at.y);
  float key = 0.0;
#ifdef KEY
  if (keyShare > 0.0) key = keyHiddenFromBase(at, pixelHalfExtent().x);
#endif
  if (sky == 0.0 && key == 0.0) return 1.0;
  float alpha = silhouetteAlpha(at);
  float light = 1.0 - shadowAmount * lost(sky * alpha, key);
  // A translucent sheet shows the page on both sides of the fold, so the page's light must be continuous.
  float near = at.x / max(radius / 2.0, 1e-12);
  if (alpha == 1.0 || near >= 1.0) return light;
  return light + (1.0 - alpha) * (1.0 - smoothRamp(near)) * (front - light);
#else
  return 1.0;
#endif
}

float baseLight(vec2 at) {
  return baseLight(at, flatLight(at));
}

// Mixes a colour towards white by the strength of the reflection.
vec4 glossed(vec4 colour, float glint) {
  return colour + gloss * glint * (vec4(colour.w) - colour);
}

vec4 backLit(vec4 colour, Spot spot, vec2 at) {
#ifdef LIT
  vec2 eased = easedRoll(spot.arc);
  vec4 seen = gleaming(colour, backLight(eased), sheen * sheenShare(eased.y));
#ifdef GLOSS
  if (gloss > 0.0) seen = glossed(seen, keyGlint(at, eased.x, eased.y));
#endif
  return seen;
#else
  return colour;
#endif
}

// `light` is the light of `frontLight`.
vec4 frontLit(vec4 colour, float light, Spot spot, vec2 at) {
  vec4 seen = lit(colour, light);
#if defined(LIT) && defined(GLOSS)
  if (gloss > 0.0) {
    float glint = keyGlint(at, -spot.sineCosine.x, spot.sineCosine.y);
    if (glint > 0.0) {
      seen = glossed(seen, glint * (1.0 - keyHiddenFromFront(spot, pixelHalfExtent().x)));
    }
  }
#endif
  return seen;
}
