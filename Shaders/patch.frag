// One pixel of a patch: opaque pages, one page pixel to the output pixel, seen from straight above.
// Variants: PATCH_PAGE, PATCH_FRONT, PATCH_RIM, PATCH_BRIM, PATCH_ROLL or PATCH_FLAP, see
// SheetPatches.Kind (else whatever there is); INSIDE of the roll; FIELD, with LIT; LISTED, where the
// pixels stand in a list, or MARK, where they are marked as those of such a patch.
layout(location = 0) out vec4 colour;

#ifdef MARK
uniform vec4 mark;
#endif

#ifdef FIELD
uniform highp usampler2D planeMap;
uniform highp usampler2D sheetMap;

// Light left on the plane, or on the sheet's front, at a pixel; its power of 1 / 2.4, see
// LightMaps.swift.
float scaleAt(highp usampler2D map, vec2 pixel) {
  return float(texelFetch(map, ivec2(pixel), 0).x) / 65535.0;
}

// The same to the power of 1, within 0.0005.
float lightAt(highp usampler2D map, vec2 pixel) {
  float g = scaleAt(map, pixel);
  return g * g * (0.43122 + g * (0.747155 - 0.17869 * g));
}
#endif

#ifdef LISTED
uniform highp sampler2D placeMap;

// The centre of the output pixel that is to be drawn, see PixelList.swift.
vec2 drawnPixel() {
  vec4 parts = round(255.0 * texelFetch(placeMap, ivec2(gl_FragCoord.xy), 0));
  return parts.xz + 256.0 * parts.yw + 0.5;
}
#else
vec2 drawnPixel() { return gl_FragCoord.xy; }
#endif

// The spot that is seen of the sheet at a pixel's centre, on its upper side.
Spot seenAbove(vec2 at, float reach) {
#if defined(PATCH_FLAP) || defined(PATCH_RIM)
  return Spot(at.x, at.y, 2.0 * radius, vec2(0.0, -1.0), pi * radius - at.x, -1.0, 0.0);
#else
  return upperSpot(outerSkin, upToSilhouette(outerSkin, at), reach);
#endif
}

void main() {
#ifdef MARK
  colour = mark;
#else
  vec2 pixel = drawnPixel();
  vec2 q = origin + pixel;
#if defined(PATCH_PAGE) || defined(PATCH_FRONT)
#ifdef PATCH_FRONT
  vec3 bytes = texelFetch(frontPicture, ivec2(q), 0).xyz;
#else
  vec3 bytes = texelFetch(nextPicture, ivec2(q), 0).xyz;
#endif
#if defined(FIELD) && defined(PATCH_FRONT)
  bytes = shadedBytes(bytes, scaleAt(sheetMap, pixel));
#elif defined(FIELD)
  bytes = shadedBytes(bytes, scaleAt(planeMap, pixel));
#endif
  colour = vec4(bytes, 1.0);
#else
  vec2 at = foldPoint(q);
  vec2 reach = pixelReach();
  Spot above = seenAbove(at, reach.x);
#ifdef FIELD
  field = vec2(lightAt(planeMap, pixel), lightAt(sheetMap, pixel));
#endif
#if defined(PATCH_FLAP) || defined(PATCH_RIM) || defined(PATCH_ROLL) || defined(PATCH_BRIM)
  vec2 point = fold + above.arc * normal + above.tau * ruling();
#if defined(PATCH_FLAP)
#define MEAN(image, isFlipped, flip) flapMean(image, behind(point, isFlipped), flip)
#elif defined(PATCH_RIM)
#define MEAN(image, isFlipped, flip) rimMean(image, point, isFlipped)
#elif defined(PATCH_ROLL)
#ifdef INSIDE
  Spot spot = lowerSpot(innerSkin, at, reach.x);
#else
  Spot spot = above;
#endif
#define MEAN(image, isFlipped, flip) rollMean(image, at, spot, isFlipped)
#else
#define MEAN(image, isFlipped, flip) brimMean(image, at, reach, isFlipped)
#endif
  vec4 front = MEAN(frontPicture, false, vec2(1.0));
  float share = front.w;
#ifdef INSIDE
  vec3 seen = frontLight(above) * front.xyz;
#else
#ifdef BACK_PICTURE
  vec4 back = MEAN(backPicture, true, turnsOver > 0.0 ? vec2(1.0, -1.0) : vec2(-1.0, 1.0));
#else
  vec4 back = vec4(1.0);
#endif
  vec4 paper = backOf(vec4(front.xyz, 1.0), vec4(back.xyz, 1.0), throughLight(above));
  vec3 seen = backLit(paper, above, at).xyz;
#endif
#if defined(PATCH_RIM)
  seen = mix(frontLight(above) * texelLight(frontPicture, ivec2(q)), seen, share);
#elif defined(PATCH_BRIM)
  seen = mix(baseLight(at) * texelLight(nextPicture, ivec2(q)), seen, share);
#endif
#else
  vec3 seen = sheetColour(q, at, pixel, true).xyz;
#endif
  colour = vec4(encodeBytes(seen), 1.0);
#endif
#endif
}
