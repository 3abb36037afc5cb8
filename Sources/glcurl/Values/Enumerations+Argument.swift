public import ArgumentParser
public import ImageFiles
public import PageCurl
public import PageFilm

extension Binding: ExpressibleByArgument {}

extension BitDepth: ExpressibleByArgument {}

extension Dither: ExpressibleByArgument {}

extension Fit: ExpressibleByArgument {}

extension Framing: ExpressibleByArgument {}

extension PictureFormat: ExpressibleByArgument {}

extension Renderer.Backend: ExpressibleByArgument {}

extension Renderer.Device.Way: ExpressibleByArgument {}
