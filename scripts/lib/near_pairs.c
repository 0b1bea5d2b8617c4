// All pairs of COUNT random 64-bit hashes that differ in at most 8 bits, each held against each by the processor's own count
// of bits: the yardstick of a search through an index. Prints the seconds of processor time.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **arguments) {
  size_t hashes = count > 1 ? strtoul(arguments[1], NULL, 10) : 0;
  uint64_t *hash = malloc(hashes * sizeof *hash + 1), state = 88172645463325252ull, pairs = 0;
  if (!hash) return 1;
  for (size_t i = 0; i < hashes; i++) {
    state ^= state << 7;
    state ^= state >> 9;
    hash[i] = state * 0x9E3779B97F4A7C15ull;
  }
  struct timespec begin, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
  for (size_t i = 0; i < hashes; i++)
    for (size_t j = i + 1; j < hashes; j++) pairs += __builtin_popcountll(hash[i] ^ hash[j]) <= 8;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  printf("%.6f\n", end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9);
  fprintf(stderr, "%llu pairs\n", (unsigned long long)pairs);
  return 0;
}
