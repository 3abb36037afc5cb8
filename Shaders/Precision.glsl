// Page points need more bits than mediump has: a texel of error at 2,048 pixels.
precision highp float;
precision highp int;
precision highp sampler2D;
