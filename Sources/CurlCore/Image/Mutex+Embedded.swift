#if hasFeature(Embedded)
/// Replaces `Synchronization.Mutex`, which Embedded Swift lacks: a browser's module has one
/// thread.
package final class Mutex<Value>: @unchecked Sendable {
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}
#endif
