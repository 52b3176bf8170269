import ConfigurationFiles
import Foundation
import LinuxSupport
import Wire

/// The data that outlives the program: the staff's PIN attempts, and whether the kiosk is out of service. The record is
/// in one small file, which is replaced as a whole.
nonisolated struct KioskRecord: ConfigurationFile, Equatable {
    var isOutOfService = false
    var tries = StaffTries()

    static let place = "kiosk.json"

    /// Whether the configuration file is where a record in the folder would be.
    static func isPlace(_ configuration: String?, in folder: String) -> Bool {
        let file = URL(filePath: configuration ?? KioskConfiguration.place).standardizedFileURL
        return file.path == URL(filePath: "\(folder)/\(place)").standardizedFileURL.path
    }
    static let mayBeAbsent = true

    init() {}

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        isOutOfService = try fields.optionalBool("out_of_service") ?? false
        var times: [Double] = []
        if fields.has("tries_ms") {
            for text in try fields.strings("tries_ms", count: 0...StaffTries.most, bytes: 1...20) {
                guard let milliseconds = Int64(text) else { throw fields.fault("tries_ms", "has no number") }
                times.append(Double(milliseconds) / 1000)
            }
        }
        tries = StaffTries(times)
    }

    /// Reads the record in the folder. If the file is unreadable or makes no sense, all PIN attempts count as used and
    /// the kiosk is out of service, so that nobody gains anything by damaging the file. If there is no file, the record
    /// is new.
    static func read(in folder: String?, at now: Double) -> KioskRecord {
        guard let folder else { return KioskRecord() }
        do throws(ConfigurationError) {
            let path = "\(folder)/\(place)"
            return FileManager.default.fileExists(atPath: path) ? try read(path) : KioskRecord()
        } catch {
            var record = KioskRecord()
            record.isOutOfService = true
            record.tries = StaffTries(Array(repeating: now, count: StaffTries.most))
            return record
        }
    }

    /// Stores the record. If this throws ``LinuxError``, the folder is unchanged.
    func write(in folder: String?) throws(LinuxError) {
        guard let folder else { return }
        let times = tries.times.map { JSON.string("\(Int64($0 * 1000))") }
        let json: JSON = ["out_of_service": .bool(isOutOfService), "tries_ms": .array(times)]
        try SystemFile.replace("\(folder)/\(Self.place)", with: Array(json.text.utf8))
    }
}
