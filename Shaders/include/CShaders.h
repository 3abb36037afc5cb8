#ifndef CSHADERS_H
#define CSHADERS_H

/// The text of a shader's file, UTF-8 and ended by a zero, or NULL where there is no such file.
const char *_Nullable cshaders_text(const char *_Nonnull name);

#endif
