public import TermUI

/// What a person feels or hears; a terminal has nothing of the kind that does not disturb others.
nonisolated public struct SensoryFeedback: Hashable, Sendable {
    private let kind: Int

    /// Something has succeeded.
    public static let success = SensoryFeedback(kind: 0)
    /// Something needs attention.
    public static let warning = SensoryFeedback(kind: 1)
    /// Something has failed.
    public static let error = SensoryFeedback(kind: 2)
    /// Something was chosen.
    public static let selection = SensoryFeedback(kind: 3)
    /// A value has grown.
    public static let increase = SensoryFeedback(kind: 4)
    /// A value has become smaller.
    public static let decrease = SensoryFeedback(kind: 5)
    /// Something has begun.
    public static let start = SensoryFeedback(kind: 6)
    /// Something has ended.
    public static let stop = SensoryFeedback(kind: 7)
    /// Something is in line.
    public static let alignment = SensoryFeedback(kind: 8)
    /// Something was hit.
    public static let impact = SensoryFeedback(kind: 9)

    /// How heavy what was hit is.
    public enum Weight: Hashable, Sendable {
        /// Each of the weights.
        case light, medium, heavy
    }

    /// Something was hit, with a strength from 0 to 1.
    public static func impact(weight: Weight = .medium, intensity: Double = 1) -> SensoryFeedback { impact }
}

extension View {
    /// Leaves the view as it is.
    public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
    /// Leaves the view as it is.
    public func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ old: T, _ new: T) -> Bool
    ) -> some View { self }
    /// Leaves the view as it is.
    public func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (_ old: T, _ new: T) -> SensoryFeedback?
    ) -> some View { self }
}
