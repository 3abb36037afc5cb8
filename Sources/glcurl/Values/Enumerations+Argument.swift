public import ArgumentParser
public import ImageFiles
public import PageCurl

extension Binding: ExpressibleByArgument {}

extension BitDepth: ExpressibleByArgument {}

extension Fit: ExpressibleByArgument {}

extension Framing: ExpressibleByArgument {}

extension PictureFormat: ExpressibleByArgument {}

extension Renderer.Backend: ExpressibleByArgument {}

extension Renderer.Device.Way: ExpressibleByArgument {}
