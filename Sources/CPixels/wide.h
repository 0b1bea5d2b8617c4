// Two of a function where it pays: for every processor, and for those with AVX2. A third, where most is lost without
// it, for those with SSE4.1, which are many small servers.
#ifndef CPIXELS_WIDE_H
#define CPIXELS_WIDE_H

#include "CProcessor.h"

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#define WIDE_OR(wide) if (processor_has(PROCESSOR_AVX2)) return wide
#define NARROW __attribute__((target("sse4.1")))
#define NARROW_OR(narrow) if (processor_has(PROCESSOR_SSE4)) return narrow
#else
#define WIDE_OR(wide)
#define NARROW_OR(narrow)
#endif

#endif
