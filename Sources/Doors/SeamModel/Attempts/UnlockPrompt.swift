extension UnlockPrompt {
    /// For how long an attempt's time stands still at most, in all.
    package static let longest = Duration.seconds(300)
}
