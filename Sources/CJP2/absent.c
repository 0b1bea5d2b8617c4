// OpenJPEG is not built in (Package.swift): no reader is made, so that nothing else is called.
#include "jp2reader.h"

JP2Reader *jp2reader_open(const uint8_t *bytes, size_t count, bool is_codestream) {
  (void)bytes, (void)count, (void)is_codestream;
  return NULL;
}

JP2ReaderStatus jp2reader_header(JP2Reader *reader, int32_t *resolutions) {
  (void)reader;
  *resolutions = 1;
  return JP2READER_CORRUPT;
}

JP2ReaderStatus jp2reader_start(JP2Reader *reader, JP2ReaderColors colors, int32_t reductions, int32_t *width,
                                int32_t *height, int32_t *channels) {
  (void)reader, (void)colors, (void)reductions;
  *width = *height = *channels = 0;
  return JP2READER_CORRUPT;
}

JP2ReaderStatus jp2reader_rows(JP2Reader *reader, uint8_t *pixels, int32_t count) {
  (void)reader, (void)pixels, (void)count;
  return JP2READER_CORRUPT;
}

void jp2reader_set_ground(JP2Reader *reader, uint8_t ground) { (void)reader, (void)ground; }

bool jp2reader_has_alpha(const JP2Reader *reader) {
  (void)reader;
  return false;
}

bool jp2reader_uses_alpha(const JP2Reader *reader) {
  (void)reader;
  return false;
}

int32_t jp2reader_warnings(const JP2Reader *reader) {
  (void)reader;
  return 0;
}

const char *jp2reader_message(const JP2Reader *reader) {
  (void)reader;
  return "";
}

void jp2reader_close(JP2Reader *reader) { (void)reader; }

const char *jp2reader_version(void) { return NULL; }
