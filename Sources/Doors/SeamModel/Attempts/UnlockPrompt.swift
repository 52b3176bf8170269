extension UnlockPrompt {
    /// The longest time, in total, that an attempt's clock may stand still.
    package static let longest = Duration.seconds(300)
}
