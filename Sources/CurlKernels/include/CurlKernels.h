#pragma once

#include "CurlAhead.h"
#include "CurlEdges.h"
#include "CurlLanes.h"
#include "CurlLight.h"
#include "CurlPlate.h"
#include "CurlPlates.h"
#include "CurlShade.h"
#include "CurlSky.h"
#include "CurlSections.h"
#include "CurlSpans.h"
#include "CurlStacks.h"
#include "CurlTaps.h"
