#define _GNU_SOURCE
#include "CVTerm.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

// A cell is 10 × 20 pixels, so that programs which ask for pixels get an answer.
enum { CELL_WIDTH = 10, CELL_HEIGHT = 20 };

struct cvterm {
  VTerm *vterm;
  VTermScreen *screen;
  int master;            // our side of the pseudo-terminal; -1 after a hang-up
  pid_t process;
  int has_exited;        // status below is valid, the process is waited for
  int status;
  int is_alternate, is_cursor_visible, mouse_mode;
  uint8_t *output;
  size_t output_count, output_capacity;
  uint8_t *answer;       // what the program is told in place of libvterm's answers; NULL leaves those
  size_t answer_count, searched_count;
  int string_state;
};

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

// MARK: The screen

// libvterm's answers to the program's questions go back through the terminal.
static void answer(const char *bytes, size_t count, void *user) {
  struct cvterm *terminal = user;
  if (!terminal->answer) cvterm_send(terminal, (const uint8_t *)bytes, count);
}

void cvterm_set_answer(struct cvterm *terminal, const uint8_t *bytes, size_t count) {
  free(terminal->answer);
  terminal->answer = malloc(count ? count : 1);
  if (terminal->answer) memcpy(terminal->answer, bytes, count);
  terminal->answer_count = count;
}

// The question that ends all others: CSI c.
static void answer_instead(struct cvterm *terminal) {
  while (terminal->answer && terminal->searched_count + 3 <= terminal->output_count) {
    if (!memcmp(terminal->output + terminal->searched_count, "\033[c", 3)) {
      cvterm_send(terminal, terminal->answer, terminal->answer_count);
    }
    terminal->searched_count++;
  }
}

static int property_changed(VTermProp property, VTermValue *value, void *user) {
  struct cvterm *terminal = user;
  switch (property) {
    case VTERM_PROP_ALTSCREEN: terminal->is_alternate = value->boolean; break;
    case VTERM_PROP_CURSORVISIBLE: terminal->is_cursor_visible = value->boolean; break;
    case VTERM_PROP_MOUSE: terminal->mouse_mode = value->number; break;
    default: break;
  }
  return 1;
}

static const VTermScreenCallbacks callbacks = { .settermprop = property_changed };

static void keep_output(struct cvterm *terminal, const char *bytes, size_t count) {
  if (terminal->output_count + count > terminal->output_capacity) {
    size_t capacity = 2 * (terminal->output_count + count);
    uint8_t *larger = realloc(terminal->output, capacity);
    if (!larger) return;
    terminal->output = larger;
    terminal->output_capacity = capacity;
  }
  memcpy(terminal->output + terminal->output_count, bytes, count);
  terminal->output_count += count;
}

// Takes out what libvterm prints as text, because it knows no APC strings (kitty's pictures): ESC _ … ESC \.
static size_t without_strings(struct cvterm *terminal, char *bytes, size_t count) {
  enum { TEXT, ESCAPE, STRING, STRING_ESCAPE };
  size_t kept = 0;
  for (size_t index = 0; index < count; index++) {
    char byte = bytes[index];
    switch (terminal->string_state) {
      case TEXT:
        if (byte == '\033') terminal->string_state = ESCAPE;
        else bytes[kept++] = byte;
        break;
      case ESCAPE:
        terminal->string_state = byte == '_' ? STRING : TEXT;
        // One place is free: the Escape of this very call, or of one that held nothing else at its end.
        if (byte != '_') {
          if (kept == index) {
            vterm_input_write(terminal->vterm, bytes, kept);
            vterm_input_write(terminal->vterm, "\033", 1);
            memmove(bytes, bytes + index, count - index);
            count -= index;
            index = kept = 0;
          } else {
            bytes[kept++] = '\033';
          }
          if (byte == '\033') {
            terminal->string_state = ESCAPE;
          } else {
            bytes[kept++] = byte;
          }
        }
        break;
      case STRING:
        if (byte == '\033') terminal->string_state = STRING_ESCAPE;
        break;
      default: terminal->string_state = byte == '\\' ? TEXT : byte == '\033' ? STRING_ESCAPE : STRING;
    }
  }
  return kept;
}

// MARK: Starting

// In the child, between vfork and exec: only system calls, because the memory is that of the test process.
static void become(
  const char *path, char *const arguments[], char *const environment[], const char *directory, int slave) {
  setsid();
  ioctl(slave, TIOCSCTTY, 0);
  dup2(slave, 0);
  dup2(slave, 1);
  dup2(slave, 2);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (!directory || chdir(directory) == 0) execve(path, arguments, environment);
  _exit(127);
}

struct cvterm *cvterm_launch(
  const char *path, char *const arguments[], char *const environment[], const char *directory, int columns, int rows) {
  // Both sides are made close-on-exec from the start: tests run in parallel, and a side that another test's
  // program inherited would keep this terminal open after its end.
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0) return NULL;
  char name[128];
  int slave = -1;
  if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, name, sizeof name) == 0)
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct cvterm *terminal = slave < 0 ? NULL : calloc(1, sizeof *terminal);
  if (!terminal) {
    close(master);
    if (slave >= 0) close(slave);
    return NULL;
  }
  terminal->master = master;
  terminal->is_cursor_visible = 1;
  terminal->vterm = vterm_new(rows, columns);
  vterm_set_utf8(terminal->vterm, 1);
  vterm_output_set_callback(terminal->vterm, answer, terminal);
  terminal->screen = vterm_obtain_screen(terminal->vterm);
  vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
  vterm_screen_enable_altscreen(terminal->screen, 1);
  vterm_screen_reset(terminal->screen, 1);
  cvterm_resize(terminal, columns, rows);

  pid_t process = vfork();
  if (process == 0) become(path, arguments, environment, directory, slave);
  terminal->process = process;
  // Held only by the program from here on, so that its end is the end of our input.
  close(slave);
  if (terminal->process < 0) {
    int problem = errno;
    terminal->has_exited = 1;
    cvterm_free(terminal);
    errno = problem;
    return NULL;
  }
  return terminal;
}

void cvterm_free(struct cvterm *terminal) {
  if (!terminal->has_exited) {
    // The whole session: a shell under test may have children.
    kill(-terminal->process, SIGKILL);
    kill(terminal->process, SIGKILL);
    waitpid(terminal->process, NULL, 0);
  }
  if (terminal->master >= 0) close(terminal->master);
  vterm_free(terminal->vterm);
  free(terminal->output);
  free(terminal->answer);
  free(terminal);
}

// MARK: Waiting

int cvterm_pump(struct cvterm *terminal, int quiet_ms, int limit_ms) {
  int64_t end = now_ms() + limit_ms;
  char bytes[65536];
  for (;;) {
    if (terminal->master < 0) return 0;
    int64_t left = end - now_ms();
    if (left <= 0) return 1;
    struct pollfd waiting = { .fd = terminal->master, .events = POLLIN };
    int ready = poll(&waiting, 1, (int)(left < quiet_ms ? left : quiet_ms));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return 1;
    ssize_t count = read(terminal->master, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    keep_output(terminal, bytes, (size_t)count);
    size_t shown = without_strings(terminal, bytes, (size_t)count);
    vterm_input_write(terminal->vterm, bytes, shown);
    answer_instead(terminal);
  }
}

int cvterm_wait_exit(struct cvterm *terminal, int limit_ms, int *status) {
  int64_t end = now_ms() + limit_ms;
  while (!terminal->has_exited) {
    // Read on while waiting: a program whose output nobody reads cannot end.
    cvterm_pump(terminal, 5, 20);
    if (cvterm_wait_process(terminal->process, 5, &terminal->status)) terminal->has_exited = 1;
    else if (now_ms() > end) return 0;
  }
  cvterm_pump(terminal, 10, 500);
  *status = terminal->status;
  return 1;
}

// MARK: Doing

void cvterm_send(struct cvterm *terminal, const uint8_t *bytes, size_t count) {
  while (count && terminal->master >= 0) {
    ssize_t written = write(terminal->master, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

void cvterm_resize(struct cvterm *terminal, int columns, int rows) {
  struct winsize size = {
    .ws_col = (unsigned short)columns,
    .ws_row = (unsigned short)rows,
    .ws_xpixel = (unsigned short)(columns * CELL_WIDTH),
    .ws_ypixel = (unsigned short)(rows * CELL_HEIGHT),
  };
  vterm_set_size(terminal->vterm, rows, columns);
  ioctl(terminal->master, TIOCSWINSZ, &size);
}

void cvterm_hang_up(struct cvterm *terminal) {
  if (terminal->master >= 0) close(terminal->master);
  terminal->master = -1;
}

// MARK: Looking

static int32_t color_value(struct cvterm *terminal, VTermColor color, int is_default) {
  if (is_default) return CVTERM_DEFAULT_COLOR;
  // The number, not the colour: libvterm's cube is not xterm's.
  if (VTERM_COLOR_IS_INDEXED(&color)) return CVTERM_INDEXED + color.indexed.idx;
  vterm_screen_convert_color_to_rgb(terminal->screen, &color);
  return color.rgb.red << 16 | color.rgb.green << 8 | color.rgb.blue;
}

int cvterm_is_drawing(const struct cvterm *terminal) {
  static const char mark[] = "\033[?2026";
  size_t count = sizeof mark - 1;
  for (size_t end = terminal->output_count; end > count; end--) {
    if (terminal->output[end - 1 - count] == '\033' && !memcmp(terminal->output + end - 1 - count, mark, count))
      return terminal->output[end - 1] == 'h';
  }
  return 0;
}

void cvterm_get_cell(struct cvterm *terminal, int column, int row, struct cvterm_cell *cell) {
  VTermScreenCell found;
  memset(cell, 0, sizeof *cell);
  if (!vterm_screen_get_cell(terminal->screen, (VTermPos){ .row = row, .col = column }, &found)) return;
  memcpy(cell->characters, found.chars, sizeof cell->characters);
  cell->width = found.width;
  cell->foreground = color_value(terminal, found.fg, VTERM_COLOR_IS_DEFAULT_FG(&found.fg));
  cell->background = color_value(terminal, found.bg, VTERM_COLOR_IS_DEFAULT_BG(&found.bg));
  cell->attributes = (found.attrs.bold ? CVTERM_BOLD : 0) | (found.attrs.underline ? CVTERM_UNDERLINE : 0)
    | (found.attrs.reverse ? CVTERM_REVERSE : 0);
}

int cvterm_columns(struct cvterm *terminal) {
  int rows, columns;
  vterm_get_size(terminal->vterm, &rows, &columns);
  return columns;
}

int cvterm_rows(struct cvterm *terminal) {
  int rows, columns;
  vterm_get_size(terminal->vterm, &rows, &columns);
  return rows;
}

int cvterm_is_alternate_screen(struct cvterm *terminal) { return terminal->is_alternate; }
int cvterm_is_cursor_visible(struct cvterm *terminal) { return terminal->is_cursor_visible; }
int cvterm_mouse_mode(struct cvterm *terminal) { return terminal->mouse_mode; }

int cvterm_is_sane(struct cvterm *terminal) {
  struct termios mode;
  if (terminal->master < 0 || tcgetattr(terminal->master, &mode)) return 0;
  tcflag_t expected = ICANON | ECHO | ISIG;
  return (mode.c_lflag & expected) == expected && (mode.c_iflag & ICRNL) && (mode.c_oflag & OPOST);
}

const uint8_t *cvterm_output(struct cvterm *terminal, size_t *count) {
  *count = terminal->output_count;
  return terminal->output;
}

pid_t cvterm_process(struct cvterm *terminal) { return terminal->process; }
