package import CurlCore
package import CurlKernels

/// Draws pixels of a scene of layers, one span of a row at a time, on one thread.
///
/// Results lie within 1/255 of the definition, the scalar `StackPainter`. Draw only inside the body
/// of ``pinned(_:)``.
@safe package final class StackSpans {
  private let stack: Stack
  // What parts of the frame read: held, as pages keep few of their stores.
  private let ground: FramePictures
  private let sheetPictures: [FramePictures]
  /// Of each layer that is a plate.
  private let platePictures: [PlatePictures?]
  private let width: Int32
  private let store: curl_store
  private let isDeep: Bool
  private let constants: [SectionConstants?]
  private let caches: [SheetCache]
  // Input of the kernels.
  private let common: UnsafeMutablePointer<curl_frame>
  private let layers: UnsafeMutablePointer<curl_layer>
  private let plates: UnsafeMutablePointer<curl_plate>
  private let sheets: UnsafeMutablePointer<curl_stack_sheet>
  private let tables: UnsafeMutablePointer<curl_tables>
  private let kernel: UnsafeMutablePointer<curl_stack>
  // Scratch memory of the kernels.
  private let colours: UnsafeMutableRawPointer
  private let seen: UnsafeMutablePointer<UInt8>
  private let handles: UnsafeMutablePointer<OpaquePointer?>
  private let scratch: UnsafeMutablePointer<curl_stack_scratch>

  /// `isDeep`: the final frame has 16 bits a channel, so kernels read float texels.
  package init(
    _ stack: Stack, _ pictures: FramePictures, store: curl_store, isDeep: Bool = false,
    width: Int32 = curl_widest()
  ) {
    self.isDeep = isDeep
    self.stack = stack
    ground = FramePictures(
      front: pictures.front, next: pictures.next,
      background: pictures.background?.stored(asBackgroundOf: stack.common))
    let sheetPictures = stack.sheets.map { $0.pictures(pictures) }
    self.sheetPictures = sheetPictures
    platePictures = stack.layers.map { layer in
      switch layer.body {
      case .plate(let plate), .shadow(let plate): PlatePictures(plate, stack.common, pictures)
      case .background, .sheet: nil
      }
    }
    self.store = store
    self.width = width
    let (layerCount, sheetCount) = (stack.layers.count, stack.sheets.count)
    unsafe common = .allocate(capacity: 1)
    unsafe layers = .allocate(capacity: max(layerCount, 1))
    unsafe plates = .allocate(capacity: max(layerCount, 1))
    unsafe sheets = .allocate(capacity: max(sheetCount, 1))
    unsafe tables = .allocate(capacity: 1)
    unsafe kernel = .allocate(capacity: 1)
    unsafe colours = .allocate(
      byteCount: Int(CURL_SPAN) * (16 * layerCount + 32), alignment: 64)
    unsafe seen = .allocate(capacity: Int(CURL_SPAN) * max(layerCount, 1))
    unsafe handles = .allocate(capacity: max(sheetCount, 1))
    unsafe scratch = .allocate(capacity: 1)
    constants = stack.sheets.map { sheet in
      sheet.section.map { SectionConstants(sheet.frame, $0) }
    }
    caches = zip(zip(stack.sheets, sheetPictures), constants).map { sheet, section in
      SheetCache(sheet.0.frame, sheet.1, section, isDeep: isDeep)
    }
    for (i, cache) in caches.enumerated() { unsafe handles[i] = cache.cache }
    unsafe scratch.initialize(
      to: curl_stack_scratch(
        colours: colours.assumingMemoryBound(to: Float.self), seen: seen, caches: handles))
    unsafe kernel.initialize(
      to: curl_stack(
        common: common, layers: layers, sheets: sheets, layer_count: Int32(layerCount),
        sheet_count: Int32(sheetCount), tables: tables))
  }

  deinit {
    unsafe common.deallocate()
    unsafe layers.deallocate()
    unsafe plates.deallocate()
    unsafe sheets.deallocate()
    unsafe tables.deallocate()
    unsafe kernel.deallocate()
    unsafe colours.deallocate()
    unsafe seen.deallocate()
    unsafe handles.deallocate()
    unsafe scratch.deallocate()
  }

  /// Bytes of light and taps that sheets have cached so far.
  package var cachedBytes: Int { caches.reduce(0) { $0 + $1.bytes } }

  /// Calls `body` while the pictures are pinned in memory.
  package func pinned<Result>(_ body: () -> Result) -> Result {
    let readsLevels = stack.layers.contains { layer in
      switch layer.body {
      case .plate(let plate), .shadow(let plate): plate.readsLevels(stack.common)
      case .background, .sheet: false
      }
    }
    let casters = zip(stack.sheets, sheetPictures).filter { $0.0.frame.isLit }.map { $0.1.front }
    return PinnedPictures.with(
      pictures, readsLevels: readsLevels, isDeep: isDeep, casters: casters
    ) { pinned in
      unsafe Tables.with { tables in
        unsafe self.tables.initialize(to: tables)
        fill(pinned)
        return body()
      }
    }
  }

  /// All pictures, each once.
  private var pictures: [PreparedPicture] {
    let sheets = sheetPictures.flatMap { [$0.front, $0.back].compactMap { $0 } }
    let plates = platePictures.flatMap { $0?.all ?? [] }
    let all = sheets + plates + [ground.background].compactMap { $0 }
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  private func fill(_ pinned: PinnedPictures) {
    unsafe common.initialize(to: curl_frame(stack.common, ground, pinned, sides: .both))
    for (i, sheet) in stack.sheets.enumerated() {
      let own = sheetPictures[i]
      func frame(_ sides: SheetSides) -> curl_frame {
        unsafe curl_frame(sheet.frame, own, pinned, sides: sides)
      }
      unsafe (sheets + i).initialize(
        to: curl_stack_sheet(
          frames: (frame(.both), frame(.lower), frame(.upper)), section: constants[i]?.section))
    }
    for (i, layer) in stack.layers.enumerated() {
      unsafe fill(layers + i, layer, plates + i, platePictures[i], pinned)
    }
  }

  private func fill(
    _ to: UnsafeMutablePointer<curl_layer>, _ layer: Stack.Layer,
    _ plate: UnsafeMutablePointer<curl_plate>, _ pictures: PlatePictures?,
    _ pinned: PinnedPictures
  ) {
    var found = unsafe curl_layer()
    switch layer.body {
    case .background: unsafe found.kind = Int32(CURL_BACKGROUND.rawValue)
    case .shadow(let own), .plate(let own):
      guard let pictures else { preconditionFailure("a plate has its pictures") }
      unsafe plate.initialize(to: curl_plate(own, stack.common, pictures, pinned))
      unsafe found.plate = UnsafePointer(plate)
      unsafe found.kind = Int32(CURL_PLATE.rawValue)
      if case .shadow = layer.body { unsafe found.kind = Int32(CURL_SHADOW_PLATE.rawValue) }
    case .sheet(let number, let sides):
      unsafe found.kind = Int32(CURL_SHEET.rawValue)
      unsafe found.sheet = Int32(number)
      unsafe found.sides = Int32(sides.rawValue)
    }
    precondition(layer.casterSheets.count <= Int(CURL_CASTERS), "a layer has four casters at most")
    unsafe withUnsafeMutableBytes(of: &found.casters) { casters in
      for (i, number) in layer.casterSheets.enumerated() {
        unsafe casters.storeBytes(of: Int32(number), toByteOffset: 4 * i, as: Int32.self)
      }
    }
    unsafe found.caster_count = Int32(layer.casterSheets.count)
    unsafe found.is_rolled_up = layer.isRolledUp ? 1 : 0
    unsafe found.first_x = Int32(layer.bounds.x.lowerBound)
    unsafe found.end_x = Int32(layer.bounds.x.upperBound)
    unsafe found.first_y = Int32(layer.bounds.y.lowerBound)
    unsafe found.end_y = Int32(layer.bounds.y.upperBound)
    unsafe to.initialize(to: found)
  }

  /// Draws pixels of row `y`; `out` is the address of the first one.
  package func draw(_ y: Int, _ pixels: Range<Int>, to out: UnsafeMutableRawPointer) {
    let bytes = Store.bytes(store)
    forEachSpan(pixels) { start, count in
      unsafe curl_stack_span(
        width, kernel, scratch, Int32(y), Int32(start), Int32(count), Int32(store.rawValue),
        out + bytes * (start - pixels.lowerBound))
    }
  }

  /// Light, 0…1, that a sheet leaves on the plane in pixels of row `y`; `isRolledUp`: on a layer
  /// inside its roll.
  package func light(
    ofSheet number: Int, isRolledUp: Bool, _ y: Int, _ pixels: Range<Int>,
    into light: UnsafeMutablePointer<Float>
  ) {
    forEachSpan(pixels) { start, count in
      unsafe curl_stack_light(
        width, kernel, scratch, Int32(number), isRolledUp ? 1 : 0, Int32(y), Int32(start),
        Int32(count), light + start - pixels.lowerBound)
    }
  }

  /// The light on a sheet seen in columns, see `curl_columns_light`: of all pixels the light, then the
  /// white, then what comes through.
  func light(
    onSheet number: Int, _ columns: UnsafePointer<curl_columns>, _ y: Int, _ pixels: Range<Int>,
    into lights: UnsafeMutablePointer<UInt16>
  ) {
    let count = pixels.count
    unsafe curl_columns_light(
      width, kernel, scratch, Int32(number), columns, Int32(y), Int32(pixels.lowerBound),
      Int32(count), lights, lights + count, lights + 2 * count)
  }

  private func forEachSpan(_ pixels: Range<Int>, _ body: (Int, Int) -> Void) {
    var start = pixels.lowerBound
    while start < pixels.upperBound {
      let count = min(pixels.upperBound - start, Int(CURL_SPAN))
      body(start, count)
      start += count
    }
  }
}
