#pragma once

#include "CurlEdges.h"
#include "CurlLanes.h"
#include "CurlShade.h"
#include "CurlSky.h"
#include "CurlTaps.h"
