#pragma once

#include "CurlAhead.h"
#include "CurlEdges.h"
#include "CurlLanes.h"
#include "CurlPlate.h"
#include "CurlShade.h"
#include "CurlSky.h"
#include "CurlStore.h"
#include "CurlTaps.h"
