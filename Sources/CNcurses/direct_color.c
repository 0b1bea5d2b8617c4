#include "direct_color.h"

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// term(5), "Extended storage format" and "Extended number format": a header of six 16-bit numbers, the name,
// booleans, 32-bit numbers, 16-bit offsets of the strings, the strings; then the same again for the capabilities
// that are not standard, with their names.
enum {
  MAGIC_32_BIT_NUMBERS = 01036,
  ABSENT = 0xFFFF,
  // How many of ncurses' capabilities the file format knows; the names after these are obsolete ones.
  BOOLEANS = 44,
  NUMBERS = 39,
  STRINGS = 414,
};

// Colours 0 to 7 stay the ANSI ones, as ncurses wants it of a direct-colour entry; any other is 0xRRGGBB.
// Semicolons, because more terminals take them here than take the colons of the standard.
static const char foreground_text[] =
  "\033[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m";
static const char background_text[] =
  "\033[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m";
static const char default_colors_text[] = "\033[39;49m";

// ncurses' room for (foreground, background) pairs: its usual 65536 fill up within minutes of animation.
enum { COLORS_OF_24_BITS = 0x1000000, PAIRS = 0x100000 };

// Non-standard strings worth keeping: what ncurses itself uses, and keys with modifiers.
static const char *const extended_strings[] = {
  "E3", "Smulx", "Setulc", "XM", "xm", "BE", "BD", "PS", "PE", "Ss", "Se", "fe", "fd", "kxIN", "kxOUT", "Sync",
};

// MARK: Writing

struct buffer {
  uint8_t bytes[32768];
  size_t count;
};

static void put_byte(struct buffer *buffer, int value) {
  if (buffer->count < sizeof buffer->bytes) buffer->bytes[buffer->count++] = (uint8_t)value;
}

static void put_16(struct buffer *buffer, int value) {
  put_byte(buffer, value & 255);
  put_byte(buffer, value >> 8 & 255);
}

static void put_32(struct buffer *buffer, int value) {
  put_16(buffer, value & 0xFFFF);
  put_16(buffer, value >> 16 & 0xFFFF);
}

// Appends text with its NUL, and returns where it begins.
static int put_text(struct buffer *buffer, const char *text) {
  int start = (int)buffer->count;
  for (const char *byte = text; *byte; byte++) put_byte(buffer, *byte);
  put_byte(buffer, 0);
  return start;
}

static void put_buffer(struct buffer *buffer, const struct buffer *other) {
  for (size_t index = 0; index < other->count; index++) put_byte(buffer, other->bytes[index]);
}

// Numbers and offsets stand on even addresses.
static void align(struct buffer *buffer) {
  if (buffer->count & 1) put_byte(buffer, 0);
}

// MARK: The capabilities

static int count_of(NCURSES_CONST char *const *names, int most) {
  int count = 0;
  while (count < most && names[count]) count++;
  return count;
}

static int is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(name, *names)) return 1;
  return 0;
}

static const char *string_value(const char *name) {
  // Older ways of setting colours, and redefining them, have no meaning here.
  static const char *const dropped[] = { "setf", "setb", "initc", "initp", "oc", "scp", NULL };
  if (!strcmp(name, "setaf")) return foreground_text;
  if (!strcmp(name, "setab")) return background_text;
  if (is_one_of(name, dropped)) return NULL;
  const char *value = tigetstr((char *)name);
  if (value && value != (char *)-1) return value;
  // An entry without colours has no way back from them, and without one ncurses takes no default colours.
  return strcmp(name, "op") ? NULL : default_colors_text;
}

static int number_value(const char *name) {
  if (!strcmp(name, "colors")) return COLORS_OF_24_BITS;
  if (!strcmp(name, "pairs")) return PAIRS;
  int value = tigetnum((char *)name);
  return value < 0 ? -1 : value;
}

// Colours can be changed (ccc) no more; everything else is as in the loaded entry.
static int flag_value(const char *name) {
  return strcmp(name, "ccc") != 0 && tigetflag((char *)name) > 0;
}

static void put_standard_part(struct buffer *entry, const char *name) {
  static struct buffer strings;
  static int offsets[STRINGS];
  int booleans = count_of(boolnames, BOOLEANS);
  int numbers = count_of(numnames, NUMBERS);
  int string_count = count_of(strnames, STRINGS);

  strings.count = 0;
  for (int index = 0; index < string_count; index++) {
    const char *value = string_value(strnames[index]);
    offsets[index] = value ? put_text(&strings, value) : ABSENT;
  }

  put_16(entry, MAGIC_32_BIT_NUMBERS);
  put_16(entry, (int)strlen(name) + 1);
  put_16(entry, booleans);
  put_16(entry, numbers);
  put_16(entry, string_count);
  put_16(entry, (int)strings.count);
  put_text(entry, name);
  for (int index = 0; index < booleans; index++) put_byte(entry, flag_value(boolnames[index]));
  align(entry);
  for (int index = 0; index < numbers; index++) put_32(entry, number_value(numnames[index]));
  for (int index = 0; index < string_count; index++) put_16(entry, offsets[index]);
  put_buffer(entry, &strings);
}

static void put_extended_part(struct buffer *entry) {
  enum { MOST = sizeof extended_strings / sizeof *extended_strings };
  static struct buffer values, names;
  int value_offsets[MOST], name_offsets[MOST + 3];
  int strings = 0, flags = 0, name_count = 0;
  values.count = names.count = 0;

  // Names come in the order of the kinds: booleans, numbers (none here), strings.
  const char *const flag_names[] = { "AX", "RGB", "XT" };
  for (int index = 0; index < 3; index++) {
    int is_direct_color = !strcmp(flag_names[index], "RGB");
    if (!is_direct_color && tigetflag((char *)flag_names[index]) <= 0) continue;
    name_offsets[name_count++] = put_text(&names, flag_names[index]);
    flags++;
  }
  for (int index = 0; index < MOST; index++) {
    const char *value = tigetstr((char *)extended_strings[index]);
    if (!value || value == (char *)-1) continue;
    value_offsets[strings++] = put_text(&values, value);
    name_offsets[name_count++] = put_text(&names, extended_strings[index]);
  }

  align(entry);
  put_16(entry, flags);
  put_16(entry, 0);
  put_16(entry, strings);
  put_16(entry, strings + name_count);
  put_16(entry, (int)(values.count + names.count));
  for (int index = 0; index < flags; index++) put_byte(entry, 1);
  align(entry);
  for (int index = 0; index < strings; index++) put_16(entry, value_offsets[index]);
  for (int index = 0; index < name_count; index++) put_16(entry, name_offsets[index]);
  put_buffer(entry, &values);
  put_buffer(entry, &names);
}

// RFC 4648, with padding.
static void encode_base64(const struct buffer *buffer, char *text) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t count = buffer->count;
  const uint8_t *bytes = buffer->bytes;
  for (size_t index = 0; index < count; index += 3) {
    int second = index + 1 < count, third = index + 2 < count;
    unsigned value = (unsigned)bytes[index] << 16;
    if (second) value |= (unsigned)bytes[index + 1] << 8;
    if (third) value |= bytes[index + 2];
    *text++ = alphabet[value >> 18];
    *text++ = alphabet[value >> 12 & 63];
    *text++ = second ? alphabet[value >> 6 & 63] : '=';
    *text++ = third ? alphabet[value & 63] : '=';
  }
  *text = 0;
}

const char *direct_color_entry(const char *name) {
  static struct buffer entry;
  static char text[4 + sizeof entry.bytes / 3 * 4 + 8] = "b64:";
  entry.count = 0;
  put_standard_part(&entry, name);
  put_extended_part(&entry);
  encode_base64(&entry, text + 4);
  return text;
}
