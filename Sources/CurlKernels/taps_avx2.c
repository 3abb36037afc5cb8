#if defined(__x86_64__)
#define BITS 256
#include "roll.h"
#include "taps.h"
#include "tone.h"
#endif
