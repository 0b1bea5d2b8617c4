#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- Limits

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SHADOW_MEMORY 1
#endif
#endif

static bool limit(int resource, rlim_t value) {
  struct rlimit now;
  if (getrlimit(resource, &now) < 0) return false;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value) value = now.rlim_max;
  struct rlimit wanted = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(resource, &wanted) == 0;
}

// Address space that is taken already: mostly libraries, of which little is in memory.
static rlim_t address_space(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  if (fscanf(file, "%lu", &pages) != 1) pages = 0;
  fclose(file);
  return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static bool set_limits(uint64_t memory) {
  bool files = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 16);
#ifdef HAS_SHADOW_MEMORY
  (void)memory;
  return files;
#else
  rlim_t taken = address_space();
  // Data is private memory that can be written, which is what a picture takes. The address space holds the rest.
  bool data = limit(RLIMIT_DATA, memory);
  return taken > 0 && limit(RLIMIT_AS, taken + memory + (64u << 20)) && data && files;
#endif
}

// Where memory runs out, the kernel should end this process rather than somebody's work.
static void offer_memory(void) {
  FILE *file = fopen("/proc/self/oom_score_adj", "we");
  if (!file) return;
  fputs("600", file);
  fclose(file);
}

static void close_all_above(int last) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)last + 1, ~0u, 0) == 0) return;
#endif
  struct rlimit files;
  int end = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536 ? (int)files.rlim_cur : 65536;
  for (int file = last + 1; file < end; file++) close(file);
}

// ---- Landlock, by number: the headers of some distributions are older than their kernels.

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

struct landlock_rules {
  uint64_t file_system, network, scoped;
};

// The version that is in force; 0 where there is none.
static int refuse_all_files(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1u /* LANDLOCK_CREATE_RULESET_VERSION */);
  if (version < 1) return 0;
  // 13 kinds of access to files in version 1, then refer, truncate and device ioctl. Network and scope came later.
  struct landlock_rules rules = {
      .file_system = version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version == 2 ? 0x3FFF : 0x1FFF,
      .network = 3, .scoped = 3};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int set = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0u);
  if (set < 0) return 0;
  long result = syscall(SYS_landlock_restrict_self, set, 0u);
  close(set);
  return result == 0 ? (int)version : 0;
}

// ---- The list of system calls

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The low half of an argument: every one that is looked at is an int, or flags of 32 bits. Little-endian machines.
#define LOAD_ARGUMENT(number) LOAD(args[number])
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#define ALLOW_IF_EQUAL(call, number, value)                                                                           \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD_ARGUMENT(number),                                      \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ANSWER(SECCOMP_RET_ALLOW), REFUSE
#define ALLOW_IF_SET(call, number, bits)                                                                              \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD_ARGUMENT(number),                                      \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), ANSWER(SECCOMP_RET_ALLOW), REFUSE
#define ALLOW_IF_CLEAR(call, number, bits)                                                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD_ARGUMENT(number),                                      \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), ANSWER(SECCOMP_RET_ALLOW), REFUSE

// Refusals are EPERM and not the end of the process: a library that would like to open its settings goes on without.
static bool refuse_system_calls(void) {
#ifdef THIS_MACHINE
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      // Talking, and reading what was handed over.
      ALLOW(recvmsg), ALLOW(sendmsg), ALLOW(read), ALLOW(pread64), ALLOW(write), ALLOW(lseek), ALLOW(close),
      ALLOW(fstat),
      // Memory, none of it executable.
      ALLOW_IF_CLEAR(mmap, 2, PROT_EXEC), ALLOW_IF_CLEAR(mprotect, 2, PROT_EXEC), ALLOW(munmap), ALLOW(mremap),
      ALLOW(madvise), ALLOW(brk),
      // Threads of this process, which some decoders insist on. clone3 hides its flags behind a pointer; the C library
      // falls back to clone where it does not exist.
      ALLOW_IF_SET(clone, 0, CLONE_THREAD),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
      ALLOW(futex), ALLOW(set_robust_list), ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(membarrier),
#ifdef __NR_rseq
      ALLOW(rseq),
#endif
      // Time and chance.
      ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(gettimeofday), ALLOW(clock_nanosleep), ALLOW(nanosleep),
      ALLOW(restart_syscall), ALLOW(getrandom),
      // Itself, and its end.
      ALLOW(getpid), ALLOW(gettid), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn),
      ALLOW(sigaltstack), ALLOW_IF_EQUAL(tgkill, 0, (uint32_t)getpid()), ALLOW(exit), ALLOW(exit_group),
      REFUSE,
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  // Of a library that keeps a thread of its own, that one, too.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ||
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return false;
#endif
}

void sandbox_lock_down(uint64_t memory, struct sandbox_layers *layers) {
  close_all_above(sandbox_channel);
  fcntl(sandbox_channel, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  offer_memory();
  layers->ends_with_parent = prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0;
  layers->limits = set_limits(memory);
  // Nobody else of this user reads its memory, and no core file is written.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  layers->no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  layers->landlock = layers->no_new_privileges ? refuse_all_files() : 0;
  layers->system_calls = layers->no_new_privileges && refuse_system_calls();
}
