// Widths of registers that kernels are compiled for; all give the same bytes. Functions take the one to use
// as `width`, at most `curl_widest()`.
#ifndef CURL_WIDTHS_H
#define CURL_WIDTHS_H

#include <stdint.h>

enum curl_width { CURL_BASELINE, CURL_AVX2, CURL_AVX512 };

// The widest registers of this processor.
int32_t curl_widest(void);

#endif
