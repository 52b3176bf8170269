package import SeamModel

/// The public screens of a machine, as far as they have reported.
package struct KioskScreens: Sendable {
    private struct Heard {
        var screen: KioskScreen
        /// On the monotonic clock.
        var moment: Duration
    }

    private var heard: [String: Heard] = [:]
    /// How many visits have ended since the first report of each screen, by why.
    package private(set) var ended: [KioskScreen.End: Int] = [:]

    /// As many as are kept.
    package static let most = 64
    /// A screen reports every five seconds; one that has not for so long does not run, or hangs.
    package static let silence = Duration.seconds(15)

    /// No screen has reported.
    package init() {}

    /// Whether no screen has reported.
    package var isEmpty: Bool { heard.isEmpty }

    /// A screen has reported; `moment` is the monotonic clock's. For one more than are kept, the one that was heard
    /// longest ago is forgotten.
    package mutating func take(_ screen: KioskScreen, moment: Duration) {
        if let last = heard[screen.kiosk]?.screen.endedVisits {
            for (end, count) in screen.endedVisits {
                // A screen that counts less has started again. A screen may say any numbers: at the greatest the sum
                // stays.
                let before = last[end] ?? 0
                let sum = (ended[end] ?? 0).addingReportingOverflow(Int(count < before ? count : count - before))
                ended[end] = sum.overflow ? .max : sum.partialValue
            }
        }
        heard[screen.kiosk] = Heard(screen: screen, moment: moment)
        guard heard.count > Self.most, let oldest = heard.min(by: { $0.value.moment < $1.value.moment }) else { return }
        heard[oldest.key] = nil
    }

    /// The screens by name.
    package func list(at moment: Duration) -> [KioskScreen] {
        heard.values.sorted { $0.screen.kiosk < $1.screen.kiosk }.map { heard in
            var screen = heard.screen
            screen.isSilent = moment - heard.moment > Self.silence
            return screen
        }
    }

    /// Whether there is a screen, and each serves.
    package func areWell(at moment: Duration) -> Bool {
        let screens = list(at: moment)
        return !screens.isEmpty && screens.allSatisfy { !$0.isSilent && $0.state.serves }
    }
}
