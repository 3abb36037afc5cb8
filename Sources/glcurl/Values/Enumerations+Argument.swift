public import ArgumentParser
public import PageCurl

extension Fit: ExpressibleByArgument {}

extension Renderer.Backend: ExpressibleByArgument {}
