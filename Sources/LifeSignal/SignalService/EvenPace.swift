import LinuxSupport

/// Holds the visible effect of a call with a PIN until the next whole step after the call was read, and a random moment
/// longer.
///
/// The PIN that says that its giver is forced makes the daemon do more than the other one does. Somebody who stands
/// beside them must not be able to distinguish the two by the time of the reply, or of the items of streams. The step
/// hides the work; a wake-up after more work is still some 20 µs off one after less, which the random moment hides:
/// thousands of replies with each PIN are needed to tell them apart, and each with the one that asks for help has
/// called for it.
struct EvenPace: Sendable {
    /// Longer than what any PIN makes the daemon do on a machine that is not overloaded, and shorter than a person
    /// notices.
    static let step = Duration.milliseconds(50)

    /// The longest random moment: some hundred times what it hides. It is a sum of several, so that its ends are rare:
    /// the quickest replies would give it away.
    static let noise = Duration.milliseconds(10)
    private static let parts = 6

    private let begun = SystemClock.monotonic()

    /// A call that is read now; nil if no PIN came with it.
    init?(_ pin: String?) {
        guard pin != nil else { return nil }
    }

    /// Waits for the next whole step and a random moment; returns at once if the caller has gone. It waits outside of
    /// the caller's actor, which others enter meanwhile in their turns.
    @concurrent func next() async {
        let passed = SystemClock.monotonic() - begun
        let steps = Int(passed / Self.step) + 1
        let moment = (0..<Self.parts).reduce(.zero) { sum, _ in sum + Self.noise / Self.parts * Double.random(in: 0...1)
        }
        try? await Task.sleep(for: Self.step * steps + moment - passed, clock: .continuous)
    }
}
