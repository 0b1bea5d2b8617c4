#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A program on a pseudo-terminal whose screen libvterm keeps: how tests see what a user would see.

struct cvterm;

// One character cell of the screen.
struct cvterm_cell {
  uint32_t characters[6];   // the scalar and its marks, 0-terminated when fewer than 6; 0 first is blank
  int32_t width;            // 1 or 2
  int32_t foreground;       // 0xRRGGBB; CVTERM_DEFAULT_COLOR; CVTERM_INDEXED + palette number
  int32_t background;
  int32_t attributes;       // the bits below
};

enum { CVTERM_DEFAULT_COLOR = -1, CVTERM_INDEXED = 0x1000000 };
enum { CVTERM_BOLD = 1, CVTERM_UNDERLINE = 2, CVTERM_REVERSE = 8 };

// Starts a program (execve) as leader of a new session on a new pseudo-terminal.
// directory: its working directory, or NULL for ours. Returns NULL with errno set when that is impossible; a
// program that cannot be executed exits with 127.
struct cvterm *cvterm_launch(
  const char *path, char *const arguments[], char *const environment[], const char *directory, int columns, int rows);

// Kills what still runs and frees everything.
void cvterm_free(struct cvterm *terminal);

// Feeds output to the screen until the program has been silent for quiet_ms, or for at most limit_ms.
// Returns 1, or 0 once the program's side of the terminal is closed.
int cvterm_pump(struct cvterm *terminal, int quiet_ms, int limit_ms);

// Whether a frame has been begun and not ended (private mode 2026, synchronized output).
int cvterm_is_drawing(const struct cvterm *terminal);

// Types bytes.
void cvterm_send(struct cvterm *terminal, const uint8_t *bytes, size_t count);

// What the program is told whenever it asks for the device attributes (CSI c), in place of all that libvterm would
// answer. To be set before the first pump.
void cvterm_set_answer(struct cvterm *terminal, const uint8_t *bytes, size_t count);

// Gives the window another size (the program gets SIGWINCH).
void cvterm_resize(struct cvterm *terminal, int columns, int rows);

// Takes the terminal away, as closing the window does: the program gets SIGHUP, then reads the end of input.
void cvterm_hang_up(struct cvterm *terminal);

void cvterm_get_cell(struct cvterm *terminal, int column, int row, struct cvterm_cell *cell);
int cvterm_columns(struct cvterm *terminal);
int cvterm_rows(struct cvterm *terminal);
int cvterm_is_alternate_screen(struct cvterm *terminal);
int cvterm_is_cursor_visible(struct cvterm *terminal);
int cvterm_mouse_mode(struct cvterm *terminal);   // 0 off, 1 click, 2 drag, 3 move

// 1 when the terminal is in line mode with echo and with signals from keys, as a shell expects it.
int cvterm_is_sane(struct cvterm *terminal);

// All the bytes that the program wrote. Valid until the next pump.
const uint8_t *cvterm_output(struct cvterm *terminal, size_t *count);

pid_t cvterm_process(struct cvterm *terminal);

// Pumps until the program has ended or the time is over.
// Returns 1 with what waitpid() said in *status, 0 when it still runs.
int cvterm_wait_exit(struct cvterm *terminal, int limit_ms, int *status);

// Starts a program without a terminal, in a session of its own; its standard streams are the named files.
// Returns its process ID, or -1 with errno set; a program that cannot be executed exits with 127.
pid_t cvterm_spawn(
  const char *path, char *const arguments[], char *const environment[], const char *directory,
  const char *input, const char *output, const char *errors);

// Waits for a child process of ours (pidfd) for at most limit_ms. Returns as cvterm_wait_exit() does.
int cvterm_wait_process(pid_t process, int limit_ms, int *status);
