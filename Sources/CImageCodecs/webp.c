// Decodes WebP with libwebp and its demultiplexer; of an animation, only the first frame.
#include "CImageCodecs.h"

#include <stdio.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

// Opens a demultiplexer over the whole file; on failure returns NULL and sets `message`.
static WebPDemuxer *open_file(const uint8_t *bytes, size_t count, char *message, size_t capacity) {
  const WebPData data = {bytes, count};
  WebPDemuxer *file = WebPDemux(&data);
  if (file == NULL) snprintf(message, capacity, "its chunks are damaged or end too early");
  return file;
}

// Byte range of a chunk's content in the file; empty if the chunk is missing.
static struct ci_range find(const WebPDemuxer *file, const uint8_t *bytes, const char *name) {
  struct ci_range range = {0, 0};
  WebPChunkIterator chunk;
  if (WebPDemuxGetChunk(file, name, 1, &chunk)) {
    range.start = (size_t)(chunk.chunk.bytes - bytes);
    range.count = chunk.chunk.size;
    WebPDemuxReleaseChunkIterator(&chunk);
  }
  return range;
}

int ci_webp_header(const uint8_t *bytes, size_t count, struct ci_header *header,
                   struct ci_range *profile, struct ci_range *exif, char *message,
                   size_t capacity) {
  WebPDemuxer *file = open_file(bytes, count, message, capacity);
  if (file == NULL) return CI_MALFORMED;
  header->width = WebPDemuxGetI(file, WEBP_FF_CANVAS_WIDTH);
  header->height = WebPDemuxGetI(file, WEBP_FF_CANVAS_HEIGHT);
  header->bits = 8;
  header->channels = CI_RGB;
  *profile = find(file, bytes, "ICCP");
  *exif = find(file, bytes, "EXIF");
  WebPDemuxDelete(file);
  return CI_OK;
}

// Converts libwebp's status to a `ci_status` and a message.
static int explain(VP8StatusCode code, char *message, size_t capacity) {
  switch (code) {
    case VP8_STATUS_OK: return CI_OK;
    case VP8_STATUS_OUT_OF_MEMORY:
      snprintf(message, capacity, "no memory for the decoder");
      return CI_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      snprintf(message, capacity, "it uses a feature that the decoder doesn't know");
      return CI_UNSUPPORTED;
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      snprintf(message, capacity, "the file ends in the middle of the picture");
      return CI_MALFORMED;
    default:
      snprintf(message, capacity, "its picture data are damaged");
      return CI_MALFORMED;
  }
}

// Decodes a frame into its rectangle of the canvas.
static int decode_frame(const WebPIterator *frame, const struct ci_header *header, uint8_t *pixels,
                        size_t size, char *message, size_t capacity) {
  const size_t stride = (size_t)header->width * 4;
  const int64_t right = (int64_t)frame->x_offset + frame->width;
  const int64_t bottom = (int64_t)frame->y_offset + frame->height;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) {
    snprintf(message, capacity, "the decoder is of another version");
    return CI_UNSUPPORTED;
  }
  if (stride > INT32_MAX || size / stride < header->height || frame->x_offset < 0 ||
      frame->y_offset < 0 || frame->width <= 0 || frame->height <= 0 || right > header->width ||
      bottom > header->height) {
    snprintf(message, capacity, "its frame is larger than its canvas");
    return CI_MALFORMED;
  }
  // The canvas outside the frame is transparent.
  if (frame->width != (int)header->width || frame->height != (int)header->height)
    memset(pixels, 0, stride * header->height);
  const size_t start = (size_t)frame->y_offset * stride + (size_t)frame->x_offset * 4;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels + start;
  config.output.u.RGBA.stride = (int)stride;
  config.output.u.RGBA.size = stride * header->height - start;
  const VP8StatusCode code = WebPDecode(frame->fragment.bytes, frame->fragment.size, &config);
  WebPFreeDecBuffer(&config.output);
  return explain(code, message, capacity);
}

int ci_webp_decode(const uint8_t *bytes, size_t count, const struct ci_header *header,
                   void *pixels, size_t size, char *message, size_t capacity) {
  WebPDemuxer *file = open_file(bytes, count, message, capacity);
  if (file == NULL) return CI_MALFORMED;
  int status = CI_MALFORMED;
  WebPIterator frame;
  if (WebPDemuxGetFrame(file, 1, &frame)) {
    status = decode_frame(&frame, header, pixels, size, message, capacity);
    WebPDemuxReleaseIterator(&frame);
  } else {
    snprintf(message, capacity, "it has no frame");
  }
  WebPDemuxDelete(file);
  return status;
}
