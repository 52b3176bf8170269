import Foundation

/// A systemd unit file. Each section of the file contains settings, and some settings may occur several times.
struct UnitFile {
    /// The file's name, such as `seam-radiod.service`.
    let name: String
    /// The file's path, relative to the package's root.
    let path: String
    private let settings: [(section: String, key: String, value: String)]

    var isService: Bool { name.hasSuffix(".service") }
    var isSocket: Bool { name.hasSuffix(".socket") }
    /// Whether the unit is a service that serves clients.
    var isDaemon: Bool { isService && self["Service", "Type"] == ["notify"] && self["Service", "TTYPath"] == [] }

    init(path: String) throws {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        let text = try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
        var section = ""
        var settings: [(String, String, String)] = []
        for line in text.replacing("\\\n", with: "").split(separator: "\n") where !"#;".contains(line.first ?? "#") {
            if let name = line.wholeMatch(of: /\[(\w+)\]/)?.1 {
                section = String(name)
            } else if let setting = line.wholeMatch(of: /(\w+)=(.*)/) {
                settings.append((section, String(setting.1), String(setting.2)))
            } else {
                throw Malformed(description: "\(path): \(line)")
            }
        }
        self.settings = settings
    }

    /// The values of `key` in a section, in the order of the file.
    subscript(section: String, key: String) -> [String] {
        settings.filter { $0.section == section && $0.key == key }.map(\.value)
    }

    /// The values of all settings that have one of these names, split at spaces.
    func words(_ keys: String...) -> [String] {
        settings.filter { keys.contains($0.key) }.flatMap { $0.value.split(separator: " ").map(String.init) }
    }

    /// The unit files that an installation copies to the directory of the service manager.
    static func all() throws -> [UnitFile] {
        let directory = SourceTree.root.appending(path: "deploy/systemd")
        return try FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false)).sorted()
            .map { try UnitFile(path: "deploy/systemd/\($0)") }
    }

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }
}

/// A file with columns, such as the files in `sysusers.d`. Comment lines are left out, and the other lines are split
/// into words.
enum ColumnFile {
    static func rows(_ path: String) throws -> [[String]] {
        let text = try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.matches(of: /"([^"]*)"|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
        }
    }
}
