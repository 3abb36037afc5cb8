// The part of colour.c that does without Little CMS's pipelines.
#ifndef MATRIX_H
#define MATRIX_H

#include <lcms2.h>
#include <stdbool.h>
#include <stddef.h>

// The darkest colour of a profile, as black point compensation takes it.
void ci_black_point(cmsCIEXYZ *black, cmsHPROFILE profile);

// Converts `count` pixels of four channels of 8 or 16 bits in place, from a profile of three curves
// and a matrix to another one, relative colorimetric with black point compensation. Alpha stays. False,
// and untouched pixels, where a part is missing or there is no memory.
bool ci_convert_matrix(cmsHPROFILE from, cmsHPROFILE to, int bits, void *pixels, size_t count);

#endif
