import Foundation
import Glibc
import LinuxSupport
import Wire

/// Keeps ``KioskStatus`` as it is. What cannot be written is no reason to serve nobody.
final class KioskReport {
    private let folder: String?
    private var status: KioskStatus

    init(folder: String?) {
        self.folder = folder
        status = folder.map { KioskStatus.read(in: $0) } ?? KioskStatus()
    }

    /// The screen is there now, and lives.
    func tell(_ place: KioskState.Place) {
        status.place = place.word
        write()
    }

    /// A visit has ended.
    func tell(_ reason: KioskState.Reason) {
        status.ends[reason, default: 0] += 1
        status.place = .waiting
        write()
    }

    private func write() {
        guard let folder else { return }
        status.writtenAt = Int64(Date().timeIntervalSince1970 * 1000)
        try? SystemFile.replace("\(folder)/\(KioskStatus.place)", with: Array(status.json.text.utf8))
    }
}

/// `--status` and `--out-of-service`: for whoever runs the machine.
enum KioskOverview {
    private static let unavailable: CInt = 69

    /// Prints how each is; 69 if one does not serve.
    static func print(_ folders: String, isJSON: Bool, _ output: CommandOutput) -> CInt {
        guard let names = names(folders, output) else { return EX_NOPERM }
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        var serve = true
        for name in names {
            let status = KioskStatus.read(in: "\(folders)/\(name)")
            let isSilent = now - status.writtenAt > KioskStatus.silence
            let word = isSilent ? "silent" : status.place.rawValue
            serve = serve && !isSilent && [.waiting, .visit, .staff].contains(status.place)
            guard !isJSON else {
                var object = status.json.objectValue ?? JSONObject()
                object["state"] = .string(word)
                object["kiosk"] = .string(name)
                _ = output.say(JSON.object(object).text)
                continue
            }
            let visits = status.ends.values.reduce(0, +)
            _ = output.say("\(name)  \(word)  \(visits) visits")
        }
        if names.isEmpty { return output.complain("no kiosk is set up here; 'seam setup' makes one", unavailable) }
        return serve ? EX_OK : unavailable
    }

    /// Takes all out of service, or back.
    static func setOutOfService(_ word: String, _ folders: String, _ output: CommandOutput) -> CInt {
        guard ["on", "off"].contains(word) else { return output.complain("--out-of-service takes on or off", EX_USAGE) }
        guard let names = names(folders, output) else { return EX_NOPERM }
        let now = Date().timeIntervalSince1970
        for name in names {
            let folder = "\(folders)/\(name)"
            var record = KioskRecord.read(in: folder, at: now)
            record.isOutOfService = word == "on"
            do throws(LinuxError) {
                try record.write(in: folder)
            } catch {
                return output.complain(error.description, EX_CANTCREAT)
            }
        }
        return EX_OK
    }

    /// The folders' names; nil, with a complaint, if they cannot be seen.
    private static func names(_ folders: String, _ output: CommandOutput) -> [String]? {
        guard FileManager.default.fileExists(atPath: folders) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folders).sorted()
        } catch {
            _ = output.complain("\(folders) cannot be read; only root can", EX_NOPERM)
            return nil
        }
    }
}
