/// Formats numbers for people.
public enum LMKFormatHelper {
    /// The format of a fraction as a whole percentage, as in "75%".
    public static let progressPercentFormat = "%.0f%%"

    /// Returns a fraction from 0 to 1 as a percentage, as in "75%". Values outside this range are clamped, and NaN
    /// becomes 0%.
    public static func progressPercent(_ progress: Float) -> String {
        let share = progress.isNaN ? 0 : max(0, min(1, progress))
        return "\(Int((share * 100).rounded(.toNearestOrEven)))%"
    }
}
