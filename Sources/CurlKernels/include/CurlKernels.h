#pragma once

#include "CurlEdges.h"
#include "CurlShade.h"
#include "CurlTaps.h"
