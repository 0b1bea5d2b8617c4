#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Makes a call again as long as a signal interrupts it, and turns -1 into the negated errno.
#define WITHOUT_INTERRUPTION(call)                                                                                    \
  ({                                                                                                                  \
    __typeof__(call) outcome;                                                                                         \
    do outcome = (call);                                                                                              \
    while (outcome == -1 && errno == EINTR);                                                                          \
    outcome == -1 ? -errno : outcome;                                                                                 \
  })

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// Waits for bytes, the other end's closing or, for a pidfd, the end of the process. 1, or 0 when the time is over.
static int wait_for(int file, int64_t deadline) {
  for (;;) {
    int64_t left = deadline - now();
    if (left < 0) left = 0;
    struct timespec time = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    struct pollfd entry = {.fd = file, .events = POLLIN};
    int result = ppoll(&entry, 1, &time, NULL);
    if (result > 0) return 1;
    // Asked once more after the time is over: this process may have been stopped, and the answer be there.
    if (result == 0 && left == 0) return 0;
    if (result < 0 && errno != EINTR) return -errno;
  }
}

// ---- Starting

static char path_of_program[PATH_MAX];

// While the current folder is still that in which the program was started.
__attribute__((constructor)) static void find_program(void) {
  if (access(sandbox_program(), X_OK) == 0) return;
  const char *given = (const char *)getauxval(AT_EXECFN);
  if (!given || !realpath(given, path_of_program)) path_of_program[0] = 0;
}

const char *sandbox_program(void) { return path_of_program[0] ? path_of_program : "/proc/self/exe"; }

// Above the numbers that the child's own descriptors get, so that no dup2 meets its own source.
static int moved_up(int file) {
  if (file < 0) return file;
  int moved = fcntl(file, F_DUPFD_CLOEXEC, 16);
  int error = errno;
  close(file);
  return moved < 0 ? -error : moved;
}

static int spawn(const char *program, char *const arguments[], char *const environment[], int channel, int messages) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawn_file_actions_init(&files);
  if (error) return -error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&files);
    return -error;
  }
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(&files, channel, sandbox_channel);
  pid_t process = -1;
  if (!error) error = posix_spawn(&process, program, &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error ? -error : process;
}

struct order {
  const char *program;
  char *const *arguments;
  char *const *environment;
  int channel, messages, result;
  bool is_done;
};

static pthread_mutex_t desk = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t order_came = PTHREAD_COND_INITIALIZER;
static pthread_cond_t order_done = PTHREAD_COND_INITIALIZER;
static struct order *current;
static bool has_starter;

static void *starter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&desk);
  for (;;) {
    while (!current || current->is_done) pthread_cond_wait(&order_came, &desk);
    struct order *order = current;
    order->result = spawn(order->program, order->arguments, order->environment, order->channel, order->messages);
    order->is_done = true;
    pthread_cond_broadcast(&order_done);
  }
  return NULL;
}

// Called with the lock held.
static int make_starter(void) {
  if (has_starter) return 0;
  sigset_t all, before;
  sigfillset(&all);
  // A thread takes over the mask of its maker: no signal is ever delivered to this one.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, starter, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) return -error;
  pthread_detach(thread);
  has_starter = true;
  return 0;
}

static int have_started(struct order *order) {
  pthread_mutex_lock(&desk);
  int error = make_starter();
  if (!error) {
    while (current) pthread_cond_wait(&order_done, &desk);
    current = order;
    pthread_cond_signal(&order_came);
    while (!order->is_done) pthread_cond_wait(&order_done, &desk);
    current = NULL;
    pthread_cond_broadcast(&order_done);
  }
  pthread_mutex_unlock(&desk);
  return error ? error : order->result;
}

// Where children are reaped by the kernel itself, nobody learns how they ended.
static void keep_endings(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

int sandbox_start(
    const char *program, char *const arguments[], char *const environment[], struct sandbox_child *child) {
  keep_endings();
  int ends[2], pipe_ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return -error;
  }
  int channel = moved_up(ends[0]), far_channel = moved_up(ends[1]);
  int messages = moved_up(pipe_ends[0]), far_messages = moved_up(pipe_ends[1]);
  int result = -EMFILE;
  if (channel >= 0 && far_channel >= 0 && messages >= 0 && far_messages >= 0) {
    struct order order = {program, arguments, environment, far_channel, far_messages, 0, false};
    result = have_started(&order);
  }
  if (far_channel >= 0) close(far_channel);
  if (far_messages >= 0) close(far_messages);
  if (result < 0) {
    if (channel >= 0) close(channel);
    if (messages >= 0) close(messages);
    return result;
  }
  *child = (struct sandbox_child){.process = result, .channel = channel, .messages = messages};
  return 0;
}

// ---- Talking

int sandbox_send(int channel, const void *frame, size_t count, const int *files, int file_count) {
  if (file_count < 0 || file_count > 2) return -EINVAL;
  struct iovec piece = {.iov_base = (void *)frame, .iov_len = count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(2 * sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  if (file_count > 0) {
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE((size_t)file_count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN((size_t)file_count * sizeof(int));
    memcpy(CMSG_DATA(header), files, (size_t)file_count * sizeof(int));
  }
  ssize_t sent = WITHOUT_INTERRUPTION(sendmsg(channel, &message, MSG_NOSIGNAL));
  return sent < 0 ? (int)sent : 0;
}

int64_t sandbox_receive(int channel, void *frame, size_t capacity, int64_t timeout_ns) {
  int ready = wait_for(channel, now() + timeout_ns);
  if (ready < 0) return ready;
  if (ready == 0) return -ETIMEDOUT;
  struct iovec piece = {.iov_base = frame, .iov_len = capacity};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  ssize_t count = WITHOUT_INTERRUPTION(recvmsg(channel, &message, MSG_DONTWAIT));
  if (count == -ECONNRESET) return 0;
  if (count >= 0 && (message.msg_flags & MSG_TRUNC)) return -EMSGSIZE;
  return count;
}

int64_t sandbox_read_messages(int messages, void *bytes, size_t capacity) {
  ssize_t count = WITHOUT_INTERRUPTION(read(messages, bytes, capacity));
  return count == -EAGAIN ? 0 : count;
}

// ---- Limiting and ending

int sandbox_lower_priority(int process) {
  // There are no functions for the second half in the C library.
  enum { nice = 10, who_process = 1, best_effort = 2, idle = 3, class_shift = 13, last = 7 };
  // Who set Deckle further back than that meant it.
  errno = 0;
  int now = getpriority(PRIO_PROCESS, (id_t)process);
  if (now == -1 && errno) return -errno;
  if (now < nice && setpriority(PRIO_PROCESS, (id_t)process, nice) < 0) return -errno;
  long disk = syscall(SYS_ioprio_get, who_process, process);
  if (disk >= 0 && disk >> class_shift == idle) return 0;
  return syscall(SYS_ioprio_set, who_process, process, best_effort << class_shift | last) < 0 ? -errno : 0;
}

int64_t sandbox_waited_for_processor(int process) {
  char name[48];
  snprintf(name, sizeof name, "/proc/%d/schedstat", process);
  FILE *file = fopen(name, "re");
  if (!file) return 0;
  long long ran = 0, waited = 0;
  int count = fscanf(file, "%lld %lld", &ran, &waited);
  fclose(file);
  return count == 2 ? waited : 0;
}

int sandbox_allow_processor_time(int process, int seconds) {
  clockid_t clock;
  struct timespec used;
  int error = clock_getcpuclockid(process, &clock);
  if (error) return -error;
  if (clock_gettime(clock, &used) < 0) return -errno;
  // Only the soft limit: the hard one could not be raised again for the next photo.
  struct rlimit limit = {.rlim_cur = (rlim_t)used.tv_sec + (rlim_t)seconds + 1, .rlim_max = RLIM_INFINITY};
  struct rlimit old;
  if (prlimit(process, RLIMIT_CPU, NULL, &old) < 0) return -errno;
  limit.rlim_max = old.rlim_max;
  if (old.rlim_max != RLIM_INFINITY && limit.rlim_cur > old.rlim_max) limit.rlim_cur = old.rlim_max;
  return prlimit(process, RLIMIT_CPU, &limit, NULL) < 0 ? -errno : 0;
}

void sandbox_kill(int process) {
  if (process > 0) kill(process, SIGKILL);
}

int sandbox_reap(int process, int64_t timeout_ns, struct sandbox_ending *ending) {
  memset(ending, 0, sizeof *ending);
  int64_t deadline = now() + timeout_ns;
  int handle = (int)syscall(SYS_pidfd_open, process, 0);
  if (handle >= 0) {
    int ready = wait_for(handle, deadline);
    close(handle);
    if (ready == 0) return -ETIMEDOUT;
  }
  for (;;) {
    int status = 0;
    struct rusage usage;
    memset(&usage, 0, sizeof usage);
    pid_t result = WITHOUT_INTERRUPTION(wait4(process, &status, WNOHANG, &usage));
    if (result == process) {
      ending->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      ending->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
      ending->peak_bytes = (int64_t)usage.ru_maxrss * 1024;
      return 0;
    }
    // Somebody else has taken the status: it is over all the same.
    if (result == -ECHILD) return 0;
    if (result < 0) return result;
    // Only without pidfd_open (before Linux 5.3).
    if (now() >= deadline) return -ETIMEDOUT;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
  }
}

// ---- Memory that both sides see

int sandbox_make_memory(size_t size) {
  int file = memfd_create("deckle-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -errno;
  // A byte at the end gives it its size; what lies before takes no memory until it is written.
  if (size == 0 || pwrite(file, "", 1, (off_t)size - 1) != 1 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
    int error = size == 0 ? EINVAL : errno;
    close(file);
    return -error;
  }
  return file;
}

int sandbox_read_memory(int file, void *bytes, size_t count) {
  int64_t done = sandbox_read_file(file, bytes, count);
  return done < 0 ? (int)done : (size_t)done == count ? 0 : -ENODATA;
}

int sandbox_copy_memory(int file, size_t count, int target) {
  uint8_t piece[1 << 16];
  for (size_t done = 0; done < count;) {
    size_t wanted = count - done < sizeof piece ? count - done : sizeof piece;
    int64_t got = sandbox_read_part(file, piece, wanted, (int64_t)done);
    if (got < 0) return (int)got;
    if ((size_t)got != wanted) return -ENODATA;
    for (size_t written = 0; written < wanted;) {
      ssize_t step = WITHOUT_INTERRUPTION(write(target, piece + written, wanted - written));
      if (step < 0) return (int)step;
      if (step == 0) return -EIO;
      written += (size_t)step;
    }
    done += wanted;
  }
  return 0;
}

int sandbox_close(int file) { return close(file) == 0 ? 0 : -errno; }
