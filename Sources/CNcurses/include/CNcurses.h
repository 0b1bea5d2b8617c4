#pragma once
#include <stddef.h>
#include <stdint.h>

// What the terminal driver needs of ncurses and of the Linux terminal, without a single curses type:
// no macro, no variadic, no global of curses is visible from Swift.
//
// There is one terminal in a process, so there is one session and no handle. All functions but
// cncurses_block_signals() are for the main thread.

// MARK: Asking

// The obstacles to a full-screen program.
enum {
  CNCURSES_READY = 0,
  CNCURSES_NOT_A_TERMINAL = 1,    // standard input or output is a file or a pipe
  CNCURSES_UNKNOWN_NAME = 2,      // terminfo has no entry of that name
  CNCURSES_NO_CURSOR_MOVES = 3,   // the entry cannot place the cursor ("dumb")
  CNCURSES_CANNOT_START = 4,      // newterm() failed
};

// The library's own name and version: "ncurses 6.4.20221231" (curses_version).
const char *cncurses_version(void);

// Loads the terminfo entry (setupterm) for the questions below. Returns one of the values above.
int cncurses_load_entry(const char *terminal_name);

// The entry's number of colours (tigetnum "colors"); 0 when it has none.
int cncurses_entry_colors(void);

// Whether the entry has a boolean capability, also an extended one such as "Tc" or "RGB" (tigetflag).
int cncurses_entry_has_flag(const char *capability);

// The entry's text for a capability such as "kcuu1" (tigetstr), or NULL. Valid until the next load or start.
const char *cncurses_entry_string(const char *capability);

// Asks the terminal something (before the start), in raw mode and without echo, and collects what comes back until the
// device attributes have come (CSI ? … c), which every terminal sends last, or the time is over.
// awaits_graphics: 1 goes on until the answer to kitty's graphics protocol has come, too, because another terminal gives it.
// Returns how many bytes came; keys that were typed meanwhile are among them.
int cncurses_ask(const char *question, int awaits_graphics, uint8_t *answer, int capacity, int milliseconds);

// Takes LC_CTYPE from the environment (setlocale). Where that gives no UTF-8, takes C.UTF-8 instead, so that
// ncurses can draw at all.
void cncurses_adopt_locale(void);

// MARK: The screen

// Puts the alternate screen up (newterm).
//
// color_depth: 24 for direct colour (an entry derived in memory from the named one), else 8, 4 or 0.
// uses_mouse: 1 asks for presses, drags, releases and the wheel, in SGR coordinates.
// log_descriptor: where standard error goes while the screen is up; -1 leaves it.
// Returns CNCURSES_READY or CNCURSES_CANNOT_START. A second call while the screen is up does nothing.
int cncurses_start(const char *terminal_name, int color_depth, int uses_mouse, int log_descriptor);

// Gives the terminal back as it was found: main screen, cursor visible, line mode and echo, mouse and focus
// reports off, standard error restored. Does nothing when the screen is not up. Also runs at exit().
void cncurses_stop(void);

// Gives the terminal back as cncurses_stop() does, but keeps the session for cncurses_show_again().
void cncurses_hide(void);

// 1 while the screen is up: between start and stop, and not hidden.
int cncurses_is_shown(void);

// Puts the screen up again after cncurses_hide(), or after somebody else drew on it, and takes the size anew.
// The next flush sends everything.
void cncurses_show_again(void);

// Stops this process as Ctrl-Z does, terminal given back, and returns when it was continued.
// Returns 1 with the screen up again, in the foreground; 0 with the screen still hidden, because a signal
// that asks us to leave came while we were in the background.
int cncurses_suspend(void);

// The largest window that is drawn; of a larger one the upper left part.
enum { CNCURSES_MOST_COLUMNS = 1500, CNCURSES_MOST_ROWS = 600 };

// Columns and rows (after start).
int cncurses_columns(void);
int cncurses_rows(void);

// Asks the kernel for the size (TIOCGWINSZ) and follows it (resizeterm). Returns 1 when it changed.
int cncurses_follow_size(void);

// Width and height of a cell in pixels (TIOCGWINSZ); 0 and 0 when the terminal does not tell.
void cncurses_cell_pixels(int32_t *width, int32_t *height);

// Attribute bits of cncurses_put().
enum {
  CNCURSES_BOLD = 1,
  CNCURSES_DIM = 2,
  CNCURSES_UNDERLINE = 8,
  CNCURSES_REVERSE = 16,
};

// Puts one character into ncurses' picture of the screen; the next flush sends it.
//
// width: cells that the caller counts for it, 1 or 2. Where the C library counts another width, U+FFFD is put
//   instead, because a row whose widths disagree is torn for good.
// mark, second_mark: combining marks, or 0. foreground, background: a colour number, or -1 for the terminal's own. In
//   direct colour the number is 0xRRGGBB.
// Returns 0, or -1 when the table of colour pairs is full: then call cncurses_forget_pairs(), and put every
//   cell of the screen again.
int cncurses_put(
  int row, int column, uint32_t character, uint32_t mark, uint32_t second_mark, int width, int32_t foreground,
  int32_t background, int attributes);

// Empties the table of colour pairs (reset_color_pairs). Costs a full repaint, about 16 ms.
void cncurses_forget_pairs(void);

// Pairs made since the table was last empty.
int cncurses_pairs_used(void);

// The number of pairs that the table can hold (COLOR_PAIRS).
int cncurses_pairs_limit(void);

// Empties ncurses' picture of the screen; the next flush clears the terminal and sends everything (clearok).
void cncurses_redraw_all(void);

// Lights the screen up for a moment (flash).
void cncurses_flash(void);

// Sends what changed since the last flush (doupdate), then places the cursor, in the first cell for a column of -1. The
// bytes, which are not curses', come with it in one step; they must leave the cursor in that place.
void cncurses_flush(int cursor_row, int cursor_column, const uint8_t *bytes, size_t count);

// The next flush sends these rows whole, because something that curses does not know of covers them (wredrawln).
void cncurses_send_rows_again(int first, int count);

// The next flush sends these cells of one column, whatever curses believes to stand there.
void cncurses_send_column_again(int column, int first_row, int count);

// Writes bytes past curses, between two flushes. Waits until the terminal has taken them.
void cncurses_write(const uint8_t *bytes, size_t count);

// 1 when the terminal takes bytes without being waited for.
int cncurses_can_write(void);

// What has to be taken from the screen when it is left, also by a crash: nothing; pictures of kitty's protocol; a
// picture that is being drawn and has to be ended.
enum { CNCURSES_NO_IMAGES = 0, CNCURSES_KITTY_IMAGES = 1, CNCURSES_DRAWN_IMAGES = 2 };
void cncurses_leave_images(int kind);

// Sounds the bell.
void cncurses_beep(void);

// MARK: Input

// Reads what is there from standard input, without waiting. Returns the number of bytes, 0 when there are
// none now, -1 when there will never be any more (hung up).
int cncurses_read_input(uint8_t *bytes, int capacity);

// The descriptors that are ready, as bits.
enum {
  CNCURSES_INPUT = 1,
  CNCURSES_SIGNAL = 2,
  CNCURSES_MAIN_QUEUE = 4,
  CNCURSES_HUNG_UP = 8,
  CNCURSES_OUTPUT = 16,
};

// Waits (ppoll) for input, a signal, or work on the main queue. nanoseconds < 0 waits for ever.
// watches_input: 0 leaves standard input out, once it hung up. watches_output: 1 waits also until standard output takes
// bytes. Returns the bits above, 0 after the time.
int cncurses_wait(int64_t nanoseconds, int watches_input, int watches_output);

// Runs the jobs that wait on libdispatch's main queue, which are the jobs of the main actor.
void cncurses_run_main_queue(void);

// MARK: Signals

// Blocks the signals that come through cncurses_next_signal(): WINCH TSTP CONT INT TERM HUP. To be called first
// thing in main(), because a thread made before does not inherit the mask and would take the signal.
void cncurses_block_signals(void);

// Lets these signals through again: for a child between fork and exec, or after the interface.
void cncurses_unblock_signals(void);

// The next signal that waits, or 0.
int cncurses_next_signal(void);

// Throws away a waiting SIGINT (typed at a program that ran in our place).
void cncurses_discard_interrupt(void);
