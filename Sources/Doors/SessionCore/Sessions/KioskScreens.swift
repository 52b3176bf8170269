package import SeamModel

/// The public screens of a machine that have sent reports.
package struct KioskScreens: Sendable {
    private struct Heard {
        var screen: KioskScreen
        /// The time of the report, on the monotonic clock.
        var moment: Duration
    }

    private var heard: [String: Heard] = [:]
    /// The number of visits that have ended since each screen's first report, by reason.
    package private(set) var ended: [KioskScreen.End: Int] = [:]

    /// The largest number of screens that are remembered.
    package static let most = 64
    /// The time after which a silent screen counts as stopped or hanging. A screen reports every five seconds.
    package static let silence = Duration.seconds(15)

    /// Creates a value without any reports.
    package init() {}

    /// Whether no screen has reported.
    package var isEmpty: Bool { heard.isEmpty }

    /// Handles a screen's report. The argument `moment` is on the monotonic clock. If there is no room, the screen
    /// whose last report is the oldest is forgotten.
    package mutating func take(_ screen: KioskScreen, moment: Duration) {
        if let last = heard[screen.kiosk]?.screen.endedVisits {
            for (end, count) in screen.endedVisits {
                // A screen whose count is lower has restarted. A screen may report any number, so the sum stops at the
                // largest integer.
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

    /// Whether there is at least one screen, and whether every screen serves people.
    package func areWell(at moment: Duration) -> Bool {
        let screens = list(at: moment)
        return !screens.isEmpty && screens.allSatisfy { !$0.isSilent && $0.state.serves }
    }
}
