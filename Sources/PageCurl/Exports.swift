// The model is part of the library's API: scenes, parameters, pixmaps.
@_exported public import CurlCore

// So are the limits for untrusted input.
@_exported public import struct CurlSystem.LimitExceeded
@_exported public import struct CurlSystem.Limits
