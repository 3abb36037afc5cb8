import Glibc

/// The system's message for an error number.
func systemText(_ code: Int32 = errno) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
