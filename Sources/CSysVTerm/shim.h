#pragma once
// The header as the Debian package libvterm-dev installs it; only the C shim beside it includes it.
#include <vterm.h>
