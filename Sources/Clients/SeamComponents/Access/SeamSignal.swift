import SeamSDK
import SeamSwiftUI
import SeamWords
import TermCore

/// The strength of a lock's signal. It is a rough measure of how near the lock's door is. The daemon reports changes of
/// more than 6 dB.
nonisolated enum SeamSignal: Int, Hashable, Comparable, Sendable {
    case weak = 1, fair, strong

    init(dBm: Int) {
        switch dBm {
        case (-65)...: self = .strong
        case (-80)...: self = .fair
        default: self = .weak
        }
    }

    static func < (one: SeamSignal, other: SeamSignal) -> Bool { one.rawValue < other.rawValue }

    /// Returns each key's strongest signal, by the key's id.
    static func strongest(of doors: [SeamNearbyDoor]) -> [String: SeamSignal] {
        Dictionary(doors.map { ($0.id.credentialId, SeamSignal(dBm: $0.rssiDBm)) }, uniquingKeysWith: max)
    }

    /// Returns the keys, with the keys of the doors in range before the others. The strongest signal comes first, and
    /// the other keys keep their order.
    static func nearestFirst(
        _ keys: [SeamAccessCredential], _ signals: [String: SeamSignal]
    ) -> [SeamAccessCredential] {
        guard !signals.isEmpty else { return keys }
        let levels: [SeamSignal?] = [.strong, .fair, .weak, nil]
        return levels.flatMap { level in keys.filter { signals[$0.id] == level } }
    }

    /// The number of columns of ``bars(_:)``, and of the blank that separates the bars from a scroll bar.
    static let columns = 4

    /// Returns the signal as one to three bars.
    func bars(_ glyphs: TerminalProfile.Glyphs) -> String {
        String((glyphs == .unicode ? "▂▄▆" : "|||").prefix(rawValue))
    }

    func words(in language: SeamLanguage) -> String {
        switch self {
        case .weak: language("weak signal")
        case .fair: language("fair signal")
        case .strong: language("strong signal")
        }
    }
}

nonisolated extension EnvironmentValues {
    /// The strength of the signals of the locks in range, by the key's id.
    @Entry var seamSignals: [String: SeamSignal] = [:]
}

extension SeamUnlockRecord {
    /// Returns the time when each key last opened a door, by the key's id. The records are in order, newest first.
    nonisolated static func openings(in records: [SeamUnlockRecord]) -> [String: Date] {
        let granted = records.filter { $0.outcome == .granted }
        return Dictionary(granted.map { ($0.credentialId, $0.startedAt) }, uniquingKeysWith: max)
    }
}
