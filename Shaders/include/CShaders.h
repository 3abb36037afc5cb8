#ifndef CSHADERS_H
#define CSHADERS_H

/// The text of a shader file, UTF-8 with a final zero; NULL if the file isn't embedded.
const char *_Nullable cshaders_text(const char *_Nonnull name);

#endif
