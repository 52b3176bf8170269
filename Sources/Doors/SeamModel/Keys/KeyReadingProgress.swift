extension KeyReadingProgress {
    /// The progress for people, as in `12 of 70`; empty until the number of keys is known.
    package var words: String { count.map { "\(done) of \($0)" } ?? "" }
}
