// The model is part of the library's face: scenes, parameters, pixmaps.
@_exported public import CurlCore
