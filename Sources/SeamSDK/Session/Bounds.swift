import FoundationEssentials

extension TimeInterval {
    /// Within `bounds`; `otherwise` for what is no number.
    func bounded(by bounds: ClosedRange<Self>, otherwise: Self) -> Self {
        isNaN ? otherwise : Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
