#pragma once
#include <vl/sift.h>
