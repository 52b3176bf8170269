import FoundationEssentials

extension TimeInterval {
    /// The value clamped to `bounds`; `otherwise` if it is not a number.
    func bounded(by bounds: ClosedRange<Self>, otherwise: Self) -> Self {
        isNaN ? otherwise : Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
