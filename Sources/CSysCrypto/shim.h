// OpenSSL's message digests, for SHA-256 at the speed of the processor's own instructions.
#include <openssl/evp.h>
