// NVIDIA's compiler unrolls loops and inlines calls until a program takes seconds to compile. Without
// unrolling, frames are as fast. Without inlining they are slower, so only the largest programs go without:
// those of sections took 19 s.
#pragma optionNV(unroll none)
#ifdef SECTION
#pragma optionNV(inline none)
#endif
// Page points need more bits than mediump has: it is wrong by a texel at 2,048 pixels.
precision highp float;
precision highp int;
precision highp sampler2D;
