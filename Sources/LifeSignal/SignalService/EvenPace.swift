import LinuxSupport

/// Delays the visible effect of a call with a PIN until the next whole step after the call was read, plus a random
/// time.
///
/// The duress PIN makes the daemon do more work than the other one. An onlooker must not be able to tell the two apart
/// by the timing of the reply or of stream items. The step hides the work itself. A wake-up after more work still comes
/// some 20 µs off one after less, which the random time hides: telling them apart takes thousands of replies with each
/// PIN, and each reply with the duress PIN has called for help.
struct EvenPace: Sendable {
    /// Longer than any PIN keeps the daemon busy on a machine that is not overloaded, and shorter than a person would
    /// notice.
    static let step = Duration.milliseconds(50)

    /// The longest random time: some hundred times what it hides. It is a sum of several parts, so that extremes are
    /// rare: the quickest replies would give the PIN away.
    static let noise = Duration.milliseconds(10)
    private static let parts = 6

    private let begun = SystemClock.monotonic()

    /// A call that is read now; nil if it has no PIN.
    init?(_ pin: String?) {
        guard pin != nil else { return nil }
    }

    /// Waits for the next whole step plus a random time; returns immediately if the caller has gone. It waits outside
    /// the caller's actor, so that others can use the actor.
    @concurrent func next() async {
        let passed = SystemClock.monotonic() - begun
        let steps = Int(passed / Self.step) + 1
        let moment = (0..<Self.parts).reduce(.zero) { sum, _ in sum + Self.noise / Self.parts * Double.random(in: 0...1)
        }
        try? await Task.sleep(for: Self.step * steps + moment - passed, clock: .continuous)
    }
}
