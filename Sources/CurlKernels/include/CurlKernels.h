#pragma once

#include "CurlShade.h"
