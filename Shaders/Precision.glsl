// Page points need more bits than mediump has: it is wrong by a texel at 2,048 pixels.
precision highp float;
precision highp int;
precision highp sampler2D;
