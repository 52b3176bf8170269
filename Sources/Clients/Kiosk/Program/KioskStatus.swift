import Foundation
import LinuxSupport
import RPC
import Wire

/// How a public screen is, for whoever runs it: a small file beside what it keeps, written when something changes and
/// every five seconds. It has nothing of any visitor.
nonisolated struct KioskStatus: ConfigurationFile, Equatable {
    /// A place of ``KioskState``, as operators read it.
    enum Place: String, CaseIterable, Sendable {
        case waiting, visit, unavailable
        case outOfService = "out_of_service"
        case staff
    }

    var place = Place.waiting
    /// When it was written, in milliseconds since 1970.
    var writtenAt: Int64 = 0
    /// How many visits have ended, by why.
    var ends: [KioskState.Reason: Int64] = [:]

    static let place = "status.json"
    static let mayBeAbsent = true
    /// A program that has not written for so long does not run, or hangs.
    static let silence: Int64 = 15_000

    init() {}

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        place = try fields.optionalEnumeration("state") ?? .waiting
        writtenAt = try fields.optionalInteger("written_at_ms", in: 0...Int64.max) ?? 0
        guard var counts = try fields.optionalFields("ended_visits") else { return }
        for reason in KioskState.Reason.allCases {
            ends[reason] = try counts.optionalInteger(reason.key, in: 0...Int64.max)
        }
        try counts.end()
    }

    /// As the file has it, and `seam kiosk status --json` prints it.
    var json: JSON {
        var counts = JSONObject()
        for reason in KioskState.Reason.allCases { counts["\(reason.key)"] = .integer(ends[reason] ?? 0) }
        return [
            "state": .string(place.rawValue), "written_at_ms": .integer(writtenAt), "ended_visits": .object(counts),
        ]
    }

    /// What the folder has; one that cannot be read begins anew: counts are all that is lost.
    static func read(in folder: String) -> KioskStatus {
        let path = "\(folder)/\(place)"
        guard FileManager.default.fileExists(atPath: path) else { return KioskStatus() }
        return (try? read(path)) ?? KioskStatus()
    }
}

nonisolated extension KioskState.Reason {
    /// Its name in the file.
    var key: StaticString {
        switch self {
        case .ended: "ended"
        case .idle: "idle"
        case .cap: "cap"
        case .opened: "opened"
        case .lost: "lost"
        case .nextVisitor: "next_visitor"
        case .staff: "staff"
        case .input: "input"
        }
    }
}

nonisolated extension KioskState.Place {
    /// As operators read it.
    var word: KioskStatus.Place {
        switch self {
        case .attract: .waiting
        case .language, .signIn, .checking, .keys, .door: .visit
        case .unavailable: .unavailable
        case .outOfService: .outOfService
        case .staffPIN, .staff: .staff
        }
    }
}
