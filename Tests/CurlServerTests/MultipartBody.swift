#if Server
import Testing

@testable import CurlServer

/// Bodies as clients send them.
struct MultipartBody: Sendable, CustomTestStringConvertible {
  /// Content-Type of the short bodies that tests write out, whose boundary is `B`.
  static let contentType = "multipart/form-data; boundary=B"

  let client: String
  let contentType: String
  let bytes: [UInt8]
  /// Name, file name, Content-Type and data of each part.
  let parts: [MultipartReading.Part]

  var testDescription: String { client }

  private init(
    _ client: String, _ contentType: String, _ bytes: [UInt8],
    _ parts: [(name: String, fileName: String?, contentType: String?, data: [UInt8])]
  ) {
    (self.client, self.contentType, self.bytes) = (client, contentType, bytes)
    self.parts = parts.map {
      MultipartReading.Part(
        headers: MultipartPart(name: $0.name, fileName: $0.fileName, contentType: $0.contentType),
        data: $0.data, isComplete: true)
    }
  }

  /// Text with its line ends as CR LF.
  static func lines(_ text: String) -> [UInt8] {
    text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  /// A body with boundary `B` and one part: these header lines and data.
  static func part(_ headers: String, _ data: [UInt8] = [0x78]) -> [UInt8] {
    lines("--B\n\(headers)\n\n") + data + lines("\n--B--\n")
  }

  /// A body with boundary `B` and one part with this Content-Disposition, after `form-data; `.
  static func disposition(_ parameters: String) -> [UInt8] {
    part("Content-Disposition: form-data; \(parameters)")
  }

  /// The first bytes of a PNG file: it has CR LF and LF in it.
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
  ]

  /// A body of each client.
  static let all = [curl, chrome, firefox, requests, dotnet, undici]

  /// `curl -F pages=12 -F 'front=@front.png'`.
  private static let curl = MultipartBody(
    "curl", "multipart/form-data; boundary=------------------------d74496d66958873e",
    lines(
      """
      --------------------------d74496d66958873e
      Content-Disposition: form-data; name="pages"

      12
      --------------------------d74496d66958873e
      Content-Disposition: form-data; name="front"; filename="front.png"
      Content-Type: image/png


      """) + png
      + lines(
        """

        --------------------------d74496d66958873e--

        """),
    [("pages", nil, nil, Array("12".utf8)), ("front", "front.png", "image/png", png)])

  /// A form with a quote and a line of text in it, and a file input that was left empty.
  private static let chrome = MultipartBody(
    "Chrome", "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
    lines(
      """
      ------WebKitFormBoundary7MA4YWxkTrZu0gW
      Content-Disposition: form-data; name="the %22title%22"

      Größe
      – 2 lines –
      ------WebKitFormBoundary7MA4YWxkTrZu0gW
      Content-Disposition: form-data; name="back"; filename=""
      Content-Type: application/octet-stream


      ------WebKitFormBoundary7MA4YWxkTrZu0gW--

      """),
    [
      ("the \"title\"", nil, nil, lines("Größe\n– 2 lines –")),
      ("back", "", "application/octet-stream", []),
    ])

  private static let firefox = MultipartBody(
    "Firefox",
    "multipart/form-data; boundary=---------------------------9051914041544843365972754266",
    lines(
      """
      -----------------------------9051914041544843365972754266
      Content-Disposition: form-data; name="front"; filename="Straße \\ 100%.png"
      Content-Type: image/png


      """) + png
      + lines(
        """

        -----------------------------9051914041544843365972754266--

        """),
    [("front", "Straße \\ 100%.png", "image/png", png)])

  /// `requests.post(…, files={…})`, one of them with a header of its own.
  private static let requests = MultipartBody(
    "Python requests", "multipart/form-data; boundary=c3b1a5e0d2f94c7e8a6b5d4c3b2a1f0e",
    lines(
      """
      --c3b1a5e0d2f94c7e8a6b5d4c3b2a1f0e
      Content-Disposition: form-data; name="progress"

      0.5
      --c3b1a5e0d2f94c7e8a6b5d4c3b2a1f0e
      Content-Disposition: form-data; name="script"; filename="a.json"
      Content-Type: application/json
      Expires: 0

      {"a": [1, 2]}
      --c3b1a5e0d2f94c7e8a6b5d4c3b2a1f0e--

      """),
    [
      ("progress", nil, nil, Array("0.5".utf8)),
      ("script", "a.json", "application/json", Array("{\"a\": [1, 2]}".utf8)),
    ])

  /// MultipartFormDataContent: a quoted boundary, tokens, and a second file name that is ignored.
  private static let dotnet = MultipartBody(
    ".NET", "multipart/form-data; boundary=\"5f1b7f0e-77a6-4a26-8a0c-0f4fd0b5a7f3\"",
    lines(
      """
      --5f1b7f0e-77a6-4a26-8a0c-0f4fd0b5a7f3
      Content-Type: text/plain; charset=utf-8
      Content-Disposition: form-data; name=title

      A turn
      --5f1b7f0e-77a6-4a26-8a0c-0f4fd0b5a7f3
      Content-Type: image/png
      Content-Disposition: form-data; name=front; filename=front.png; filename*=utf-8''front.png


      """) + png
      + lines(
        """

        --5f1b7f0e-77a6-4a26-8a0c-0f4fd0b5a7f3--

        """),
    [
      ("title", nil, "text/plain; charset=utf-8", Array("A turn".utf8)),
      ("front", "front.png", "image/png", png),
    ])

  /// `fetch` of Node.js; the last line has no end.
  private static let undici = MultipartBody(
    "Node.js", "multipart/form-data; boundary=----formdata-undici-073508394227",
    lines(
      """
      ------formdata-undici-073508394227
      Content-Disposition: form-data; name="empty"


      ------formdata-undici-073508394227
      Content-Disposition: form-data; name="next"; filename="blob"
      Content-Type: application/octet-stream


      """) + png
      + lines(
        """

        ------formdata-undici-073508394227--
        """),
    [("empty", nil, nil, []), ("next", "blob", "application/octet-stream", png)])
}
#endif
