public import Foundation
package import TermCore
public import TermUI

/// A picture. Pixels are drawn as finely as the terminal can. A picture named in SF Symbols is shown as the closest
/// character. A picture of the program's own is shown as a character if its name resembles the name of a symbol.
/// Otherwise, its label is shown. Example: `ControlsPage.swift` in `Tests/Gallery`.
nonisolated public struct Image: @MainActor PrimitiveView, Equatable, Sendable {
    private enum Kind: Equatable, Sendable {
        case symbol(String)
        /// A picture of the program's own. Its spoken label is nil if it has no label.
        case asset(String, label: Text?)
        case pixels(PixelGrid)
        case code(CellModules)
    }

    private let kind: Kind
    /// Whether the picture takes the offered space. Only pixels do.
    private var isResizable = false
    /// The enlargement of a picture that fits its space, if it has any, and the middle of the visible part.
    private var zoom: Zoom?

    private struct Zoom: Equatable, Sendable {
        let scale: Double
        let x: Double
        let y: Double
    }

    /// The characters of the picture inside a text. There, nobody knows the terminal's character set.
    nonisolated var sign: String { characters(.unicode, "").description }

    /// The name of the picture, for people.
    var spokenName: String {
        let name =
            switch kind {
            case .symbol(let name), .asset(let name, _): name
            case .pixels(let grid): "\(grid.width) x \(grid.height)"
            case .code: "qrcode"
            }
        return String(name.map { ".-_".contains($0) ? " " : $0 })
    }

    /// Creates a picture from its name in SF Symbols.
    public init(systemName: String) {
        kind = .symbol(systemName)
    }

    /// Creates a picture from its name in SF Symbols. The value is ignored, because a character cannot show a value.
    public init(systemName: String, variableValue: Double?) {
        self.init(systemName: systemName)
    }

    /// Creates a picture of the program's own, which is spoken by its name.
    public init(_ name: String, bundle: Bundle? = nil) {
        kind = .asset(name, label: Text(verbatim: name))
    }

    /// Creates a picture of the program's own, which is spoken by its name. The value is ignored, because a character
    /// cannot show a value.
    public init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(name, bundle: bundle)
    }

    /// Creates a picture of the program's own, which is described by `label`.
    public init(_ name: String, bundle: Bundle? = nil, label: Text) {
        kind = .asset(name, label: label)
    }

    /// Creates a picture of the program's own that is not spoken.
    public init(decorative name: String, bundle: Bundle? = nil) {
        kind = .asset(name, label: nil)
    }

    /// Creates a picture of pixels. A terminal has room for few of them, so a picture that is larger than the offered
    /// space is shown smaller, in its own proportions, even if it is not resizable.
    package init(_ pixels: PixelGrid) { kind = .pixels(pixels) }

    /// Creates the picture of a code, whose modules are as large as a terminal needs them.
    package init(code: CellModules) { kind = .code(code) }

    /// Returns a picture of pixels that takes the offered space and fits it, and is then enlarged. What does not fit is
    /// not drawn. The middle of the visible part is in fractions of the picture's sides.
    package func zoomed(scale: Double, x: Double, y: Double) -> Image {
        guard case .pixels = kind else { return self }
        var image = self
        (image.isResizable, image.zoom) = (true, Zoom(scale: scale, x: x, y: y))
        return image
    }

    // MARK: - What a character has only one of

    /// The way in which a picture fills a larger space.
    public enum ResizingMode: Hashable, Sendable {
        case tile
        case stretch
    }

    /// Whether a picture is drawn in the colour of the text.
    public enum TemplateRenderingMode: Hashable, Sendable {
        case template
        /// The picture is drawn in its own colours, which a character does not have.
        case original
    }

    /// The way in which a picture is scaled up.
    public enum Interpolation: Hashable, Sendable {
        case none, low, medium, high
    }

    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }

    /// Returns a picture that takes the offered space, if it is made of pixels. A character stays as it is. If a frame
    /// is set around it, the frame keeps its size, and the character is in its middle.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        var image = self
        if case .pixels = kind { image.isResizable = true }
        return image
    }

    /// Returns the picture unchanged, because a character has the colour of the text.
    public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }

    public func interpolation(_ interpolation: Interpolation) -> Image { self }

    public func antialiased(_ isAntialiased: Bool) -> Image { self }

    /// Returns the picture unchanged, because a character has the colour of the text.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }

    // MARK: - In the tree

    private func characters(_ glyphs: TerminalProfile.Glyphs, _ variant: String) -> TerminalSafe {
        switch kind {
        case .symbol(let name): return SymbolTable.sign(name + variant, glyphs)
        case .asset(let name, let label):
            guard !SymbolTable.knows(name), let label else { return SymbolTable.sign(name, glyphs) }
            return TerminalSafe(label.plain, limit: 40)
        // A text has no room for pixels.
        case .pixels: return SymbolTable.sign("photo", glyphs)
        case .code: return SymbolTable.sign("qrcode", glyphs)
        }
    }

    @MainActor private func characters(_ node: ViewNode) -> TerminalSafe {
        characters(node.environment.glyphs, node.environment.symbolVariants.suffix)
    }

    /// Returns the proportions of a resizable picture, in columns for each row.
    @MainActor fileprivate func shape(_ environment: EnvironmentValues) -> Double? {
        guard case .pixels(let grid) = kind, isResizable else { return nil }
        return grid.shape(environment)
    }

    @MainActor private func size(of grid: PixelGrid, _ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let natural = grid.naturalSize(node.environment)
        let offered = CellSize(proposal.width ?? natural.width, proposal.height ?? natural.height)
        if isResizable || offered.width >= natural.width && offered.height >= natural.height {
            return isResizable ? offered : natural
        }
        let room = CellSize(min(offered.width, natural.width), min(offered.height, natural.height))
        return room.width == 0 || room.height == 0 ? .zero : grid.fitted(to: room, node.environment)
    }

    @MainActor package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        if case .pixels(let grid) = kind { return size(of: grid, proposal, node) }
        if case .code(let modules) = kind { return modules.size(proposal, node) }
        let columns = characters(node).columns
        return CellSize(min(columns, max(1, proposal.width ?? columns)), 1)
    }

    @MainActor package func semantics(_ node: ViewNode) -> [Semantic] {
        if case .pixels = kind { return [Semantic(.text, "\(node.environment.footerWords.picture), \(spokenName)")] }
        guard case .asset(_, let label?) = kind else { return [] }
        return [Semantic(.text, label.plain)]
    }

    @MainActor private func paint(_ grid: PixelGrid, _ node: ViewNode, on canvas: inout Canvas) {
        guard let zoom else { return DrawnPicture.draw(grid, in: node.frame, node, on: &canvas) }
        let (part, rect) = grid.visible(
            scale: zoom.scale, x: zoom.x, y: zoom.y, in: node.frame, node.environment)
        DrawnPicture.draw(grid, part, in: rect, node, on: &canvas)
    }

    @MainActor package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        if case .pixels(let grid) = kind { return paint(grid, node, on: &canvas) }
        if case .code(let modules) = kind { return modules.paint(node, on: &canvas) }
        let (sign, environment) = (characters(node), node.environment)
        canvas.clipped(to: node.frame) {
            $0.write(sign.fitted(to: node.frame.width), environment.cellStyle, x: node.frame.x, y: node.frame.y)
        }
    }
}

/// The way in which the layers of a symbol are coloured. A character has only one layer.
nonisolated public struct SymbolRenderingMode: Hashable, Sendable {
    public static let monochrome = Self(), multicolor = Self(), hierarchical = Self(), palette = Self()
}

nonisolated public struct SymbolVariants: Hashable, Sendable {
    /// The suffix that the variant adds to a symbol's name.
    fileprivate(set) var suffix = ""

    public static let none = Self()
    public static let circle = none.circle
    public static let square = none.square
    public static let rectangle = none.rectangle
    public static let fill = none.fill
    public static let slash = none.slash

    public var circle: Self { Self(suffix: suffix + ".circle") }
    public var square: Self { Self(suffix: suffix + ".square") }
    public var rectangle: Self { Self(suffix: suffix + ".rectangle") }
    public var fill: Self { Self(suffix: suffix + ".fill") }
    /// The variant with a line through it.
    public var slash: Self { Self(suffix: suffix + ".slash") }
}

/// The motion of a symbol. A character does not move.
nonisolated public struct SymbolEffect: Hashable, Sendable {
    public static let bounce = Self(), pulse = Self(), variableColor = Self(), scale = Self(), appear = Self(),
        disappear = Self(), replace = Self(), breathe = Self(), rotate = Self(), wiggle = Self(), automatic = Self()

    public var up: Self { self }
    public var down: Self { self }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    public var iterative: Self { self }
    public var cumulative: Self { self }
    public var reversing: Self { self }
}

nonisolated public struct SymbolEffectOptions: Hashable, Sendable {
    public static let `default` = Self(), repeating = Self(), nonRepeating = Self()

    public static func `repeat`(_ count: Int) -> Self { Self() }

    public static func speed(_ speed: Double) -> Self { Self() }
}

nonisolated extension EnvironmentValues {
    @Entry public var symbolVariants = SymbolVariants.none

    /// The size of symbols next to text. A character has only one size.
    @Entry public var imageScale = Image.Scale.medium
}

extension View {
    /// Sets the variant of symbols in the view. The variant is shown where there is a character for it.
    public func symbolVariant(_ variant: SymbolVariants) -> some View {
        transformEnvironment(adding: variant)
    }

    private func transformEnvironment(adding variant: SymbolVariants) -> some View {
        modified(VariantChange(variant: variant))
    }

    /// Sets the size of symbols in the view. The size changes nothing, because a character has only one size.
    public func imageScale(_ scale: Image.Scale) -> some View { environment(\.imageScale, scale) }

    /// Leaves the view unchanged, because a character has the colour of the text.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }

    /// Leaves the view unchanged, because characters do not move.
    public func symbolEffect(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> some View { self }

    /// Leaves the view unchanged, because characters do not move.
    public func symbolEffect(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, value: some Equatable
    ) -> some View { self }

    /// Gives the view a ratio of width to height. The view gets either the largest size that fits the offered space, or
    /// the smallest size that fills it. If the ratio is nil, the view keeps the ratio of its own size. Cells are twice
    /// as high as they are wide.
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        modified(Shaped(ratio: aspectRatio.map { Double($0) }, fills: contentMode == .fill))
    }

    public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        self.aspectRatio(aspectRatio.width / aspectRatio.height, contentMode: contentMode)
    }

    public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

    /// Gives the view the smallest size in its own proportions that fills the space. The excess is not drawn.
    public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
}

nonisolated public enum ContentMode: Hashable, CaseIterable, Sendable {
    case fit
    case fill
}

private struct VariantChange: NodeModifier, Equatable {
    let variant: SymbolVariants

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: variant) { $0.symbolVariants.suffix += variant.suffix }
    }
}

private struct Shaped: NodeModifier, Equatable {
    let ratio: Double?
    let fills: Bool

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { node.contentSize(shaped(proposal, node)) }

    /// The number of columns for each row. A content of fixed size has no shape except its own.
    private func shape(_ node: ViewNode) -> Double? {
        guard let ratio else {
            let elements = node.elements
            return elements.count == 1 ? (elements[0].primitive as? Image)?.shape(elements[0].environment) : nil
        }
        guard ratio.isFinite, ratio > 0 else { return nil }
        return ratio * Double(CellMetrics.pointsPerRow / CellMetrics.pointsPerColumn)
    }

    private func shaped(_ proposal: CellProposal, _ node: ViewNode) -> CellProposal {
        guard let shape = shape(node) else { return proposal }
        func cells(_ length: Double) -> Int { max(0, CellMetrics.cells(length)) }
        switch (proposal.width, proposal.height) {
        case (nil, nil): return proposal
        case (let width?, nil): return CellProposal(width, cells(Double(width) / shape))
        case (nil, let height?): return CellProposal(cells(Double(height) * shape), height)
        case (let width?, let height?):
            let isWide = Double(width) > Double(height) * shape
            if isWide != fills { return CellProposal(cells(Double(height) * shape), height) }
            return CellProposal(width, cells(Double(width) / shape))
        }
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect.aligned(node.contentSize(shaped(CellProposal(rect.size), node)), .center))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        canvas.clipped(to: node.frame) { node.paintContent(on: &$0) }
    }
}

nonisolated extension Text {
    public init(_ image: Image) {
        self.init(verbatim: image.sign)
    }
}

nonisolated extension LocalizedStringKey.StringInterpolation {
    public mutating func appendInterpolation(_ image: Image) { appendInterpolation(Text(image)) }
}

extension GraphicsContext {
    /// Draws a picture's character in the middle of a rectangle.
    public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) {
        draw(Text(image), at: CGPoint(x: rect.midX, y: rect.midY))
    }

    /// Draws a picture's character at a point.
    public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(Text(image), at: point, anchor: anchor)
    }
}
