// libjxl is not built in (Package.swift): no reader is made, so that nothing else is called.
#include "jxlreader.h"

#include <string.h>

JXLReader *jxlreader_open(const uint8_t *bytes, size_t count) {
  (void)bytes, (void)count;
  return NULL;
}

JXLReaderStatus jxlreader_header(JXLReader *reader, JXLReaderHeader *header) {
  (void)reader;
  memset(header, 0, sizeof *header);
  return JXLREADER_CORRUPT;
}

JXLReaderStatus jxlreader_colors(JXLReader *reader, JXLReaderColors *colors) {
  (void)reader;
  memset(colors, 0, sizeof *colors);
  return JXLREADER_CORRUPT;
}

JXLReaderStatus jxlreader_profile(JXLReader *reader, uint8_t *profile, size_t profile_bytes) {
  (void)reader, (void)profile, (void)profile_bytes;
  return JXLREADER_CORRUPT;
}

JXLReaderStatus jxlreader_start(JXLReader *reader, int32_t frame) {
  (void)reader, (void)frame;
  return JXLREADER_CORRUPT;
}

JXLReaderStatus jxlreader_rows(JXLReader *reader, uint8_t *pixels, int32_t count) {
  (void)reader, (void)pixels, (void)count;
  return JXLREADER_CORRUPT;
}

void jxlreader_set_ground(JXLReader *reader, uint8_t ground) { (void)reader, (void)ground; }

bool jxlreader_uses_alpha(const JXLReader *reader) {
  (void)reader;
  return false;
}

JXLReaderStatus jxlreader_frames(JXLReader *reader, int32_t limit, int32_t *frames, int64_t *milliseconds) {
  (void)reader, (void)limit;
  *frames = 0;
  *milliseconds = 0;
  return JXLREADER_CORRUPT;
}

uint8_t *jxlreader_inflated(const uint8_t *box, size_t box_count, size_t limit, size_t *count) {
  (void)box, (void)box_count, (void)limit;
  *count = 0;
  return NULL;
}

void jxlreader_free(uint8_t *bytes) { (void)bytes; }

const char *jxlreader_message(const JXLReader *reader) {
  (void)reader;
  return "";
}

void jxlreader_close(JXLReader *reader) { (void)reader; }

int32_t jxlreader_version(void) { return 0; }
