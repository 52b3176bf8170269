import TermCore
import TermUI

/// Feedback that a person notices without looking. A terminal has no haptics. A success, a warning and an error are
/// tones, which come from the terminal whose screen has ``SeamSwiftUI/View/lmk_themed()``.
public enum LMKHapticFeedbackHelper {
    static var sound = FeedbackAction()

    public static func success() { sound(.success) }
    public static func warning() { sound(.warning) }
    public static func error() { sound(.error) }
    /// Makes no sound, because a selection changes with each key press.
    public static func selection() {}
    /// Does not sound, because a tone has no strength.
    public static func light() {}
    /// Does not sound, because a tone has no strength.
    public static func medium() {}
    /// Does not sound, because a tone has no strength.
    public static func heavy() {}

    /// Does nothing, because a tone needs no preparation.
    public static func prepareNotification() {}
    /// Does nothing, because a tone needs no preparation.
    public static func prepareSelection() {}
    /// Does nothing, because a tone needs no preparation.
    public static func prepareImpact(_ style: UIImpactFeedbackGenerator.FeedbackStyle) {}
    /// Does nothing, because a tone needs no preparation.
    public static func prepare() {}
}

public nonisolated enum UIImpactFeedbackGenerator {
    public enum FeedbackStyle: Int, Sendable {
        case light
        case medium
        case heavy
        case soft
        case rigid
    }
}
