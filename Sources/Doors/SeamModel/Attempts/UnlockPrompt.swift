extension UnlockPrompt {
    /// The longest time, in total, for which an attempt's clock may be paused.
    package static let longest = Duration.seconds(300)
}
