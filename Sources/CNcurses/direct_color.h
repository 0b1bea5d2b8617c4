#pragma once

// A terminfo entry named `name`, in the form that TERMINFO takes ("b64:…"): the loaded entry (setupterm) with
// 24-bit colours added. Valid until the next call.
//
// Terminals speak 24-bit colour under names such as xterm-256color, whose entries do not say so; the entries
// that do (xterm-direct) come in a package that most machines lack.
const char *direct_color_entry(const char *name);
