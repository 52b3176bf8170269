import FoundationEssentials

extension TimeInterval {
    /// Returns the value clamped to `bounds`, or `otherwise` if the value is not a number.
    func bounded(by bounds: ClosedRange<Self>, otherwise: Self) -> Self {
        isNaN ? otherwise : Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
