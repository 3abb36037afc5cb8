// A corner of a patch. In: its place, output pixels.
layout(location = 0) in vec2 corner;
uniform vec2 scale;    // from output pixels to those of the target, and
uniform vec2 offset;   // what is added there; in units of half the target's size

void main() {
  gl_Position = vec4(corner * scale + offset, 0.0, 1.0);
}
