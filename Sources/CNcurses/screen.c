#define _GNU_SOURCE
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"
#include "direct_color.h"
#include "session.h"

#include <curses.h>
#include <term.h>
// term.h makes macros of these everyday words.
#undef lines
#undef columns

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

struct session session = { .log_descriptor = -1, .saved_error = -1 };

static SCREEN *screen;
static int depth;

// MARK: Asking

int cncurses_load_entry(const char *terminal_name) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return CNCURSES_NOT_A_TERMINAL;
  int found = 0;
  if (setupterm(terminal_name, STDOUT_FILENO, &found) != OK || found != 1) return CNCURSES_UNKNOWN_NAME;
  const char *move = tigetstr("cup");
  return move && move != (char *)-1 ? CNCURSES_READY : CNCURSES_NO_CURSOR_MOVES;
}

const char *cncurses_version(void) {
  return curses_version();
}

int cncurses_entry_colors(void) {
  int colors = tigetnum("colors");
  return colors > 0 ? colors : 0;
}

int cncurses_entry_has_flag(const char *capability) { return tigetflag((char *)capability) > 0; }

const char *cncurses_entry_string(const char *capability) {
  const char *value = tigetstr((char *)capability);
  return value == (char *)-1 ? NULL : value;
}

void cncurses_adopt_locale(void) {
  setlocale(LC_CTYPE, "");
  // In "C" every character beyond ASCII has no width, and ncurses draws none. C.UTF-8 is always there.
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

// MARK: Up and down

// Drags as well as clicks (1002), positions as decimal numbers (1006), focus in and out (1004).
static const char ask_for_mouse[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char ask_for_focus[] = "\033[?1004h";
// The terminal tells when its colours become light or dark (mode 2031).
static const char ask_for_colors[] = "\033[?2031h";
// A pasted text comes between two marks and is thrown away: its letters would be commands that nobody gave.
static const char ask_for_paste_marks[] = "\033[?2004h";

const char leave_modes[] = "\033[?1006l\033[?1002l\033[?1000l\033[?1004l\033[?2004l\033[?2031l\033[?2026l";
const char *leave_images = "";
char leave_screen[256];

void cncurses_leave_images(int kind) {
  // A string that was cut off is ended first. Then all placements go, and with them what they show.
  leave_images = kind == CNCURSES_KITTY_IMAGES ? "\033\\\033_Ga=d,d=A,q=2\033\\" : kind ? "\033\\" : "";
}

// Appends one of the entry's capabilities to leave_screen, without the padding ($<5>) that it may ask for.
static void add_to_leave_screen(const char *capability) {
  const char *text = cncurses_entry_string(capability);
  size_t count = strlen(leave_screen);
  while (text && *text && count + 2 < sizeof leave_screen) {
    const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
    if (end) {
      text = end + 1;
      continue;
    }
    leave_screen[count++] = *text++;
  }
  leave_screen[count] = 0;
}

// What endwin() sends, kept ready for when curses cannot be asked any more.
static void prepare_leave_screen(void) {
  leave_screen[0] = 0;
  add_to_leave_screen("sgr0");
  add_to_leave_screen("op");
  add_to_leave_screen("cnorm");
  add_to_leave_screen("rmkx");
  add_to_leave_screen("rmcup");
}

static void send_bytes(const char *bytes, size_t left) {
  fflush(stdout);
  while (left) {
    ssize_t written = write(STDOUT_FILENO, bytes, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    left -= (size_t)written;
  }
}

static void send_text(const char *text) { send_bytes(text, strlen(text)); }

static void enter_modes(void) {
  if (session.uses_mouse) send_text(ask_for_mouse);
  send_text(ask_for_focus);
  send_text(ask_for_paste_marks);
  if (depth) send_text(ask_for_colors);
  // Ctrl-S would freeze the picture, Ctrl-V and Ctrl-O are keys like others.
  struct termios mode;
  if (tcgetattr(STDIN_FILENO, &mode) == 0) {
    mode.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
    mode.c_lflag &= ~(tcflag_t)IEXTEN;
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
    def_prog_mode();
  }
  redirect_error();
}

static void leave(void) {
  if (!session.is_shown) return;
  // In the background, changing the terminal's mode would stop us before we are done.
  sigset_t output_stop, before;
  sigemptyset(&output_stop);
  sigaddset(&output_stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output_stop, &before);
  send_text(leave_images);
  send_text(leave_modes);
  curs_set(1);
  endwin();
  // A mouse report or a key on its way is not for the shell.
  if (session.has_saved_mode) tcsetattr(STDIN_FILENO, TCSAFLUSH, &session.saved_mode);
  restore_error();
  // Last, so that a crash on the way here is still tidied up after.
  session.is_shown = 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void nothing(int number) { (void)number; }

// Once newterm() has found SIGTSTP in other hands, ncurses leaves it alone for ever. Else it would set the signal to be
// ignored during every doupdate(), and ignoring a signal throws away one that waits: Ctrl-Z pressed while a frame is
// drawn would be lost.
static void keep_curses_from_suspending(void) { signal(SIGTSTP, nothing); }

// ncurses' handlers would act in the middle of anything; ours are read from a descriptor.
static void drop_curses_handlers(void) {
  const int signals[] = { SIGTSTP, SIGINT, SIGTERM, SIGWINCH };
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) signal(signals[index], SIG_DFL);
}

// newterm() with an entry that is nowhere on the disk.
static SCREEN *new_direct_screen(void) {
  static const char name[] = "deckle-direct";
  const char *entry = direct_color_entry(name);
  const char *known = getenv("TERMINFO");
  char *before = known ? strdup(known) : NULL;
  setenv("TERMINFO", entry, 1);
  SCREEN *made = newterm(name, stdout, stdin);
  if (before) setenv("TERMINFO", before, 1);
  else unsetenv("TERMINFO");
  free(before);
  return made;
}

static int least(int a, int b) { return a < b ? a : b; }

// What the kernel says, as far as it is drawn. 0 where it says nothing.
static int window_size(int *rows, int *columns) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col) return 0;
  *rows = least(size.ws_row, CNCURSES_MOST_ROWS);
  *columns = least(size.ws_col, CNCURSES_MOST_COLUMNS);
  return 1;
}

// curses keeps a size as a short, and a cell for each place: of a window that claims more than is drawn it is told
// less.
static void pass_size_to_curses(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)) return;
  if (size.ws_row <= CNCURSES_MOST_ROWS && size.ws_col <= CNCURSES_MOST_COLUMNS) return;
  int rows, columns;
  if (!window_size(&rows, &columns)) return;
  char text[16];
  use_tioctl(FALSE);
  snprintf(text, sizeof text, "%d", rows);
  setenv("LINES", text, 1);
  snprintf(text, sizeof text, "%d", columns);
  setenv("COLUMNS", text, 1);
}

int cncurses_start(const char *terminal_name, int color_depth, int uses_mouse, int log_descriptor) {
  if (session.is_started) return CNCURSES_READY;
  session.has_saved_mode = tcgetattr(STDIN_FILENO, &session.saved_mode) == 0;
  session.log_descriptor = log_descriptor;
  session.uses_mouse = uses_mouse;
  depth = color_depth;
  pass_size_to_curses();
  // The questions of direct_color_entry() are answered by the entry that is loaded now.
  int found = 0;
  if (setupterm(terminal_name, STDOUT_FILENO, &found) != OK) return CNCURSES_CANNOT_START;
  prepare_leave_screen();
  keep_curses_from_suspending();
  screen = depth == 24 ? new_direct_screen() : newterm(terminal_name, stdout, stdin);
  if (!screen) return CNCURSES_CANNOT_START;
  set_term(screen);
  drop_curses_handlers();
  session.is_started = session.is_shown = 1;
  static int is_registered;
  if (!is_registered) atexit(cncurses_stop);
  is_registered = 1;
  install_crash_guard();

  cbreak();
  noecho();
  nonl();
  intrflush(NULL, FALSE);
  keypad(stdscr, TRUE);
  // Input is read by us; ncurses must not look at it, nor stop drawing because some is there.
  typeahead(-1);
  leaveok(stdscr, TRUE);
  curs_set(0);
  if (depth > 0 && has_colors()) {
    start_color();
    use_default_colors();
  } else {
    depth = 0;
  }
  session.pairs_used = 0;
  enter_modes();
  return CNCURSES_READY;
}

void cncurses_stop(void) {
  if (!session.is_started) return;
  leave();
  remove_crash_guard();
  delscreen(screen);
  screen = NULL;
  session.is_started = 0;
}

void cncurses_hide(void) { leave(); }

int cncurses_is_shown(void) { return session.is_shown; }

void cncurses_show_again(void) {
  if (!session.is_started) return;
  // After SIGSTOP nobody told curses that the screen was taken from it.
  if (session.is_shown) endwin();
  session.is_shown = 1;
  reset_prog_mode();
  // The first refresh after endwin() enters the alternate screen.
  clearok(curscr, TRUE);
  refresh();
  enter_modes();
  cncurses_follow_size();
}

// MARK: Size

int cncurses_columns(void) { return COLS; }
int cncurses_rows(void) { return LINES; }

int cncurses_follow_size(void) {
  int rows, columns;
  if (!session.is_started || !window_size(&rows, &columns) || !is_term_resized(rows, columns)) return 0;
  resizeterm(rows, columns);
  return 1;
}

void cncurses_cell_pixels(int32_t *width, int32_t *height) {
  struct winsize size;
  *width = *height = 0;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row) return;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
}

// MARK: Drawing

// The number of a colour pair, or -1 when there is no room for another.
static int pair_for(int foreground, int background) {
  if (depth == 0) return 0;
  int known = find_pair(foreground, background);
  if (known >= 0) return known;
  int made = alloc_pair(foreground, background);
  if (made >= 0) session.pairs_used++;
  return made;
}

int cncurses_put(
  int row, int column, uint32_t character, uint32_t mark, uint32_t second_mark, int width, int32_t foreground,
  int32_t background, int attributes) {
  // Neighbours mostly look the same, and looking a pair up costs as much as drawing the cell.
  static int32_t last_foreground, last_background;
  static int last_pair, last_generation = -1;
  if (last_generation != session.pairs_used || foreground != last_foreground || background != last_background) {
    int pair = pair_for(foreground, background);
    if (pair < 0) return -1;
    last_pair = pair;
    last_foreground = foreground;
    last_background = background;
    last_generation = session.pairs_used;
  }

  wchar_t text[4] = { (wchar_t)character, 0, 0, 0 };
  int missing = 0;
  if (wcwidth(text[0]) != width) {
    text[0] = 0xFFFD;
    missing = width - 1;
  } else if (mark && wcwidth((wchar_t)mark) == 0) {
    text[1] = (wchar_t)mark;
    if (second_mark && wcwidth((wchar_t)second_mark) == 0) text[2] = (wchar_t)second_mark;
  }
  attr_t attribute_bits = 0;
  if (attributes & CNCURSES_BOLD) attribute_bits |= A_BOLD;
  if (attributes & CNCURSES_DIM) attribute_bits |= A_DIM;
  if (attributes & CNCURSES_UNDERLINE) attribute_bits |= A_UNDERLINE;
  if (attributes & CNCURSES_REVERSE) attribute_bits |= A_REVERSE;
  cchar_t cell;
  // The last argument is an int for pairs beyond what a short holds.
  setcchar(&cell, text, attribute_bits, 0, &last_pair);
  mvadd_wch(row, column, &cell);
  if (missing) mvadd_wch(row, column + 1, &cell);
  return 0;
}

void cncurses_forget_pairs(void) {
  reset_color_pairs();
  session.pairs_used = 0;
}

int cncurses_pairs_used(void) { return session.pairs_used; }
int cncurses_pairs_limit(void) { return COLOR_PAIRS; }

void cncurses_redraw_all(void) {
  if (!session.is_shown) return;
  erase();
  clearok(curscr, TRUE);
}

void cncurses_flash(void) {
  if (session.is_shown) flash();
}

void cncurses_send_rows_again(int first, int count) {
  if (session.is_shown) wredrawln(stdscr, first, count);
}

void cncurses_send_column_again(int column, int first_row, int count) {
  if (!session.is_shown) return;
  // Nothing that is drawn blinks: what curses takes for shown differs from what is to be shown.
  for (int row = first_row; row < first_row + count; row++) mvwaddch(curscr, row, column, ' ' | A_BLINK);
  touchline(stdscr, first_row, count);
}

void cncurses_write(const uint8_t *bytes, size_t count) {
  if (session.is_shown) send_bytes((const char *)bytes, count);
}

int cncurses_can_write(void) {
  struct pollfd output = { .fd = STDOUT_FILENO, .events = POLLOUT };
  // A terminal that is gone says so to whoever reads.
  return poll(&output, 1, 0) <= 0 || !(output.revents & (POLLOUT | POLLHUP | POLLERR)) ? 0 : 1;
}

void cncurses_flush(int cursor_row, int cursor_column, const uint8_t *bytes, size_t count) {
  if (!session.is_shown) return;
  // Where it ends has to be known even when nothing is pointed at: what is written past curses goes back there.
  int has_cursor = cursor_row >= 0 && cursor_column >= 0;
  // Terminals that know 2026 show the frame at once, the others ignore it. Written past curses, whose own
  // buffer is empty between two calls of doupdate().
  if (depth == 24) send_text("\033[?2026h");
  curs_set(0);
  leaveok(stdscr, FALSE);
  wmove(stdscr, has_cursor ? cursor_row : 0, has_cursor ? cursor_column : 0);
  wnoutrefresh(stdscr);
  // The cursor is put on the focused thing and not shown: magnifiers follow its place, and a block over the first
  // letter looks like a fault.
  doupdate();
  if (count) send_bytes((const char *)bytes, count);
  if (depth == 24) send_text("\033[?2026l");
}

void cncurses_beep(void) {
  if (session.is_shown) beep();
}
