#if Server
internal import NIOSSL

/// A certificate chain and its private key.
package struct TLSFiles: Sendable {
  /// Why files can't be used.
  package struct Fault: Error, Sendable, CustomStringConvertible {
    /// What was being done, with which file, and the reason.
    package let description: String
  }

  let configuration: TLSConfiguration

  /// Reads PEM files.
  package init(certificates: String, key: String) throws(Fault) {
    func reading<Result>(_ path: String, _ read: () throws -> Result) throws(Fault) -> Result {
      do {
        return try read()
      } catch {
        throw Fault(
          description: "cannot read '\(path)': \(error); give PEM files to --tls-cert and --tls-key"
        )
      }
    }
    let chain = try reading(certificates) { try NIOSSLCertificate.fromPEMFile(certificates) }
    guard !chain.isEmpty else {
      throw Fault(description: "'\(certificates)' has no certificate: give a PEM file")
    }
    let privateKey = try reading(key) { try NIOSSLPrivateKey(file: key, format: .pem) }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    // A key of another certificate shows here, not at the first connection.
    _ = try reading(key) { try NIOSSLContext(configuration: configuration) }
    self.configuration = configuration
  }
}
#endif
