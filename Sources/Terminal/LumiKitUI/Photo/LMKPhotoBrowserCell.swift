public import Foundation
import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// A photo that can be enlarged. It fits the screen at first.
public final class LMKPhotoBrowserCell: UIView {
    public nonisolated static let identifier = "LMKPhotoBrowserCell"

    /// A closure for a swipe that closes the browser. A terminal has no swipes, so the cell does not call it.
    public var onVerticalSwipeToDismiss: (() -> Void)?
    /// A closure for the progress of such a swipe, which a terminal does not have.
    public var onVerticalPanProgressForDismiss: ((CGFloat) -> Void)?
    /// Called with true when the photo is enlarged, and with false when it fits the screen again.
    public var onZoomStateChanged: ((Bool) -> Void)?
    /// Called with false while the arrows move the part of an enlarged photo, and otherwise with true.
    public var onPagingScrollEnabled: ((Bool) -> Void)?

    @Published private var image: UIImage?
    @Published private(set) var zoom = LMKZoom() {
        didSet {
            guard zoom.isZoomed != oldValue.isZoomed else { return }
            onZoomStateChanged?(zoom.isZoomed)
            onPagingScrollEnabled?(!zoom.isZoomed)
        }
    }

    public var isZoomed: Bool { zoom.isZoomed }

    /// Shows a photo from its whole. The size of the screen is the size of the view.
    public func configure(with image: UIImage, screenSize: CGSize) {
        self.image = image
        resetZoom()
    }

    /// Shows the photo in another size of the screen, which is the size of the view.
    public func updateImageSize(image: UIImage, screenSize: CGSize) { self.image = image }

    public func resetZoom() { zoom = LMKZoom() }

    /// Enlarges the photo twice, or shows all of it if it is enlarged. The middle stays, wherever the location is.
    public func zoomAtLocationInCell(_ location: CGPoint) {
        if isZoomed { resetZoom() } else { zoom.zoom(by: 2) }
    }

    func zoom(by factor: Double) { zoom.zoom(by: factor) }

    func move(x: Int, y: Int) { zoom.move(x: x, y: y) }

    override public func makeContent() -> AnyView {
        guard let image else { return AnyView(EmptyView()) }
        guard image.width > 0 else { return AnyView(image.view.filling(.center)) }
        return AnyView(image.image.zoomed(scale: zoom.scale, x: zoom.x, y: zoom.y))
    }
}
