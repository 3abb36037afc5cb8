// swift-tools-version: 6.2
import PackageDescription

// A package like an embedder's: it takes the libraries alone, and with them no codec. `run` proves it.
let package = Package(
  name: "Consumer",
  dependencies: [.package(name: "glcurl", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer", dependencies: [.product(name: "PageCurl", package: "glcurl")]),
    .executableTarget(
      name: "Reader",
      dependencies: [
        .product(name: "PageCurl", package: "glcurl"),
        .product(name: "PageCache", package: "glcurl"),
        .product(name: "PageTurner", package: "glcurl"),
      ]),
  ]
)
