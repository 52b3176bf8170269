import LinuxSupport
import SeamSDK
import Wire

/// The numbers of ended visits, by reason. The numbers are in a small file, which is replaced as a whole and contains
/// nothing about any visitor.
nonisolated struct KioskCounts: Equatable {
    var ends: [SeamKioskReport.End: Int] = [:]

    private static let place = "visits.json"

    init() {}

    /// Reads the counts in the folder. If the counts are unreadable, they start again at zero, and only counts are
    /// lost.
    init(in folder: String?) {
        guard let folder, let bytes = try? SystemFile.read("\(folder)/\(Self.place)", limit: 4_096),
            let counts = try? JSON(parsing: bytes)
        else { return }
        for end in SeamKioskReport.End.allCases {
            ends[end] = counts[end.rawValue]?.integerValue.flatMap { $0 < 0 ? nil : Int($0) }
        }
    }

    /// Stores the counts. If this throws ``LinuxError``, the folder is unchanged.
    func write(in folder: String?) throws(LinuxError) {
        guard let folder else { return }
        var counts = JSONObject()
        for end in SeamKioskReport.End.allCases { counts[end.rawValue] = .integer(Int64(ends[end] ?? 0)) }
        try SystemFile.replace("\(folder)/\(Self.place)", with: Array(JSON.object(counts).text.utf8))
    }
}
