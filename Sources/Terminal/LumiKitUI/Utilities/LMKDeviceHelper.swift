import Foundation

public nonisolated enum LMKDeviceType: Hashable, Sendable {
    case iPhone
    case iPad
    case macCatalyst
    /// A terminal, or any other device.
    case other
}

/// The size of a screen, by its longest side in points. A column is 8 points and a row is 16 points.
public nonisolated enum LMKScreenSize: Hashable, Sendable {
    /// At most 667 points, such as 80 columns.
    case compact
    /// At most 844 points, which are 105 columns.
    case regular
    /// At most 1,279 points.
    case large
    /// 1,280 points or more, which are 160 columns.
    case extraLarge
}

/// The device and the screen on which a program is shown.
public enum LMKDeviceHelper {
    /// The kind of device. In a terminal, this is always ``LMKDeviceType/other``.
    public static var deviceType: LMKDeviceType { .other }
    public static var isIPad: Bool { deviceType == .iPad }
    public static var isMacCatalyst: Bool { deviceType == .macCatalyst }

    /// The size of the view with ``SeamSwiftUI/View/lmk_themed()``. This view is the whole screen. The size is
    /// ``LMKScreenSize/regular`` before this view is shown. A view that reads the size is redrawn when the size
    /// changes.
    public static var screenSize: LMKScreenSize {
        guard let screen = LMKThemeManager.shared.screen else { return .regular }
        return switch max(screen.width, screen.height) {
        case ...667: .compact
        case ...844: .regular
        case ..<1_280: .large
        default: .extraLarge
        }
    }

    /// Whether the screen has a notch at its top. A terminal never has one.
    public static var hasTopNotch: Bool { false }
}
