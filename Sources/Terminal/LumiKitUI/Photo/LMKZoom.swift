import Foundation

/// The enlarged part of a photo, as a value.
nonisolated struct LMKZoom: Hashable, Sendable {
    /// The enlargement, relative to the size in which the photo fits the screen.
    private(set) var scale = 1.0
    /// The middle of the visible part, as fractions of the photo's sides.
    private(set) var x = 0.5
    private(set) var y = 0.5

    var isZoomed: Bool { scale > 1 }

    /// The factor of one key press.
    static let step = 1.25

    /// Enlarges the photo by a factor, or makes it smaller. The middle stays.
    mutating func zoom(by factor: Double) {
        let most = Double(LMKPhotoBrowserConfig.maximumZoomScale)
        let least = Double(LMKPhotoBrowserConfig.minimumZoomScale)
        scale = min(max(scale * (factor.isNaN ? 1 : factor), least), most)
        // After a few keys, the scale is exactly 1 again.
        if scale < 1.01 { scale = 1 }
        move(x: 0, y: 0)
    }

    /// Moves the visible part by a number of quarters of it. It stays inside the photo.
    mutating func move(x columns: Int, y rows: Int) {
        func moved(_ middle: Double, _ quarters: Int) -> Double {
            let half = 0.5 / scale
            return min(max(middle + Double(quarters) * half / 2, half), 1 - half)
        }
        (x, y) = (moved(x, columns), moved(y, rows))
    }
}
