// Which instructions loops in C may use: what they compute is the same with all of them.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

#include <stdatomic.h>
#include <stdbool.h>

// The levels of instructions; each includes those before it.
enum processor_instructions {
  PROCESSOR_PLAIN = 1,  // what every processor of its kind has, and all that is asked for where that is not x86-64
  PROCESSOR_SSE4,       // SSE4.1, and counting bits
  PROCESSOR_AVX2,
  PROCESSOR_AVX512,  // with counting bits in vectors (VPOPCNTDQ), VL and BW
};

// The detected level; 0 before the first detection.
extern _Atomic int processor_known;

// Asks the processor, and DECKLE_INSTRUCTIONS in the environment: "plain", "sse4" or "avx2" is the most that is used,
// so that what small servers run can be tested and measured on any machine.
int processor_ask(void);

static inline bool processor_has(enum processor_instructions wanted) {
  const int known = atomic_load_explicit(&processor_known, memory_order_relaxed);
  return (known ? known : processor_ask()) >= (int)wanted;
}

// The number of processors that this process may use.
int processor_count(void);

// Whether so many threads can run at the same time, at most 64: found out by starting them. A limit of processes
// (ulimit -u) counts threads, and where one cannot be started the runtime waits for it for ever.
bool processor_starts_threads(int count);

#endif
