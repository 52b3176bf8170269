/// The ways in which a terminal shows a picture, from the finest to the coarsest.
package enum PictureStep: String, CaseIterable, Sendable {
    /// The terminal draws pixels that it was sent once, in place of the characters that name them (kitty's graphics
    /// protocol with Unicode placeholders).
    case kitty
    /// The terminal draws pixels over its cells (sixel, DEC STD 070).
    case sixel
    /// Two pixels share a cell.
    case blocks
    /// A character stands for the brightness of a cell.
    case ascii
}

/// The size of a terminal's cell, in pixels.
package struct CellPixels: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// The size that is assumed if the terminal does not report one.
    package static let assumed = CellPixels(known: 10, 20)

    private init(known width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// Creates a size from the reported size of the whole terminal. Returns nil if a cell is not between 2 and 64
    /// pixels wide and between 4 and 128 pixels high.
    package init?(terminal: (width: Int, height: Int), columns: Int, rows: Int) {
        guard columns > 0, rows > 0 else { return nil }
        let (width, height) = (terminal.width / columns, terminal.height / rows)
        guard (2...64).contains(width), (4...128).contains(height) else { return nil }
        self.init(known: width, height)
    }
}

/// How a terminal shows pictures.
package struct PictureLook: Hashable, Sendable {
    /// The way in which the terminal shows a picture that is not covered.
    package let step: PictureStep
    /// The size of a cell, or nil if unknown.
    package let cell: CellPixels?
    /// The characters of the coarsest step.
    package let glyphs: TerminalProfile.Glyphs
    package let depth: ColorDepth

    package init(
        step: PictureStep, cell: CellPixels? = nil, glyphs: TerminalProfile.Glyphs = .unicode,
        depth: ColorDepth = .truecolor
    ) {
        let least: PictureStep = glyphs == .unicode && depth > .mono ? .blocks : .ascii
        let hasPixels = least == .blocks && depth >= .indexed && (step == .kitty || step == .sixel && cell != nil)
        self.step = hasPixels || step == .ascii ? step : least
        (self.cell, self.glyphs, self.depth) = (cell, glyphs, depth)
    }

    /// The number of columns that have the height of a row.
    package var columnsPerRow: Double {
        let cell = cell ?? .assumed
        return Double(cell.height) / Double(cell.width)
    }
}

extension Capabilities {
    /// The way in which the terminal shows pictures. The variable `SEAM_PICTURES` decides. If it is not set, the
    /// terminal's answers decide, and a terminal behind a network or a multiplexer gets no pixels.
    package var pictures: PictureStep {
        let plain: PictureStep = profile.glyphs.value == .unicode ? .blocks : .ascii
        guard profile.charset == .utf8 else { return plain }
        if let pictures = profile.pictures { return pictures }
        if profile.isRemote || isMultiplexer { return plain }
        if hasPlaceholders { return .kitty }
        return hasSixel && cell != nil ? .sixel : plain
    }

    /// Whether another terminal is behind the terminal. It may show none of the pixels, or leave them on its screen.
    private var isMultiplexer: Bool {
        let names = [profile.name.description, version?.description ?? ""]
        return names.contains { name in ["tmux", "screen"].contains { name.hasPrefix($0) } }
    }

    /// Whether the terminal replaces kitty's placeholders. These are kitty since 0.28, and Ghostty.
    private var hasPlaceholders: Bool {
        guard let version = version?.description else { return false }
        if version.hasPrefix("ghostty ") { return true }
        guard version.hasPrefix("kitty(") else { return false }
        let numbers = version.dropFirst(6).split(separator: ".").prefix(2).map { Int($0.prefix { $0.isNumber }) ?? 0 }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (0, 28)
    }
}
