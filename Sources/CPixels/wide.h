// Two of a function where it pays: for every processor, and for those with AVX2.
#ifndef CPIXELS_WIDE_H
#define CPIXELS_WIDE_H

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
static inline int has_wide(void) { return __builtin_cpu_supports("avx2"); }
#define WIDE_OR(wide) if (has_wide()) return wide
#else
#define WIDE_OR(wide)
#endif

#endif
