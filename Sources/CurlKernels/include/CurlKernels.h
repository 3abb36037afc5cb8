#pragma once

#include "CurlShade.h"
#include "CurlTaps.h"
