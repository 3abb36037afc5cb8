// The constants of one frame: twin of CurlFrame, in the order of `CurlFrame.uniforms`.
// Lengths are page pixels, colours premultiplied linear light; y is down. Variants: TILTED, CORNERS, EDGES,
// TRANSLUCENT, FADES, KEY, GLOSS.
layout(std140) uniform Frame {
  vec2 page;            // width and height
  float radius;         // of the roll
  float frontLimit;     // distance from the fold below which the front sees the whole sky
  vec2 fold;            // a point of the fold line
  vec2 normal;          // its unit normal, towards the lifted side
  vec2 origin;          // page point of the output's top-left corner
  vec2 pixelStep;       // page pixels per output pixel
  vec4 background;
  vec4 backPaper;
  vec4 tint;            // the amount in w
  float showThrough;
  float opacity;
  float shadowAmount;
  float shading;
  vec2 canvas;          // output pixels
  vec2 within;          // 1 for an axis along which the canvas stays within the page, else 0
  vec2 viewOffset;      // a ray through point (x, tau) of the plane passes, at height z,
  float nearness;       // (x, tau) + z * (viewOffset - nearness * (x, tau))
  float highest;        // largest height that is drawn
  vec3 innerSkin;       // of the sheet's front: radius, silhouette, chord slope, see Skin
  float cornerRadius;   // of the pages
  vec3 outerSkin;       // of the sheet's back
  float hasGround;      // whether the background shows a shadow
  vec3 cutEdgeColour;   // colour of the paper's cut edge
  float fades;          // whether show-through fades where the front is in shadow
  float bounce;
  float gloss;
  float keyShare;
  float keyHalfAngle;   // radians
  vec3 keyDirection;    // along the fold's normal, along the rulings, up
  float keyAcross;      // length of its projection onto the cross-section
  // Twin of ShadowCaster: the sheet as a shadow caster for the sky.
  float casterAxisX;
  float casterRadius;
  float rollLength;
  float lengthPerRadian;
  vec2 topCorner;       // (arc length, tau), as the next three
  vec2 bottomCorner;
  vec2 farCorner;
  vec2 nearCorner;
  vec2 furthestPoint;
  float outlineSlope;
  float isLifted;
  float furthestArc;
  float casterCorner;
  float casterCornerShare;
  float turnsOver;      // whether the back picture is flipped across the horizontal axis
  float sheen;
  float easedRadius;    // radius of the roll as light sees it
};

// Constants replace what a variant leaves out, so that compilers remove the code. SheetNeeds.swift decides.
#ifndef TILTED
#define viewOffset vec2(0.0)
#define nearness 0.0
#define highest 1e30
#endif
#ifndef CORNERS
#define cornerRadius 0.0
#define casterCorner 0.0
#define casterCornerShare 0.0
#endif
#ifndef EDGES
#define within vec2(1.0)
#endif
#ifndef TRANSLUCENT
#define opacity 1.0
#endif
#ifndef FADES
#define fades 0.0
#endif
#ifndef KEY
#define keyShare 0.0
#endif
#ifndef GLOSS
#define gloss 0.0
#endif

// Where a picture's texels lie on its page: twin of StoreGrid.
struct Texels {
  vec4 map;    // texels per page pixel, and the texel at page point (0, 0)
  vec4 ends;   // of the page, texels
};

uniform Texels frontTexels;
uniform Texels nextTexels;
uniform Texels backTexels;
uniform Texels backgroundTexels;
uniform highp sampler2D frontPicture;
uniform highp sampler2D nextPicture;
uniform highp sampler2D backPicture;
uniform highp sampler2D backgroundPicture;
uniform vec2 backgroundSize;   // of the background picture, pixels

// Unit direction of the rulings.
vec2 ruling() {
  return vec2(-normal.y, normal.x);
}
