// XML by libexpat, for untrusted packets: bytes in memory to a flat list of elements and texts.
//
// Nothing outside of the bytes is ever looked at, and no entity is made: a document that declares any is refused.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  XMLREADER_OK = 0,
  XMLREADER_CUT,      // not well-formed from some place on, or over a limit: what stood before it is there
  XMLREADER_REFUSED,  // it has declarations of its own (billion laughs, external entities); nothing is there
  XMLREADER_OUT_OF_MEMORY,
} XMLReaderStatus;

// What stands in the list: a byte for the kind, then numbers (32 bits, little-endian) and strings, each its length as a number,
// and UTF-8.
enum {
  XMLREADER_START = 1,  // first byte and length of the tag; the name; the number of attributes; name and value of each
  XMLREADER_TEXT = 2,   // one string
  XMLREADER_END = 3,    // first byte of the tag; of an empty element, the one behind its only tag
};

enum {
  XMLREADER_MOST_LEVELS = 64,       // elements inside each other
  XMLREADER_MOST_ELEMENTS = 20000,
  XMLREADER_MOST_VALUE = 16384,     // bytes of an attribute or a text; what is longer is cut
  XMLREADER_MOST_LIST = 4000000,    // bytes
};

// Parses a document. A name in a namespace is the namespace's URI, a line feed, and the local name.
//
// encoding: "UTF-8", "ISO-8859-1" or "UTF-16", whatever the document says of itself; NULL to believe it.
// *list is from malloc and the caller's, to be given to xmlreader_free(); NULL unless OK or CUT.
XMLReaderStatus xmlreader_read(const uint8_t *bytes, size_t count, const char *encoding, uint8_t **list,
                               size_t *list_count);

void xmlreader_free(uint8_t *list);

// XML_ExpatVersion: "expat_2.5.0"; lasts for ever.
const char *xmlreader_version(void);
