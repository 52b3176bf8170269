import TermCore
public import TermUI

/// A signal that a person feels or hears. A terminal sounds for a success, a warning and an error. It does not sound
/// for the other signals, because they come with each key press and would disturb other people.
nonisolated public struct SensoryFeedback: Hashable, Sendable {
    private let kind: Int

    /// The tone that the terminal makes. If it makes no sound, this is nil.
    var tone: TerminalTone? {
        switch self {
        case .success: .success
        case .warning: .warning
        case .error: .error
        default: nil
        }
    }

    public static let success = SensoryFeedback(kind: 0)
    public static let warning = SensoryFeedback(kind: 1)
    public static let error = SensoryFeedback(kind: 2)
    public static let selection = SensoryFeedback(kind: 3)
    public static let increase = SensoryFeedback(kind: 4)
    public static let decrease = SensoryFeedback(kind: 5)
    public static let start = SensoryFeedback(kind: 6)
    public static let stop = SensoryFeedback(kind: 7)
    public static let alignment = SensoryFeedback(kind: 8)
    public static let impact = SensoryFeedback(kind: 9)

    public enum Weight: Hashable, Sendable {
        case light, medium, heavy
    }

    /// Returns an impact with a strength from 0 to 1.
    public static func impact(weight: Weight = .medium, intensity: Double = 1) -> SensoryFeedback { impact }
}

extension View {
    public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View {
        sensoryFeedback(trigger: trigger) { _, _ in feedback }
    }

    public func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ old: T, _ new: T) -> Bool
    ) -> some View {
        sensoryFeedback(trigger: trigger) { condition($0, $1) ? feedback : nil }
    }

    public func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (_ old: T, _ new: T) -> SensoryFeedback?
    ) -> some View {
        modifier(Sounding(trigger: trigger, feedback: feedback))
    }
}

/// Makes the terminal sound when a value changes.
private struct Sounding<T: Equatable>: ViewModifier {
    let trigger: T
    let feedback: (T, T) -> SensoryFeedback?
    @Environment(\.feedback) private var sound

    func body(content: Content) -> some View {
        content.onChange(of: trigger) { old, new in
            if let tone = feedback(old, new)?.tone { sound(tone) }
        }
    }
}
