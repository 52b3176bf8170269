import Foundation
import LinuxSupport
import RPC
import SeamSDK
import Wire

/// How many visits have ended, by why: a small file, replaced as a whole. It has nothing of any visitor.
nonisolated struct KioskCounts: ConfigurationFile, Equatable {
    var ends: [SeamKioskReport.End: Int] = [:]

    static let place = "visits.json"
    static let mayBeAbsent = true

    init() {}

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        for end in SeamKioskReport.End.allCases {
            ends[end] = try fields.optionalInteger(end.key, in: 0...JSON.largestInteger).map(Int.init)
        }
    }

    /// What the folder has; one that cannot be read begins anew: counts are all that is lost.
    static func read(in folder: String?) -> KioskCounts {
        guard let path = folder.map({ "\($0)/\(place)" }), FileManager.default.fileExists(atPath: path) else {
            return KioskCounts()
        }
        return (try? read(path)) ?? KioskCounts()
    }

    /// Keeps them. Throws ``LinuxError``; then the folder has what it had.
    func write(in folder: String?) throws(LinuxError) {
        guard let folder else { return }
        var counts = JSONObject()
        for end in SeamKioskReport.End.allCases { counts["\(end.key)"] = .integer(Int64(ends[end] ?? 0)) }
        try SystemFile.replace("\(folder)/\(Self.place)", with: Array(JSON.object(counts).text.utf8))
    }
}

nonisolated extension SeamKioskReport.End {
    /// Its name in the file.
    fileprivate var key: StaticString {
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
