public import Foundation
import SeamSwiftUI

/// The numbers of the photo browser, in points.
public enum LMKPhotoBrowserConfig {
    /// The gap between two photos. A terminal shows one photo at a time, and turns pages at once.
    public static var interPageSpacing: CGFloat { LMKSpacing.large }
    public nonisolated static let macButtonSize: CGFloat = 48
    /// The largest enlargement of a photo, relative to the size in which it fits the screen.
    public nonisolated static let maximumZoomScale: CGFloat = 3.0
    public nonisolated static let minimumZoomScale: CGFloat = 1.0
    /// The speed of a swipe that closes the browser. A terminal has Esc instead.
    public nonisolated static let dismissVelocityThreshold: CGFloat = 700

    public static var overlayButtonSize: CGFloat { LMKLayout.minimumTouchTarget }

    /// Returns a button for a photo's screen. A closure takes the place of a target and a selector.
    public static func makeOverlayButton(systemName: String, action: @escaping () -> Void) -> LMKButton {
        let button = LMKButton()
        button.look = .ghost(LMKColor.white)
        button.image = UIImage(systemName: systemName)
        button.tapHandler = action
        return button
    }
}
