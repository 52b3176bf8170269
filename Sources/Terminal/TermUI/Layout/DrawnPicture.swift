import Foundation
package import TermCore

nonisolated extension EnvironmentValues {
    /// The finest way in which the terminal shows pictures.
    @Entry package var pictureStep = PictureStep.blocks

    /// The size of a cell, or nil if unknown.
    @Entry package var cellPixels: CellPixels? = nil

    /// How the terminal shows pictures.
    package var pictureLook: PictureLook {
        PictureLook(step: pictureStep, cell: cellPixels, glyphs: glyphs, depth: colorDepth)
    }
}

nonisolated extension PixelGrid {
    /// The largest size of a picture that chooses its own size, in cells.
    private static let most = CellSize(400, 200)

    /// Returns the number of columns for each row, on the terminal's cells.
    package func shape(_ environment: EnvironmentValues) -> Double {
        Double(width) / Double(height) * environment.pictureLook.columnsPerRow
    }

    /// Returns the size of the picture with one pixel for each point.
    package func naturalSize(_ environment: EnvironmentValues) -> CellSize {
        let columns = max(1, CellMetrics.columns(CGFloat(width)))
        let rows = max(1, CellMetrics.cells(Double(columns) / shape(environment)))
        let size = CellSize(columns, rows)
        return size.width <= Self.most.width && size.height <= Self.most.height
            ? size : fitted(to: Self.most, environment)
    }

    /// Returns the largest size in the picture's proportions, of at least one cell, that fits the given size.
    package func fitted(to size: CellSize, _ environment: EnvironmentValues) -> CellSize {
        let shape = shape(environment)
        let isWide = Double(size.width) > Double(size.height) * shape
        let (width, height) = (Double(size.width), Double(size.height))
        return isWide
            ? CellSize(min(size.width, max(1, CellMetrics.cells(height * shape))), size.height)
            : CellSize(size.width, min(size.height, max(1, CellMetrics.cells(width / shape))))
    }

    /// Returns the part of an enlarged picture that is visible in a rectangle, and its place there. With the scale 1,
    /// the whole picture is visible. The middle of the part is in fractions of the picture's sides.
    package func visible(
        scale: Double, x: Double, y: Double, in rect: CellRect, _ environment: EnvironmentValues
    ) -> (part: Part, rect: CellRect) {
        guard !rect.isEmpty else { return (.whole, rect) }
        let fit = fitted(to: rect.size, environment)
        let whole = (width: Double(fit.width) * max(1, scale), height: Double(fit.height) * max(1, scale))
        let seen = CellSize(
            min(rect.width, CellMetrics.cells(whole.width)), min(rect.height, CellMetrics.cells(whole.height)))
        let (width, height) = (Double(seen.width) / whole.width, Double(seen.height) / whole.height)
        return (
            Part(x: x - width / 2, y: y - height / 2, width: width, height: height), rect.aligned(seen, .center)
        )
    }
}

/// The cells of the picture that a node has drawn. They are kept in the node's ``ViewNode/memo``, so that a picture is
/// scaled only if it or its size has changed. A large picture in pixels is made on another thread. Until it is ready,
/// characters are in its place.
package final class DrawnPicture {
    private var key: Key?
    private var picture: CellPicture?
    private var isMaking = false

    /// The most pixels of a picture that is made while the screen is drawn.
    private nonisolated static let mostAtOnce = 65_536

    private nonisolated struct Key: Equatable, Sendable {
        let grid: PixelGrid
        let part: PixelGrid.Part
        let size: CellSize
        let look: PictureLook

        var isLarge: Bool {
            CellPicture.pixelCount(grid, part, columns: size.width, rows: size.height, look: look) > mostAtOnce
        }

        func picture(_ look: PictureLook) -> CellPicture {
            CellPicture(grid, part, columns: size.width, rows: size.height, look: look)
        }
    }

    /// Draws a part of a picture so that it fills a rectangle.
    package static func draw(
        _ grid: PixelGrid, _ part: PixelGrid.Part = .whole, in rect: CellRect, _ node: ViewNode,
        on canvas: inout Canvas
    ) {
        guard !rect.isEmpty, canvas.shows(rect) else { return }
        let drawn = node.memo as? DrawnPicture ?? DrawnPicture()
        node.memo = drawn
        let look = node.environment.pictureLook
        let key = Key(grid: grid, part: part, size: rect.size, look: look)
        if drawn.key != key {
            drawn.key = key
            let blocks = PictureLook(step: .blocks, cell: look.cell, glyphs: look.glyphs, depth: look.depth)
            drawn.picture = key.picture(key.isLarge ? blocks : look)
            if key.isLarge { drawn.make(key, for: node) }
        }
        if let picture = drawn.picture { canvas.draw(picture, x: rect.x, y: rect.y) }
    }

    /// Makes a large picture, and draws it if it is still wanted.
    private func make(_ key: Key, for node: ViewNode) {
        guard !isMaking else { return }
        isMaking = true
        // A node has at most one such task. It ends with its picture, or begins the picture that is wanted by then.
        Task { [weak self, weak node] in
            let made = await Self.made(key)
            guard let self else { return }
            isMaking = false
            guard let node, let wanted = self.key, wanted.isLarge else { return }
            guard wanted == key else { return make(wanted, for: node) }
            picture = made
            node.repaint()
        }
    }

    @concurrent private nonisolated static func made(_ key: Key) async -> CellPicture { key.picture(key.look) }
}
