#define _GNU_SOURCE
#include "CProcessor.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

_Atomic int processor_known;

static int most(void) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("sse4.1") || !__builtin_cpu_supports("popcnt")) return PROCESSOR_PLAIN;
  if (!__builtin_cpu_supports("avx2")) return PROCESSOR_SSE4;
  if (!__builtin_cpu_supports("avx512vpopcntdq") || !__builtin_cpu_supports("avx512vl")
      || !__builtin_cpu_supports("avx512bw")) {
    return PROCESSOR_AVX2;
  }
  return PROCESSOR_AVX512;
#else
  return PROCESSOR_PLAIN;
#endif
}

static int allowed(void) {
  const char *name = getenv("DECKLE_INSTRUCTIONS");
  if (!name) return PROCESSOR_AVX512;
  if (strcmp(name, "plain") == 0) return PROCESSOR_PLAIN;
  if (strcmp(name, "sse4") == 0) return PROCESSOR_SSE4;
  return strcmp(name, "avx2") == 0 ? PROCESSOR_AVX2 : PROCESSOR_AVX512;
}

int processor_ask(void) {
  const int found = most(), limit = allowed(), known = found < limit ? found : limit;
  atomic_store_explicit(&processor_known, known, memory_order_relaxed);
  return known;
}

int processor_count(void) {
  cpu_set_t set;
  // More than the set has room for is reported as an error, and is certainly more than one.
  if (sched_getaffinity(0, sizeof set, &set) != 0) return CPU_SETSIZE;
  return CPU_COUNT(&set) > 0 ? CPU_COUNT(&set) : 1;
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *wait_at_gate(void *nothing) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return nothing;
}

bool processor_starts_threads(int count) {
  pthread_t threads[64];
  int started = 0;
  pthread_mutex_lock(&gate);
  while (started < count && started < 64 && pthread_create(&threads[started], NULL, wait_at_gate, NULL) == 0) started++;
  pthread_mutex_unlock(&gate);
  for (int index = 0; index < started; index++) pthread_join(threads[index], NULL);
  return started >= count;
}
