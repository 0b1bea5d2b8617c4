#define _GNU_SOURCE
#include "CVTerm.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// In the child, between vfork and exec: only system calls, because the memory is that of the test process. A fork
// would copy its page tables each time.
static int redirect(const char *path, int flags, int target) {
  int descriptor = open(path, flags | O_CLOEXEC, 0600);
  return descriptor < 0 ? -1 : dup2(descriptor, target);
}

pid_t cvterm_spawn(
  const char *path, char *const arguments[], char *const environment[], const char *directory,
  const char *input, const char *output, const char *errors) {
  pid_t process = vfork();
  if (process != 0) return process;
  setsid();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (redirect(input, O_RDONLY, 0) < 0) _exit(127);
  if (redirect(output, O_WRONLY | O_CREAT | O_TRUNC, 1) < 0) _exit(127);
  if (redirect(errors, O_WRONLY | O_CREAT | O_TRUNC, 2) < 0) _exit(127);
  if (!directory || chdir(directory) == 0) execve(path, arguments, environment);
  _exit(127);
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

int cvterm_wait_process(pid_t process, int limit_ms, int *status) {
  int handle = (int)syscall(SYS_pidfd_open, process, 0);
  if (handle >= 0) {
    int64_t end = now_ms() + limit_ms;
    struct pollfd ended = { .fd = handle, .events = POLLIN };
    int64_t left = limit_ms;
    while (left > 0 && poll(&ended, 1, (int)left) < 0 && errno == EINTR) left = end - now_ms();
    close(handle);
  }
  return waitpid(process, status, WNOHANG) == process;
}
