import LinuxSupport
import SeamSDK
import Wire

/// Reports a public screen's state to the daemon, for the operator. The counts of visits outlive the program, in a file
/// beside the staff's settings.
final class KioskReport {
    private let folder: String?
    private let name: String
    private var counts: KioskCounts

    /// The name of a screen that gets no name from its folder.
    private static let nameless = "kiosk"

    init(folder: String?) {
        self.folder = folder
        let last = folder?.split(separator: "/").last.map(String.init) ?? Self.nameless
        name = SeamKioskReport(name: last, state: .waiting) == nil ? Self.nameless : last
        counts = KioskCounts(in: folder)
    }

    /// The report to the daemon while the screen is running.
    func said(_ place: KioskState.Place) -> SeamKioskReport? {
        SeamKioskReport(name: name, state: place.word, endedVisits: counts.ends)
    }

    /// Counts the end of a visit. If the counts cannot be written, the screen stays in service.
    func ended(_ reason: KioskState.Reason) {
        counts.ends[reason, default: 0] += 1
        try? counts.write(in: folder)
    }
}

nonisolated extension KioskState.Place {
    /// The state, in words for operators.
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
