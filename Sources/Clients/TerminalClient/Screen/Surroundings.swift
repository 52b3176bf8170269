/// The clock and the calendar as the screens know them.
struct Surroundings {
    /// Writes times as this person reads them now.
    var dates: () -> DateText = { DateText.here() }
    var clock: () -> ContinuousClock.Instant = { .now }
    /// Runs something later, on the main actor.
    var after: (Duration, @escaping () -> Void) -> Void
}

/// The value that was asked for, or the words of what went wrong.
enum Answer<Value> {
    case value(Value)
    case problem(String)
}
