public import Foundation

/// The scene of a program.
public enum LMKSceneUtil {
    /// The number of pixels in a point. The value is always 1, because a terminal reports no pixels.
    public static var screenScale: CGFloat { 1 }

    /// Refused, because a terminal has no windows.
    @available(*, unavailable, message: "a terminal has no windows; LMKDeviceHelper.screenSize has the screen's size")
    public static func getKeyWindow() -> Never? { nil }
}

/// Refused, because the keyboard of a terminal never covers the screen.
@available(*, unavailable, message: "the keyboard of a terminal never covers the screen, so its height is always 0")
public final class LMKKeyboardObserver {}
