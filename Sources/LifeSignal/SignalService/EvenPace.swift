import LinuxSupport

/// Delays the effect of a call with a PIN that others can see. The effect comes at the next whole step after the call
/// was read, plus a random time.
///
/// The duress PIN makes the daemon do more work than the real PIN. The timing of the reply or of stream items must not
/// show an onlooker which of the two PINs was used. The step hides the work itself. After more work, the wake-up still
/// differs by about 20 µs, and the random time hides this difference. An onlooker needs thousands of replies with each
/// PIN to distinguish the two, and every reply with the duress PIN has already called for help.
struct EvenPace: Sendable {
    /// The length of a step. It is longer than any PIN keeps the daemon busy on a machine that is not overloaded, and
    /// shorter than a person would notice.
    static let step = Duration.milliseconds(50)

    /// The longest random time, some hundred times the difference that it hides. The random time is a sum of several
    /// parts, so that extremes are rare. Without this, the quickest replies would give the PIN away.
    static let noise = Duration.milliseconds(10)
    private static let parts = 6

    private let begun = SystemClock.monotonic()

    /// Starts the pace for a call that is read now. Returns nil if the call has no PIN.
    init?(_ pin: String?) {
        guard pin != nil else { return nil }
    }

    /// Waits for the next whole step plus a random time. If the caller has gone, the method returns immediately. The
    /// wait happens outside the caller's actor, so that others can use the actor.
    @concurrent func next() async {
        let passed = SystemClock.monotonic() - begun
        let steps = Int(passed / Self.step) + 1
        let moment = (0..<Self.parts).reduce(.zero) { sum, _ in sum + Self.noise / Self.parts * Double.random(in: 0...1)
        }
        try? await Task.sleep(for: Self.step * steps + moment - passed, clock: .continuous)
    }
}
