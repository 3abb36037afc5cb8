// What one sheet's shadow leaves of the light on the page plane; multiplied with that of others.
// In: the pixel's centre. Out: the light in all channels.
layout(location = 0) out vec4 colour;

void main() {
  colour = vec4(baseLight(foldPoint(origin + gl_FragCoord.xy * pixelStep)));
}
