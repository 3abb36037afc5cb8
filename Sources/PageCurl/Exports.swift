// The model is part of the library's face: scenes, parameters, pixmaps.
@_exported public import CurlCore

// So are limits on what input may ask for.
@_exported public import struct CurlSystem.LimitExceeded
@_exported public import struct CurlSystem.Limits
