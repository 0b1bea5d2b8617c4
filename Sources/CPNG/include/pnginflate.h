// The zlib layer of a PNG, by libdeflate: a whole zlib stream at once, and checksums.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Inflates the zlib stream that bytes[0..<count] are, all of them, to exactly `size` bytes at `target`. False where it
// is damaged, ends early, has something behind it, gives another number of bytes, or there is no memory.
bool pnginflate_whole(const uint8_t *bytes, size_t count, uint8_t *target, size_t size);

// Inflates a zlib stream of at most `size` bytes to `target`. How many they are; 0 where it is damaged or longer.
size_t pnginflate_some(const uint8_t *bytes, size_t count, uint8_t *target, size_t size);

// The CRC-32 of a chunk's type and data.
uint32_t pnginflate_crc(const uint8_t *bytes, size_t count);
