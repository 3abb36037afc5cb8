#pragma once

#include <stddef.h>

/// Asks for memory that is read or written soon; it needn't be there.
///
/// A processor that sees ahead doesn't see over the end of a page of memory, and from 1024 pixels on
/// rows are as long as that: with this, lit frames take some 5 to 10 % less time.
static inline void curl_ahead(const void *at, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch((const char *)at + i, 0, 2);
}
