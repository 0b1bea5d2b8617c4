// The coefficients of a JPEG: read, written by other Huffman codes, compared. No pixel is made.
#pragma once
#include "jpegreader.h"

// jpeg_read_coefficients: the whole file, up to its end marker. After jpegreader_header, in place of jpegreader_start.
// max_scans: more of them are JPEGREADER_TOO_COSTLY.
JPEGReaderStatus jpegreader_coefficients(JPEGReader *reader, int max_scans);

// jpeg_write_coefficients: the same coefficients with the best Huffman tables, in one scan or as progressive JPEG,
// without any APPn or COM segment and without restart markers. After jpegreader_coefficients; may be repeated.
// On JPEGREADER_OK *bytes, of malloc, is the caller's; NULL where more than `most` bytes would be needed.
JPEGReaderStatus jpegreader_write_coefficients(
    JPEGReader *reader, bool is_progressive, size_t most, uint8_t **bytes, size_t *count);

// Whether all that decoding depends on is equal: size, precision, colour space, components with their identifiers,
// sampling and quantisation tables, and every coefficient. Of two readers after jpegreader_coefficients.
// *are_equal is set on JPEGREADER_OK.
JPEGReaderStatus jpegreader_compare_coefficients(JPEGReader *reader, JPEGReader *other, bool *are_equal);
