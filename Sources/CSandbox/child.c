#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

const int sandbox_channel = 3;

#define WITHOUT_INTERRUPTION(call)                                                                                    \
  ({                                                                                                                  \
    __typeof__(call) outcome;                                                                                         \
    do outcome = (call);                                                                                              \
    while (outcome == -1 && errno == EINTR);                                                                          \
    outcome == -1 ? -errno : outcome;                                                                                 \
  })

int64_t sandbox_await(int channel, void *frame, size_t capacity, int files[2]) {
  files[0] = files[1] = -1;
  struct iovec piece = {.iov_base = frame, .iov_len = capacity};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(2 * sizeof(int))];
  } control;
  struct msghdr message = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
  ssize_t count = WITHOUT_INTERRUPTION(recvmsg(channel, &message, MSG_CMSG_CLOEXEC));
  if (count <= 0) return count;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t bytes = header->cmsg_len - CMSG_LEN(0);
    memcpy(files, CMSG_DATA(header), bytes < 2 * sizeof(int) ? bytes : 2 * sizeof(int));
  }
  return message.msg_flags & MSG_TRUNC ? -EMSGSIZE : count;
}

int64_t sandbox_read_part(int file, void *bytes, size_t count, int64_t offset) {
  size_t done = 0;
  while (done < count) {
    ssize_t step = WITHOUT_INTERRUPTION(pread(file, (char *)bytes + done, count - done, (off_t)(offset + (int64_t)done)));
    if (step < 0) return step;
    if (step == 0) break;
    done += (size_t)step;
  }
  return (int64_t)done;
}

int64_t sandbox_read_file(int file, void *bytes, size_t count) { return sandbox_read_part(file, bytes, count, 0); }

int sandbox_write_memory(int file, const void *bytes, size_t count) {
  if (count == 0) return 0;
  void *mapped = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) return -errno;
  memcpy(mapped, bytes, count);
  munmap(mapped, count);
  return 0;
}

bool sandbox_has_memory(size_t bytes) {
  // volatile: a compiler may otherwise drop a malloc that is only freed.
  void *volatile memory = malloc(bytes > 0 ? bytes : 1);
  bool is_there = memory != NULL;
  free(memory);
  return is_there;
}

// ---- Trying what must not work

static int refused_if(bool is_refused) { return is_refused ? 1 : 0; }

static int attempt_opening(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  return refused_if(file < 0);
}

static int attempt_process(void) {
  // Not fork(3): its handlers would run in both. The kernel's own call, where a refusal is all that can happen.
  long process = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (process == 0) _exit(0);
  if (process > 0) waitpid((pid_t)process, NULL, 0);
  return refused_if(process < 0);
}

static int attempt_program(void) {
  // Nothing is there to be run: without a sandbox the answer would be ENOENT.
  char *none[] = {NULL};
  execve("/nonexistent/deckle", none, none);
  return refused_if(errno == EPERM || errno == EACCES);
}

static int attempt_code(void) {
  void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped != MAP_FAILED) munmap(mapped, 4096);
  return refused_if(mapped == MAP_FAILED);
}

static int attempt_limits(void) {
  // The limit that is there already, so that nothing changes where nobody refuses.
  struct rlimit limit;
  return refused_if(getrlimit(RLIMIT_NOFILE, &limit) < 0 || setrlimit(RLIMIT_NOFILE, &limit) < 0);
}

int sandbox_attempt(enum sandbox_attempt attempt) {
  switch (attempt) {
    case sandbox_open_file: return attempt_opening("/", O_RDONLY);
    case sandbox_create_file: return attempt_opening("/tmp", O_TMPFILE | O_RDWR);
    case sandbox_open_socket: {
      int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      if (file >= 0) close(file);
      return refused_if(file < 0);
    }
    case sandbox_make_process: return attempt_process();
    case sandbox_run_program: return attempt_program();
    case sandbox_signal_parent: return refused_if(kill(getppid(), 0) < 0);
    case sandbox_make_code: return attempt_code();
    case sandbox_lift_limits: return attempt_limits();
    case sandbox_attempts: break;
  }
  return 0;
}
