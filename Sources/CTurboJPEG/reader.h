// The inside of a JPEGReader, for the files that work on one.
#pragma once
#include "jpegreader.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

struct JPEGReader {
  struct jpeg_decompress_struct decoder;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  JPEGReaderStatus failure;
  int max_scans;
  int32_t warnings;
  const uint8_t *bytes;  // the file
  size_t count;          // its size
  size_t fill_start;     // where zeros begin that may be no part of the picture, to be checked; 0 for none
  uint8_t *ink_row;  // one row of CMYK or of an unknown colour space, NULL where not needed
  jvirt_barray_ptr *coefficients;  // of jpegreader_coefficients, freed with the decoder
  char message[JMSG_LENGTH_MAX];
};

// Jumps out of the call under way, which gives this status.
_Noreturn void reader_leave(JPEGReader *reader, JPEGReaderStatus failure);

// error_exit of every libjpeg object whose client_data is a reader.
void reader_on_error(j_common_ptr object);

// Counts a warning where the zeros before the end marker are no filling, but the place of lost data. After the last byte
// was read.
void reader_check_fill(JPEGReader *reader);
