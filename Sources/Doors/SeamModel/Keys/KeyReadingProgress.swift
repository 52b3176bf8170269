extension KeyReadingProgress {
    /// The progress for people, for example `12 of 70`. The text is empty until the number of keys is known.
    package var words: String { count.map { "\(done) of \($0)" } ?? "" }
}
