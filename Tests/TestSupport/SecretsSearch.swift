package import Foundation
import Glibc

/// A secret in all forms in which it could leak.
package struct SecretForms {
    package let name: String
    /// The name of each form, and the bytes of the form.
    package let patterns: [(form: String, bytes: [UInt8])]

    /// Creates the forms of a secret. The messages of the test use the given name for the secret.
    package init(_ name: String, _ secret: [UInt8]) {
        self.name = name
        var patterns = [("raw", secret), ("percent", Self.percent(secret, all: false))]
        for digits in ["0123456789abcdef", "0123456789ABCDEF"] {
            patterns.append(("hex", Self.hex(secret, digits: digits, prefix: "")))
            patterns.append(("percent of all", Self.hex(secret, digits: digits, prefix: "%")))
        }
        for offset in 0..<3 {
            let text = Self.base64(secret, at: offset)
            patterns.append(("base64 at \(offset)", text))
            let urlSafe = text.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }
            patterns.append(("base64url at \(offset)", urlSafe))
        }
        self.patterns = patterns
    }

    /// The forms of the secret that `bytes` contain. Each of them is given as `name, form`.
    package func found(in bytes: some ContiguousBytes) -> [String] {
        bytes.withUnsafeBytes { bytes in
            patterns.filter { MemorySearch.occurs($0.bytes, in: bytes) }.map { "\(name), \($0.form)" }
        }
    }

    private static func hex(_ secret: [UInt8], digits: String, prefix: String) -> [UInt8] {
        let digits = Array(digits.utf8)
        return secret.flatMap { Array(prefix.utf8) + [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    private static func percent(_ secret: [UInt8], all: Bool) -> [UInt8] {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return secret.flatMap { plain.contains($0) ? [$0] : hex([$0], digits: "0123456789ABCDEF", prefix: "%") }
    }

    /// In base64, three bytes become one group of characters. If the secret begins at `offset` in such a group, these
    /// are the characters that depend on nothing except the secret.
    private static func base64(_ secret: [UInt8], at offset: Int) -> [UInt8] {
        let text = Array(Data([UInt8](repeating: 0, count: offset) + secret).base64EncodedData())
        let first = (offset * 8 + 5) / 6
        let end = (offset + secret.count) * 8 / 6
        return Array(text[first..<end])
    }
}

/// Looks for bytes in memory. The C library performs the search, because much memory is searched, and our code is built
/// without optimization.
package enum MemorySearch {
    /// Whether `bytes` contain the needle. An empty needle is never found.
    package static func occurs(_ needle: [UInt8], in bytes: some ContiguousBytes) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, !needle.isEmpty else { return false }
            return search(base, bytes.count, needle, needle.count) != nil
        }
    }

    private typealias Search = @convention(c) (UnsafeRawPointer, Int, UnsafeRawPointer, Int) -> UnsafeMutableRawPointer?

    /// The C library's function `memmem`. Swift's Glibc module does not declare it.
    private static let search: Search = {
        guard let address = dlsym(nil, "memmem") else { preconditionFailure("the C library has no memmem") }
        return unsafeBitCast(address, to: Search.self)
    }()
}

/// Places in which tests look for secrets.
package enum SecretPlace {
    /// For each path below a directory, the content of the file.
    package static func files(below directory: String) throws -> [(path: String, content: Data)] {
        let walker = FileManager.default.enumerator(atPath: directory)
        var files: [(path: String, content: Data)] = []
        while let name = walker?.nextObject() as? String {
            let path = "\(directory)/\(name)"
            guard walker?.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            files.append((path: path, content: try Data(contentsOf: URL(filePath: path))))
        }
        return files
    }

    /// All writable memory of a process. Reading this memory needs root.
    package static func memory(of pid: Int32) throws -> [Data] {
        let maps = try String(contentsOfFile: "/proc/\(pid)/maps", encoding: .utf8)
        let descriptor = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("the memory of \(pid) cannot be opened: errno \(errno)") }
        defer { close(descriptor) }
        return maps.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            let bounds = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard parts[1].hasPrefix("rw"), bounds.count == 2 else { return nil }
            return region(from: bounds[0], to: bounds[1], of: descriptor)
        }
    }

    private static func region(from start: UInt64, to end: UInt64, of descriptor: Int32) -> Data {
        var content = Data(count: Int(end - start))
        let count = content.withUnsafeMutableBytes { room in
            var filled = 0
            while filled < room.count {
                let place = off_t(start) + off_t(filled)
                let count = pread(descriptor, room.baseAddress?.advanced(by: filled), room.count - filled, place)
                guard count > 0 else { break }
                filled += count
            }
            return filled
        }
        return content.prefix(count)
    }
}
