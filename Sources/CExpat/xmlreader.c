#include "xmlreader.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <expat.h>

typedef struct {
  XML_Parser parser;
  uint8_t *list;
  size_t count, capacity;
  size_t text;  // where the length of the text at the end of the list stands; 0: the last is no text
  int levels, elements;
  bool is_stopped, is_refused, is_out_of_memory;
} Reader;

// A call or two may come after it, such as that for the end of an empty element.
static void stop(Reader *reader) {
  reader->is_stopped = true;
  XML_StopParser(reader->parser, XML_FALSE);
}

// False where there is no room for so many more; then nothing is written any more.
static bool reserve(Reader *reader, size_t more) {
  if (reader->is_out_of_memory || more > XMLREADER_MOST_LIST - reader->count) return false;
  size_t wanted = reader->count + more;
  if (wanted <= reader->capacity) return true;
  size_t capacity = wanted * 2;
  uint8_t *list = realloc(reader->list, capacity);
  if (!list) {
    reader->is_out_of_memory = true;
    return false;
  }
  reader->list = list;
  reader->capacity = capacity;
  return true;
}

static void put_number(uint8_t *target, size_t number) {
  for (int index = 0; index < 4; index++) target[index] = (uint8_t)(number >> (8 * index));
}

static void append_number(Reader *reader, size_t number) {
  put_number(reader->list + reader->count, number);
  reader->count += 4;
}

static size_t string_size(size_t length) { return 4 + length; }

static void put_string(Reader *reader, const char *bytes, size_t length) {
  put_number(reader->list + reader->count, length);
  memcpy(reader->list + reader->count + 4, bytes, length);
  reader->count += 4 + length;
}

static size_t shortened(size_t length) { return length < XMLREADER_MOST_VALUE ? length : XMLREADER_MOST_VALUE; }

static void on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
  Reader *reader = context;
  if (reader->is_stopped) return;
  reader->text = 0;
  if (reader->levels >= XMLREADER_MOST_LEVELS || reader->elements >= XMLREADER_MOST_ELEMENTS) return stop(reader);
  size_t name_length = shortened(strlen(name)), number = 0, size = 1 + 8 + string_size(name_length) + 4;
  // The document is at most INT_MAX bytes, so these sums fit.
  for (const XML_Char **text = attributes; *text; text++) size += string_size(shortened(strlen(*text)));
  if (!reserve(reader, size)) return stop(reader);
  reader->levels++;
  reader->elements++;
  reader->list[reader->count++] = XMLREADER_START;
  append_number(reader, (size_t)XML_GetCurrentByteIndex(reader->parser));
  append_number(reader, (size_t)XML_GetCurrentByteCount(reader->parser));
  put_string(reader, name, name_length);
  size_t start = reader->count;
  reader->count += 4;
  for (const XML_Char **text = attributes; *text; text += 2) {
    put_string(reader, text[0], shortened(strlen(text[0])));
    put_string(reader, text[1], shortened(strlen(text[1])));
    number++;
  }
  put_number(reader->list + start, number);
}

static void on_end(void *context, const XML_Char *name) {
  (void)name;
  Reader *reader = context;
  if (reader->is_stopped) return;
  reader->text = 0;
  if (!reserve(reader, 5)) return stop(reader);
  reader->levels--;
  reader->list[reader->count++] = XMLREADER_END;
  append_number(reader, (size_t)XML_GetCurrentByteIndex(reader->parser));
}

// A text comes in pieces: one for each line, reference and so on.
static void on_text(void *context, const XML_Char *bytes, int length) {
  Reader *reader = context;
  if (reader->is_stopped || length <= 0) return;
  size_t before = reader->text ? reader->count - reader->text - 4 : 0;
  size_t more = shortened(before + (size_t)length) - before;
  if (more == 0) return;
  if (!reserve(reader, reader->text ? more : 1 + string_size(more))) return stop(reader);
  if (!reader->text) {
    reader->list[reader->count++] = XMLREADER_TEXT;
    reader->text = reader->count;
    put_string(reader, bytes, more);
    return;
  }
  memcpy(reader->list + reader->count, bytes, more);
  reader->count += more;
  put_number(reader->list + reader->text, before + more);
}

// A property list of Apple's names a DTD, which is not read; what stands in the document itself could make entities.
static void on_doctype(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public_name,
                       int has_internal_subset) {
  (void)name, (void)system, (void)public_name;
  Reader *reader = context;
  if (!has_internal_subset) return;
  reader->is_refused = true;
  stop(reader);
}

static void on_entity(void *context, const XML_Char *name, int is_parameter, const XML_Char *value, int length,
                      const XML_Char *base, const XML_Char *system, const XML_Char *public_name,
                      const XML_Char *notation) {
  (void)name, (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public_name;
  (void)notation;
  Reader *reader = context;
  reader->is_refused = true;
  stop(reader);
}

XMLReaderStatus xmlreader_read(const uint8_t *bytes, size_t count, const char *encoding, uint8_t **list,
                               size_t *list_count) {
  *list = NULL;
  *list_count = 0;
  if (count > INT_MAX) return XMLREADER_REFUSED;
  Reader reader = {0};
  // The salt of its tables comes from getrandom, which a decode worker may call.
  reader.parser = XML_ParserCreateNS(encoding, '\n');
  if (!reader.parser) return XMLREADER_OUT_OF_MEMORY;
  XML_SetUserData(reader.parser, &reader);
  XML_SetElementHandler(reader.parser, on_start, on_end);
  XML_SetCharacterDataHandler(reader.parser, on_text);
  XML_SetStartDoctypeDeclHandler(reader.parser, on_doctype);
  XML_SetEntityDeclHandler(reader.parser, on_entity);
  enum XML_Status status = XML_Parse(reader.parser, (const char *)bytes, (int)count, XML_TRUE);
  bool is_out_of_memory =
      reader.is_out_of_memory ||
      (status == XML_STATUS_ERROR && XML_GetErrorCode(reader.parser) == XML_ERROR_NO_MEMORY);
  XML_ParserFree(reader.parser);
  if (is_out_of_memory || reader.is_refused) {
    free(reader.list);
    return is_out_of_memory ? XMLREADER_OUT_OF_MEMORY : XMLREADER_REFUSED;
  }
  *list = reader.list;
  *list_count = reader.count;
  return status == XML_STATUS_OK ? XMLREADER_OK : XMLREADER_CUT;
}

void xmlreader_free(uint8_t *list) { free(list); }

const char *xmlreader_version(void) { return XML_ExpatVersion(); }
