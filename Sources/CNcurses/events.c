#define _GNU_SOURCE
#include "CNcurses.h"
#include "session.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

// libdispatch's door for foreign run loops: the descriptor that becomes readable when the main queue has work,
// and the call that does the work. CFRunLoop lives on these two; they are not in a header.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

// MARK: Signals

sigset_t watched_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  const int watched[] = { SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP };
  for (size_t index = 0; index < sizeof watched / sizeof *watched; index++) sigaddset(&signals, watched[index]);
  return signals;
}

void cncurses_block_signals(void) {
  sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

void cncurses_unblock_signals(void) {
  sigset_t signals = watched_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

// Made on first use, and kept: there is one in a process.
static int signal_descriptor(void) {
  static int descriptor = -1;
  if (descriptor < 0) {
    sigset_t signals = watched_signals();
    descriptor = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  return descriptor;
}

int cncurses_next_signal(void) {
  struct signalfd_siginfo information;
  ssize_t count = read(signal_descriptor(), &information, sizeof information);
  return count == sizeof information ? (int)information.ssi_signo : 0;
}

// Takes a signal that waits, if it does.
static void discard(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  const struct timespec now = { 0, 0 };
  while (sigtimedwait(&one, NULL, &now) > 0) {}
}

void cncurses_discard_interrupt(void) {
  discard(SIGINT);
  discard(SIGTSTP);
}

static int is_asked_to_leave(void) {
  sigset_t waiting;
  sigpending(&waiting);
  return sigismember(&waiting, SIGTERM) == 1 || sigismember(&waiting, SIGHUP) == 1;
}

static int is_in_foreground(void) { return tcgetpgrp(STDIN_FILENO) == getpgrp(); }

// Stops this process by a signal that is blocked otherwise. Not SIGSTOP: the kernel ignores this one where no
// shell could continue us, as in a terminal window of our own.
static void stop_by(int number) {
  sigset_t one, before;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int cncurses_suspend(void) {
  cncurses_hide();
  stop_by(SIGTSTP);
  // Continued in the background (bg, or kill from another shell): the terminal is not ours to draw on.
  while (!is_in_foreground()) {
    int is_gone = tcgetpgrp(STDIN_FILENO) < 0;
    if (is_gone || is_asked_to_leave()) return 0;
    stop_by(SIGTTOU);
    // The kernel stops nobody whom no shell could continue; then this waits in its place.
    poll(NULL, 0, 50);
  }
  discard(SIGCONT);
  cncurses_show_again();
  return 1;
}

// MARK: Input

int cncurses_read_input(uint8_t *bytes, int capacity) {
  struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
  // Asked first, because a read without input would wait: the descriptor is shared with the shell, so it
  // cannot be made non-blocking.
  if (poll(&input, 1, 0) <= 0 || !input.revents) return 0;
  if (!(input.revents & POLLIN)) return -1;
  ssize_t count = read(STDIN_FILENO, bytes, (size_t)capacity);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
  return count > 0 ? (int)count : -1;
}

// Whether the last answer of all has come: CSI ? numbers c.
static int has_attributes(const uint8_t *bytes, int count) {
  for (int start = 0; start + 3 < count; start++) {
    if (bytes[start] != 033 || bytes[start + 1] != '[' || bytes[start + 2] != '?') continue;
    int end = start + 3;
    while (end < count && ((bytes[end] >= '0' && bytes[end] <= '9') || bytes[end] == ';')) end++;
    if (end < count && bytes[end] == 'c') return 1;
  }
  return 0;
}

// Whether the answer to the question for kitty's graphics protocol has come: ESC _ G … ESC \\.
static int has_graphics(const uint8_t *bytes, int count) {
  for (int start = 0; start + 2 < count; start++) {
    if (bytes[start] != 033 || bytes[start + 1] != '_' || bytes[start + 2] != 'G') continue;
    for (int end = start + 3; end + 1 < count; end++) {
      if (bytes[end] == 033 && bytes[end + 1] == '\\') return 1;
    }
  }
  return 0;
}

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

int cncurses_ask(const char *question, int awaits_graphics, uint8_t *answer, int capacity, int milliseconds) {
  // A job in the background would be stopped for touching the terminal, and not for its own good.
  if (!is_in_foreground()) return 0;
  struct termios before, raw;
  if (tcgetattr(STDIN_FILENO, &before)) return 0;
  raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  if (tcsetattr(STDIN_FILENO, TCSANOW, &raw)) return 0;
  int count = 0;
  size_t length = strlen(question);
  int64_t end = milliseconds_now() + milliseconds;
  if (write(STDOUT_FILENO, question, length) == (ssize_t)length) {
    while (count < capacity && !(has_attributes(answer, count) && (!awaits_graphics || has_graphics(answer, count)))) {
      int64_t left = end - milliseconds_now();
      struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
      if (left <= 0 || poll(&input, 1, (int)left) <= 0) break;
      int more = cncurses_read_input(answer + count, capacity - count);
      if (more < 0) break;
      count += more;
    }
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  return count;
}

int cncurses_wait(int64_t nanoseconds, int watches_input, int watches_output) {
  struct pollfd waiting[] = {
    // A negative descriptor is left out.
    { .fd = watches_input ? STDIN_FILENO : -1, .events = POLLIN },
    { .fd = signal_descriptor(), .events = POLLIN },
    { .fd = _dispatch_get_main_queue_handle_4CF(), .events = POLLIN },
    { .fd = watches_output ? STDOUT_FILENO : -1, .events = POLLOUT },
  };
  struct timespec time = { nanoseconds / 1000000000, nanoseconds % 1000000000 };
  if (ppoll(waiting, 4, nanoseconds < 0 ? NULL : &time, NULL) <= 0) return 0;
  int ready = 0;
  if (waiting[0].revents & POLLIN) ready |= CNCURSES_INPUT;
  if (waiting[0].revents & (POLLHUP | POLLERR | POLLNVAL)) ready |= CNCURSES_HUNG_UP;
  if (waiting[1].revents & POLLIN) ready |= CNCURSES_SIGNAL;
  if (waiting[2].revents & POLLIN) ready |= CNCURSES_MAIN_QUEUE;
  if (waiting[3].revents & POLLOUT) ready |= CNCURSES_OUTPUT;
  return ready;
}

void cncurses_run_main_queue(void) {
  // The descriptor counts; unread it would stay readable and the next wait return at once, for ever.
  uint64_t count;
  if (read(_dispatch_get_main_queue_handle_4CF(), &count, sizeof count) < 0) count = 0;
  _dispatch_main_queue_callback_4CF(NULL);
}
