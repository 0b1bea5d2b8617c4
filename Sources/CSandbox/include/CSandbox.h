// Locked-down child processes: starting one, talking with it, ending it, and what it does to lock itself down.
//
// Linux only. Every function returns 0 or a useful non-negative number, or the negated errno. Calls interrupted by a
// signal are made again. Frames are messages of a SOCK_SEQPACKET socket: they arrive whole or not at all.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- In the parent

struct sandbox_child {
  int process;
  int channel;   // the parent's end of the socket
  int messages;  // the reading end of the child's standard error; never blocks
};

// The descriptor that the child finds its end of the socket on.
extern const int sandbox_channel;

// A path by which this program can be started once more: /proc/self/exe, also after an update has replaced its file, or
// where /proc is not mounted the file that was started.
const char *sandbox_program(void);

// Starts a program with nothing but the socket: standard input and output are /dev/null, standard error is a pipe, the
// session is one of its own (no key of the terminal reaches it), no signal is blocked or ignored. It never inherits a
// descriptor that is marked close-on-exec.
//
// The child is made by a thread that lives as long as this process, because the kernel sends the signal of
// PR_SET_PDEATHSIG when the thread that made the child ends.
int sandbox_start(
    const char *program, char *const arguments[], char *const environment[], struct sandbox_child *child);

// One frame, with up to two open files. -EPIPE, -ECONNRESET: the child is gone.
int sandbox_send(int channel, const void *frame, size_t count, const int *files, int file_count);

// The next frame, no later than `timeout_ns` nanoseconds from now. Descriptors that come with it are dropped by the
// kernel. 0: the child has closed its end. -ETIMEDOUT. -EMSGSIZE: the frame was longer than `capacity`.
int64_t sandbox_receive(int channel, void *frame, size_t capacity, int64_t timeout_ns);

// The child stands behind the other programs: nice 10, and its reading last among those that read (best effort, 7). Not
// "only when the disk is idle": a read that never comes looks like a file that hangs.
int sandbox_lower_priority(int process);

// Nanoseconds that the child could have run and waited for a processor, since it was started. 0 where nobody can tell.
int64_t sandbox_waited_for_processor(int process);

// Sets the seconds of processor time that the child may still use before SIGXCPU ends it.
int sandbox_allow_processor_time(int process, int seconds);

struct sandbox_ending {
  int signal;         // 0 where it exited by itself, or where nobody can tell any more
  int exit_code;
  int64_t peak_bytes; // resident
};

// Waits until the child has ended, at most `timeout_ns` nanoseconds, and takes its status. -ETIMEDOUT: it still runs.
int sandbox_reap(int process, int64_t timeout_ns, struct sandbox_ending *ending);

// SIGKILL. Only for a child that was not reaped yet.
void sandbox_kill(int process);

// What the child wrote on standard error so far, at most `capacity` bytes.
int64_t sandbox_read_messages(int messages, void *bytes, size_t capacity);

// Memory with a descriptor, of exactly this size: it can neither grow nor shrink.
int sandbox_make_memory(size_t size);

// The first bytes of such memory.
int sandbox_read_memory(int file, void *bytes, size_t count);

// Writes the same bytes to a file, from its current offset.
int sandbox_copy_memory(int file, size_t count, int target);

int sandbox_close(int file);

// ---- In the child

// The layers of the sandbox. Each is used where the kernel has it.
struct sandbox_layers {
  bool no_new_privileges;
  bool system_calls;      // seccomp: all but a short list of calls fail with EPERM
  bool limits;            // memory, files, core dumps
  bool ends_with_parent;
  int landlock;           // version of Landlock that refuses every file; 0 where the kernel has none
};

// Gives up everything that decoding a picture does not need, for good. `memory` is a ceiling in bytes.
void sandbox_lock_down(uint64_t memory, struct sandbox_layers *layers);

// The escapes that a decoder that was taken over would try.
enum sandbox_attempt {
  sandbox_open_file,
  sandbox_create_file,
  sandbox_open_socket,
  sandbox_make_process,
  sandbox_run_program,
  sandbox_signal_parent,
  sandbox_make_code,       // memory that is executable
  sandbox_lift_limits,
  sandbox_attempts,
};

// Tries an escape. 1: refused. 0: it worked, and was undone.
int sandbox_attempt(enum sandbox_attempt attempt);

// The next request, and up to two files that come with it (else -1), close-on-exec. 0: the parent is gone.
int64_t sandbox_await(int channel, void *frame, size_t capacity, int files[2]);

// The whole content of a file, whatever its position. Returns how many bytes there were, at most `count`.
int64_t sandbox_read_file(int file, void *bytes, size_t count);

// The same for the bytes from an offset on.
int64_t sandbox_read_part(int file, void *bytes, size_t count, int64_t offset);

// Writes through a mapping into memory of sandbox_make_memory.
int sandbox_write_memory(int file, const void *bytes, size_t count);

// Whether this much memory can be allocated: Swift ends the process where it cannot.
bool sandbox_has_memory(size_t bytes);

#endif
