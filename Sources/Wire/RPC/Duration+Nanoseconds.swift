extension Duration {
    /// The duration in nanoseconds, rounded up so that a timer never fires early. The largest value is about 292 years.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
        return overflow || carry ? .max : sum
    }
}
