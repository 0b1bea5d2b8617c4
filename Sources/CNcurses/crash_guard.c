#define _GNU_SOURCE
#include "session.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What a dying program can still do for the terminal. SIGQUIT (Ctrl-\) is among them: it is the way out of a
// program that answers no more. The others come from outside: from a limit, a batch system, or "timeout -s".
static const int deadly[] = {
  SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGQUIT, SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF,
  SIGUSR1, SIGUSR2, SIGPOLL, SIGPWR, SIGSTKFLT,
};
enum { DEADLY = sizeof deadly / sizeof *deadly, NUMBERS = 65 };

// By number.
static struct sigaction before[NUMBERS];
static bool is_guarded[NUMBERS];
static int is_installed;

// How long the log was when standard error was sent to it: what came after are the last words.
static off_t log_start;

void redirect_error(void) {
  if (session.log_descriptor < 0 || session.saved_error >= 0) return;
  session.saved_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (session.saved_error < 0) return;
  struct stat status;
  log_start = fstat(session.log_descriptor, &status) == 0 ? status.st_size : 0;
  dup2(session.log_descriptor, STDERR_FILENO);
}

void restore_error(void) {
  if (session.saved_error < 0) return;
  dup2(session.saved_error, STDERR_FILENO);
  close(session.saved_error);
  session.saved_error = -1;
}

static void write_out(int descriptor, const char *text, size_t count) {
  while (count) {
    ssize_t written = write(descriptor, text, count);
    if (written <= 0) return;
    text += written;
    count -= (size_t)written;
  }
}

// Repeats on the terminal what was said on standard error since the screen went up, such as the reason of a
// trap: at most the last 8000 bytes (a stack trace may follow the reason), and nothing in them that could act
// on the terminal.
static void repeat_last_message(void) {
  struct stat status;
  static char text[8000];
  if (session.log_descriptor < 0 || fstat(session.log_descriptor, &status)) return;
  off_t start = log_start;
  if (status.st_size - start > (off_t)sizeof text) start = status.st_size - (off_t)sizeof text;
  if (status.st_size <= start) return;
  ssize_t count = pread(session.log_descriptor, text, (size_t)(status.st_size - start), start);
  for (ssize_t index = 0; index < count; index++)
    if ((text[index] < ' ' && text[index] != '\n') || text[index] == 0x7F) text[index] = '?';
  if (count > 0) write_out(STDERR_FILENO, text, (size_t)count);
}

// Only async-signal-safe calls here: what curses knows may be half changed.
static void die_tidily(int number) {
  if (session.is_shown) {
    session.is_shown = 0;
    write_out(STDOUT_FILENO, leave_images, strlen(leave_images));
    write_out(STDOUT_FILENO, leave_modes, strlen(leave_modes));
    write_out(STDOUT_FILENO, leave_screen, strlen(leave_screen));
    write_out(STDOUT_FILENO, "\r\n", 2);
    if (session.has_saved_mode) tcsetattr(STDIN_FILENO, TCSANOW, &session.saved_mode);
    restore_error();
    repeat_last_message();
  }
  // Die of the same signal, by whoever was there before us (a backtrace, a sanitizer) or by default.
  sigaction(number, &before[number], NULL);
  sigset_t same;
  sigemptyset(&same);
  sigaddset(&same, number);
  pthread_sigmask(SIG_UNBLOCK, &same, NULL);
  raise(number);
}

// What whoever started us wants to be ignored goes on being ignored.
static void guard_against(int number, const struct sigaction *guard) {
  if (sigaction(number, NULL, &before[number]) || before[number].sa_handler == SIG_IGN) return;
  is_guarded[number] = sigaction(number, guard, NULL) == 0;
}

void install_crash_guard(void) {
  if (is_installed) return;
  is_installed = 1;
  // A stack of its own for the main thread's overflow; other threads' overflows cannot be helped.
  static char stack[65536];
  stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
  sigaltstack(&alternate, NULL);
  struct sigaction guard;
  memset(&guard, 0, sizeof guard);
  guard.sa_handler = die_tidily;
  guard.sa_flags = SA_ONSTACK | SA_RESETHAND;
  sigfillset(&guard.sa_mask);
  for (int index = 0; index < DEADLY; index++) guard_against(deadly[index], &guard);
  for (int number = SIGRTMIN; number <= SIGRTMAX && number < NUMBERS; number++) guard_against(number, &guard);
}

void remove_crash_guard(void) {
  if (!is_installed) return;
  is_installed = 0;
  for (int number = 1; number < NUMBERS; number++) {
    if (is_guarded[number]) sigaction(number, &before[number], NULL);
    is_guarded[number] = false;
  }
}
