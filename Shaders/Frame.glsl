// The constants of one frame: twin of CurlFrame, in the order of its `uniforms`.
// Lengths are page pixels, colours premultiplied linear light; y is down. Variants: TILTED; CORNERS;
// EDGES; TRANSLUCENT; FADES; KEY; GLOSS.
layout(std140) uniform Frame {
  vec2 page;            // width and height
  float radius;         // of the roll
  float frontLimit;     // below it the front sees all of the sky, see ShadowCaster
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
  vec2 within;          // 1 where the canvas doesn't reach beyond the page
  vec2 viewOffset;      // a ray through the plane at (x, tau) from the fold is at
  float nearness;       // (x, tau) + z * (viewOffset - nearness * (x, tau)) in height z
  float highest;        // what is higher isn't drawn
  vec3 innerSkin;       // of the sheet's front: radius, silhouette, gradient, see Skin
  float cornerRadius;   // of the pages
  vec3 outerSkin;       // of its back
  float hasGround;      // whether the background takes a shadow
  vec3 edgePaper;       // the paper's cut edge
  float fades;          // whether what shines through fades with the front's light
  float bounce;
  float gloss;
  float keyShare;
  float keyHalfAngle;   // radians
  vec3 keyDirection;    // along the fold's normal, along the rulings, up
  float keyAcross;      // its length in cross-section
  // Twin of ShadowCaster: the sheet as the sky sees it.
  float casterFoot;
  float casterRadius;
  float rollLength;
  float lengthPerRadian;
  vec2 topCorner;       // (arc length, place along the ruling)
  vec2 bottomCorner;
  vec2 farCorner;
  vec2 nearCorner;
  vec2 casterEnd;
  float outlineSlope;
  float isLifted;
  float furthestArc;
  float casterCorner;
  float casterCornerShare;
  float turnsOver;      // whether the back picture is flipped across the horizontal axis
};

// What a variant leaves out is a constant, which compilers fold (SheetNeeds.swift).
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

uniform highp sampler2D frontPicture;
uniform highp sampler2D nextPicture;
uniform highp sampler2D backPicture;
uniform highp sampler2D backgroundPicture;
uniform vec2 backgroundSize;   // of that picture, pixels

// Unit direction of the rulings.
vec2 ruling() {
  return vec2(-normal.y, normal.x);
}
