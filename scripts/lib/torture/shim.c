// Stands between a program and the C library (LD_PRELOAD) and brings faults that the kernel rarely brings by itself.
//
// DECKLE_SHIM  short      every read and write takes half of what it was given
//              byte       every read and write takes one byte
//              interrupt  every second call is interrupted by a signal (EINTR)
//              stop       raises SIGSTOP before every call that changes something
//              shutdown:N:FLAG:PATH   before the N-th such call the file system of PATH loses its power
//              clock:SECONDS  the clock of the computer is off by so much
//              leap       a wait in short sleeps is over at once: each of them takes a second, and no time goes by
// DECKLE_SHIM_COUNT  a file into which the number of calls met is written at the end
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long count;

static const char *mode(void) {
  const char *mode = getenv("DECKLE_SHIM");
  return mode ? mode : "";
}

static long met(void) { return __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED); }

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("DECKLE_SHIM_COUNT");
  if (!path) return;
  // By raw calls, which do not come back here.
  int file = (int)syscall(SYS_open, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  char text[32];
  int length = snprintf(text, sizeof text, "%ld", count);
  if (file < 0) return;
  syscall(SYS_write, file, text, length);
  syscall(SYS_close, file);
}

// The size to pass on, or -1 for an interrupted call.
static ssize_t portion(int file, size_t size) {
  struct stat status;
  const char *how = mode();
  if (size < 2 || (strcmp(how, "short") && strcmp(how, "byte") && strcmp(how, "interrupt"))) return (ssize_t)size;
  if (fstat(file, &status) || !S_ISREG(status.st_mode)) return (ssize_t)size;
  long number = met();
  if (!strcmp(how, "interrupt")) return number % 2 ? -1 : (ssize_t)size;
  return !strcmp(how, "byte") ? 1 : (ssize_t)(size / 2);
}

// Before a call that changes something.
static void change(void) {
  const char *how = mode();
  if (!strcmp(how, "stop")) {
    met();
    raise(SIGSTOP);
    return;
  }
  long at;
  unsigned flag;
  char path[4096];
  if (sscanf(how, "shutdown:%ld:%u:%4095s", &at, &flag, path) == 3 && met() == at) {
    int folder = (int)syscall(SYS_open, path, O_RDONLY | O_CLOEXEC, 0);
    if (folder < 0 || ioctl(folder, 0x8004587D, &flag)) {
      dprintf(2, "shim: no shutdown: %s\n", strerror(errno));
      _exit(99);
    }
    syscall(SYS_close, folder);
  }
}

#define NEXT(name)                                                                                                    \
  ({                                                                                                                  \
    static __typeof__(&name) next;                                                                                    \
    if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                                     \
    next;                                                                                                             \
  })

#define PORTION_OR_RETURN(file, size)                                                                                 \
  ssize_t part = portion(file, size);                                                                                 \
  if (part < 0) {                                                                                                     \
    errno = EINTR;                                                                                                    \
    return -1;                                                                                                        \
  }

ssize_t read(int file, void *bytes, size_t size) {
  PORTION_OR_RETURN(file, size)
  return NEXT(read)(file, bytes, (size_t)part);
}

ssize_t pread(int file, void *bytes, size_t size, off_t at) {
  PORTION_OR_RETURN(file, size)
  return NEXT(pread)(file, bytes, (size_t)part, at);
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t at) {
  PORTION_OR_RETURN(file, size)
  return NEXT(pread64)(file, bytes, (size_t)part, at);
}

ssize_t write(int file, const void *bytes, size_t size) {
  change();
  PORTION_OR_RETURN(file, size)
  return NEXT(write)(file, bytes, (size_t)part);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
  change();
  PORTION_OR_RETURN(file, size)
  return NEXT(pwrite)(file, bytes, (size_t)part, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) {
  change();
  PORTION_OR_RETURN(file, size)
  return NEXT(pwrite64)(file, bytes, (size_t)part, at);
}

int fsync(int file) {
  change();
  return NEXT(fsync)(file);
}

int fdatasync(int file) {
  change();
  return NEXT(fdatasync)(file);
}

int renameat2(int from, const char *name, int to, const char *other, unsigned flags) {
  change();
  return NEXT(renameat2)(from, name, to, other, flags);
}

int linkat(int from, const char *name, int to, const char *other, int flags) {
  change();
  return NEXT(linkat)(from, name, to, other, flags);
}

int unlinkat(int folder, const char *name, int flags) {
  change();
  return NEXT(unlinkat)(folder, name, flags);
}

int unlink(const char *path) {
  change();
  return NEXT(unlink)(path);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  change();
  return NEXT(mkdirat)(folder, name, mode);
}

int ftruncate64(int file, off64_t size) {
  change();
  return NEXT(ftruncate64)(file, size);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (flags & O_CREAT) change();
  return NEXT(openat)(folder, path, flags, mode);
}

static long shift(void) {
  long seconds = 0;
  sscanf(mode(), "clock:%ld", &seconds);
  return seconds;
}

static long leaps;

int usleep(useconds_t length) {
  if (strcmp(mode(), "leap")) return NEXT(usleep)(length);
  __atomic_add_fetch(&leaps, 1, __ATOMIC_RELAXED);
  return 0;
}

int clock_gettime(clockid_t which, struct timespec *now) {
  int result = NEXT(clock_gettime)(which, now);
  if (result == 0 && which == CLOCK_REALTIME) now->tv_sec += shift();
  if (result == 0 && which == CLOCK_BOOTTIME) now->tv_sec += __atomic_load_n(&leaps, __ATOMIC_RELAXED);
  return result;
}

time_t time(time_t *target) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (target) *target = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}
