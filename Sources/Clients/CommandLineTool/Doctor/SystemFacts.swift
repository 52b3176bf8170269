import Glibc
import LinuxSupport
import Wire

/// Facts about the machine that are relevant to doors and identify nobody.
enum SystemFacts {
    /// Whether the machine is set up. The value is false if the package is installed but `seam setup` has written no
    /// configuration. The value is true if this cannot be determined.
    static var isSetUp: Bool {
        guard unsafe access("/usr/lib/seam/setup", F_OK) == 0 else { return true }
        return unsafe access("/etc/seam/session.json", F_OK) == 0 || errno != ENOENT
    }

    /// The versions of the kernel, the distribution and BlueZ. A version that cannot be read is left out.
    static func json() -> JSON {
        let release = fields(of: "/etc/os-release", separator: "=")
        return .members(
            ("kernel", line("/proc/sys/kernel/osrelease").map(JSON.string)),
            ("distribution", release["ID"].map(JSON.string)),
            ("distribution_version", release["VERSION_ID"].map(JSON.string)),
            ("bluez", packageVersion("bluez").map(JSON.string)),
            ("libc", packageVersion("libc6").map(JSON.string)))
    }

    private static func line(_ path: String) -> String? {
        text(path, limit: 4096).map { version(String($0.prefix { $0 != "\n" })) }
    }

    private static func fields(of path: String, separator: Character) -> [String: String] {
        let lines = (text(path, limit: 65_536) ?? "").split(separator: "\n")
        let pairs = lines.compactMap { line -> (String, String)? in
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (String(parts[0]), version(String(parts[1])))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The version of a package in Debian's package database.
    private static func packageVersion(_ package: String) -> String? {
        guard let status = text("/var/lib/dpkg/status", limit: 64 << 20) else { return nil }
        var isWanted = false
        for line in status.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: "Package: ".utf8) { isWanted = line.dropFirst(9).elementsEqual(package.utf8) }
            guard isWanted, line.starts(with: "Version: ".utf8) else { continue }
            return version(String(Substring(line.dropFirst(9))))
        }
        return nil
    }

    private static func text(_ path: String, limit: Int) -> String? {
        (try? SystemFile.read(path, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Keeps only the characters that occur in versions.
    private static func version(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || ".+-~:_".unicodeScalars.contains(scalar))
        }
        return String(String.UnicodeScalarView(kept.prefix(64)))
    }
}
