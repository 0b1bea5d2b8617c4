#pragma once
// The header as the Debian package libchafa-dev installs it; only the C shim beside it includes it.
#include <chafa.h>
