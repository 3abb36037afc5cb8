// Decodes and encodes JPEGs with the TurboJPEG API, which needs no setjmp here.
#include "CImageCodecs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

// Copies the decoder's error and returns its kind: TurboJPEG and libjpeg tell a lack of memory in words alone.
static int explain(tjhandle decoder, char *message, size_t capacity) {
  const char *text = tjGetErrorStr2(decoder);
  if (strstr(text, "nsufficient memory") != NULL || strstr(text, "emory allocation") != NULL) {
    snprintf(message, capacity, "no memory for the decoder");
    return CI_NO_MEMORY;
  }
  // TurboJPEG supports only the chroma samplings that programs write.
  const int is_odd = strstr(text, "subsampling") != NULL;
  snprintf(message, capacity, "%s", is_odd ? "its chroma sampling is unusual" : text);
  return is_odd ? CI_UNSUPPORTED : CI_MALFORMED;
}

// Opens a decoder and reads the header; on failure returns NULL and sets `status` and `message`.
static tjhandle open_picture(const uint8_t *bytes, size_t count, struct ci_header *header,
                             int *status, char *message, size_t capacity) {
  tjhandle decoder = tjInitDecompress();
  if (decoder == NULL) {
    snprintf(message, capacity, "no memory for the decoder");
    *status = CI_NO_MEMORY;
    return NULL;
  }
  int width = 0, height = 0, subsampling = 0, space = 0;
  if (tjDecompressHeader3(decoder, bytes, count, &width, &height, &subsampling, &space) != 0 ||
      width <= 0 || height <= 0) {
    *status = explain(decoder, message, capacity);
  } else {
    header->width = (uint32_t)width;
    header->height = (uint32_t)height;
    header->bits = 8;
    header->channels = space == TJCS_CMYK || space == TJCS_YCCK ? CI_CMYK
                       : space == TJCS_GRAY                     ? CI_GREY
                                                                : CI_RGB;
    *status = CI_OK;
    return decoder;
  }
  tjDestroy(decoder);
  return NULL;
}

int ci_jpeg_header(const uint8_t *bytes, size_t count, struct ci_header *header, char *message,
                   size_t capacity) {
  int status;
  tjhandle decoder = open_picture(bytes, count, header, &status, message, capacity);
  if (decoder != NULL) tjDestroy(decoder);
  return status;
}

size_t ci_jpeg_scans(const uint8_t *bytes, size_t count, size_t start) {
  size_t scans = 0;
  for (size_t at = start; at + 4 <= count;) {
    // In a scan's data, a byte of 255 that doesn't begin a marker is followed by 0.
    const uint8_t *found = memchr(bytes + at, 0xff, count - at - 3);
    if (found == NULL) break;
    at = (size_t)(found - bytes) + 1;
    const uint8_t marker = bytes[at];
    // Any number of 255s may precede a marker.
    if (marker == 0xff) continue;
    at += 1;
    const int is_restart = marker >= 0xd0 && marker <= 0xd7;
    // Data, or a marker without a segment: more scans may follow.
    if (marker == 0 || marker == 1 || is_restart) continue;
    if (marker == 0xd9) break;
    if (marker == 0xda) scans += 1;
    at += (size_t)bytes[at] << 8 | bytes[at + 1];
  }
  return scans;
}

int ci_jpeg_decode(const uint8_t *bytes, size_t count, const struct ci_header *header,
                   void *pixels, size_t size, char *message, size_t capacity) {
  struct ci_header found;
  int status;
  tjhandle decoder = open_picture(bytes, count, &found, &status, message, capacity);
  if (decoder == NULL) return status;
  const size_t stride = (size_t)found.width * 4;
  if (found.width != header->width || found.height != header->height ||
      found.channels != header->channels || stride > INT_MAX || size / stride < found.height) {
    snprintf(message, capacity, "the buffer doesn't fit the picture");
    status = CI_MALFORMED;
  } else {
    const int format = found.channels == CI_CMYK ? TJPF_CMYK : TJPF_RGBA;
    const int flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING;
    if (tjDecompress2(decoder, bytes, count, pixels, (int)found.width, (int)stride,
                      (int)found.height, format, flags) != 0)
      status = explain(decoder, message, capacity);
  }
  tjDestroy(decoder);
  return status;
}

int ci_jpeg_encode(const uint8_t *pixels, int width, int height, int quality, uint8_t **file,
                   size_t *count, char *message, size_t capacity) {
  tjhandle encoder = tjInitCompress();
  if (encoder == NULL) {
    snprintf(message, capacity, "no memory for the encoder");
    return CI_NO_MEMORY;
  }
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  int status = CI_NO_MEMORY;
  const int sampling = quality >= 90 ? TJSAMP_444 : TJSAMP_420;
  if (tjCompress2(encoder, pixels, width, 0, height, TJPF_RGBA, &bytes, &size, sampling, quality,
                  TJFLAG_ACCURATEDCT) != 0) {
    snprintf(message, capacity, "%s", tjGetErrorStr2(encoder));
  } else if ((*file = malloc(size)) == NULL) {
    snprintf(message, capacity, "no memory for the file");
  } else {
    memcpy(*file, bytes, size);
    *count = size;
    status = CI_OK;
  }
  tjFree(bytes);
  tjDestroy(encoder);
  return status;
}
