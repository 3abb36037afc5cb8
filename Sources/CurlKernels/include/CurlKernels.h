#pragma once

#include "CurlEdges.h"
#include "CurlShade.h"
#include "CurlSky.h"
#include "CurlTaps.h"
