// TurboJPEG's own interface, for writing pictures.
#pragma once
#include <turbojpeg.h>
