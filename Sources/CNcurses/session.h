#pragma once
#include <signal.h>
#include <termios.h>

// The one session, shared by the files of this target.
struct session {
  int is_started;          // between start and stop
  int is_shown;            // the screen is up; not so while suspended or lent
  int uses_mouse;
  int has_saved_mode;
  struct termios saved_mode;   // as the terminal was found
  int log_descriptor;      // where standard error goes while the screen is up; -1 leaves it
  int saved_error;         // standard error as it was found; -1 when not redirected
  int pairs_used;
};

extern struct session session;

// What curses does not know how to switch off, switched off. Fit for a signal handler.
extern const char leave_modes[];

// What takes pictures from the screen. Fit for a signal handler.
extern const char *leave_images;

// What curses sends to leave the screen. Fit for a signal handler.
extern char leave_screen[];

// Sends standard error to the log, and back. Both do nothing when already done; restore is async-signal-safe.
void redirect_error(void);
void restore_error(void);

// Restores the terminal when the process is about to die of a signal such as SIGSEGV, SIGABRT or SIGQUIT.
void install_crash_guard(void);
void remove_crash_guard(void);

// The signals that come through cncurses_next_signal().
sigset_t watched_signals(void);
