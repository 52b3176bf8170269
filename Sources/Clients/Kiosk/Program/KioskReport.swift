import LinuxSupport
import SeamSDK
import Wire

/// A public screen's state for the operator, as reported to the daemon. The counts of visits outlive the program, in a
/// file beside what staff have set.
final class KioskReport {
    private let folder: String?
    private let name: String
    private var counts: KioskCounts

    /// A screen without a name of its own, which is that of its folder.
    private static let nameless = "kiosk"

    init(folder: String?) {
        self.folder = folder
        let last = folder?.split(separator: "/").last.map(String.init) ?? Self.nameless
        name = SeamKioskReport(name: last, state: .waiting) == nil ? Self.nameless : last
        counts = KioskCounts(in: folder)
    }

    /// The report to the daemon while the screen is there.
    func said(_ place: KioskState.Place) -> SeamKioskReport? {
        SeamKioskReport(name: name, state: place.word, endedVisits: counts.ends)
    }

    /// A visit has ended. Counts that cannot be written are no reason to stop serving.
    func ended(_ reason: KioskState.Reason) {
        counts.ends[reason, default: 0] += 1
        try? counts.write(in: folder)
    }
}

nonisolated extension KioskState.Place {
    /// As operators read it.
    var word: SeamKioskReport.State {
        switch self {
        case .attract: .waiting
        case .language, .signIn, .checking, .keys, .door: .visit
        case .unavailable: .unavailable
        case .outOfService: .outOfService
        case .staffPIN, .staff: .staff
        }
    }
}
