import Foundation
import TermCore

/// A path drawn in the cells of a window. Places are counted from the upper left cell of the space.
nonisolated enum ShapeDrawing {
    /// The path covers whole cells.
    case cells(CellRect)
    /// The quarters of each cell that are inside the path.
    case quarters([UInt8])
    /// The dots of each cell that are drawn.
    case dots([UInt8])
    case box(CellRect, isRounded: Bool, isHeavy: Bool, isDashed: Bool)
    case dot(x: Int, y: Int, isFilled: Bool)

    /// Returns the drawing of the inside of a path.
    static func filled(_ path: Path, _ style: FillStyle, _ size: CellSize, _ window: CellRect) -> ShapeDrawing {
        if let outline = path.outline { return stroked(path, outline, size, window) }
        switch path.form {
        case .rectangle(let rect, isRounded: false) where rect == CGRect(points: size):
            return .cells(CellRect(x: 0, y: 0, size))
        case .ellipse(let rect):
            if let dot = dot(rect, size, isFilled: true) { return dot }
        default: break
        }
        let raster = Raster(window: window)
        let (quarters, dots) = raster.inside(of: path, isEOFilled: style.isEOFilled)
        if quarters.contains(where: { $0.nonzeroBitCount > 1 }) { return .quarters(quarters) }
        // A part that is too small for half a cell is drawn as dots. A part that is too small for a dot is drawn as its
        // outline.
        if dots.contains(where: { $0 != 0 }) { return .dots(dots) }
        let (bounds, room) = (path.boundingRect, CGRect(points: size))
        let isThin = bounds.width > 0 && bounds.height > 0 && min(bounds.width, bounds.height) < 4
        // Foundation's `intersects` traps for some infinite rectangles.
        let isSeen = bounds.minX < room.maxX && bounds.maxX > 0 && bounds.minY < room.maxY && bounds.maxY > 0
        return .dots(isThin && isSeen ? raster.dots(of: path, StrokeStyle()) : [])
    }

    /// Returns the drawing of the outline of a path.
    static func stroked(_ path: Path, _ style: StrokeStyle, _ size: CellSize, _ window: CellRect) -> ShapeDrawing {
        guard style.lineWidth > 0 else { return .dots([]) }
        switch path.form {
        case .rectangle(let rect, let isRounded) where rect.isDrawable:
            let (left, top) = (Int((rect.minX / 8).rounded(.down)), Int((rect.minY / 16).rounded(.down)))
            let (right, bottom) = (Int((rect.maxX / 8).rounded(.up)), Int((rect.maxY / 16).rounded(.up)))
            let place = CellRect(x: left, y: top, CellSize(max(1, right - left), max(1, bottom - top)))
            return .box(
                place, isRounded: isRounded, isHeavy: style.lineWidth >= 2,
                isDashed: style.dash.contains { $0 > 0 })
        case .ellipse(let rect):
            if let dot = dot(rect, size, isFilled: false) { return dot }
        default: break
        }
        return .dots(Raster(window: window).dots(of: path, style))
    }

    /// Returns the drawing of a circle for a rectangle that is at most one row high and two columns wide. For any other
    /// rectangle, returns nil.
    private static func dot(_ rect: CGRect, _ size: CellSize, isFilled: Bool) -> ShapeDrawing? {
        guard rect.isDrawable, rect.height > 0, rect.height <= 16, rect.width <= 16, size.height == 1 else {
            return nil
        }
        return .dot(x: max(0, Int(((rect.midX - 4) / 8).rounded(.down))), y: 0, isFilled: isFilled)
    }
}

nonisolated extension CGRect {
    /// Whether the rectangle is small enough for counting its cells.
    var isDrawable: Bool { [minX, minY, maxX, maxY].allSatisfy { $0.isFinite && abs($0) < 1e6 } }
}

extension ShapeDrawing {
    /// Draws the path with a style. The `frame` is the whole space, and the `window` is the computed part of the space.
    func paint(
        on canvas: inout Canvas, _ paint: Paint, _ frame: CellRect, _ window: CellRect,
        _ environment: EnvironmentValues
    ) {
        let inks = paint.inks(in: environment, CGRect(points: frame.size))
        func place(_ index: Int) -> (x: Int, y: Int, ink: Ink) {
            let (x, y) = (window.x + index % window.width, window.y + index / window.width)
            return (frame.x + x, frame.y + y, inks(.middle(x, y)))
        }
        switch self {
        case .cells(let rect):
            let place = CellRect(x: frame.x + rect.x, y: frame.y + rect.y, rect.size)
            canvas.fill(place, paint, bounds: frame, environment)
        case .quarters(let quarters):
            for (index, inside) in quarters.enumerated() where inside.nonzeroBitCount > 1 {
                let (x, y, ink) = place(index)
                if let part = Self.part(inside, environment.glyphs), ink.alpha >= 1 {
                    canvas.draw(nil, part, ink, environment, x: x, y: y)
                } else {
                    canvas.cover(CellRect(x: x, y: y, CellSize(1, 1)), ink, environment)
                }
            }
        case .dots(let dots):
            for (index, bits) in dots.enumerated() where bits != 0 {
                let (x, y, ink) = place(index)
                canvas.draw(dots: bits, ink, environment, x: x, y: y)
            }
        case .box(let rect, let isRounded, let isHeavy, let isDashed):
            let glyphs = BoxGlyphs(environment.glyphs, isRounded: isRounded, isHeavy: isHeavy, isDashed: isDashed)
            let place = CellRect(x: frame.x + rect.x, y: frame.y + rect.y, rect.size)
            canvas.box(place, glyphs, environment) { inks(.middle($0 - frame.x, $1 - frame.y)) }
        case .dot(let x, let y, let isFilled):
            let signs: (Unicode.Scalar, Unicode.Scalar) = environment.glyphs == .unicode ? ("●", "○") : ("*", "o")
            canvas.draw(
                " ", isFilled ? signs.0 : signs.1, inks(.middle(x, y)), environment, x: frame.x + x, y: frame.y + y)
        }
    }

    /// Returns the character for two or three quarters, or nil for a whole cell.
    private static func part(_ quarters: UInt8, _ glyphs: TerminalProfile.Glyphs) -> Unicode.Scalar? {
        guard glyphs == .unicode else { return nil }
        switch quarters {
        case 3: return "▀"
        case 12: return "▄"
        case 5: return "▌"
        case 10: return "▐"
        case 7: return "▛"
        case 11: return "▜"
        case 13: return "▙"
        case 14: return "▟"
        default: return nil
        }
    }
}

/// The characters of a box.
nonisolated struct BoxGlyphs {
    let horizontal: Unicode.Scalar
    let vertical: Unicode.Scalar
    /// The corners, clockwise from the upper left corner.
    let corners: [Unicode.Scalar]

    init(_ glyphs: TerminalProfile.Glyphs, isRounded: Bool, isHeavy: Bool, isDashed: Bool) {
        guard glyphs == .unicode else {
            let lines = LineGlyphs(glyphs, isRounded: isRounded)
            (horizontal, vertical) = (lines.horizontal, lines.vertical)
            corners = [lines.topLeft, lines.topRight, lines.bottomRight, lines.bottomLeft]
            return
        }
        (horizontal, vertical) =
            isDashed ? (isHeavy ? ("┅", "┇") : ("┄", "┆")) : (isHeavy ? ("━", "┃") : ("─", "│"))
        corners = isHeavy ? ["┏", "┓", "┛", "┗"] : isRounded ? ["╭", "╮", "╯", "╰"] : ["┌", "┐", "┘", "└"]
    }
}

extension Canvas {
    /// Draws a box along the edges of `rect`, or a line if the rectangle is a single row or column. Nothing is drawn
    /// over text.
    mutating func box(_ rect: CellRect, _ glyphs: BoxGlyphs, _ environment: EnvironmentValues, _ ink: (Int, Int) -> Ink)
    {
        guard !rect.isEmpty else { return }
        let (right, bottom) = (rect.columns.upperBound - 1, rect.rows.upperBound - 1)
        func put(_ scalar: Unicode.Scalar, _ x: Int, _ y: Int, _ canvas: inout Canvas) {
            guard canvas.clip.contains(x: x, y: y) else { return }
            canvas.draw(" ", scalar, ink(x, y), environment, x: x, y: y)
        }
        let (isWide, isHigh) = (rect.width > 1, rect.height > 1)
        // The lines of a box do not include its corners.
        let margin = isWide && isHigh ? 1 : 0
        if isWide || !isHigh {
            for x in (rect.x + margin..<right + 1 - margin).clamped(to: clip.columns) {
                put(glyphs.horizontal, x, rect.y, &self)
                if isHigh { put(glyphs.horizontal, x, bottom, &self) }
            }
        }
        guard isHigh else { return }
        for y in (rect.y + margin..<bottom + 1 - margin).clamped(to: clip.rows) {
            put(glyphs.vertical, rect.x, y, &self)
            if isWide { put(glyphs.vertical, right, y, &self) }
        }
        guard isWide else { return }
        let places = [(rect.x, rect.y), (right, rect.y), (right, bottom), (rect.x, bottom)]
        for (corner, place) in zip(glyphs.corners, places) { put(corner, place.0, place.1, &self) }
    }

    /// Draws dots in a cell, in addition to the existing dots. Nothing is drawn over text.
    mutating func draw(dots: UInt8, _ ink: Ink, _ environment: EnvironmentValues, x: Int, y: Int) {
        guard clip.contains(x: x, y: y) else { return }
        guard environment.glyphs == .unicode else {
            return draw(" ", dots.nonzeroBitCount > 2 ? "*" : ".", ink, environment, x: x, y: y)
        }
        let old = cells[x, y].glyph.base.value
        let all = (0x2800...0x28FF).contains(old) ? dots | UInt8(truncatingIfNeeded: old) : dots
        draw(" ", Unicode.Scalar(0x2800 + UInt32(all)) ?? " ", ink, environment, x: x, y: y)
    }
}
