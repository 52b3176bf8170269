import Foundation
import Testing
import Wire

/// The files in `Protocol/`. They are found from the place of the sources.
enum ProtocolFiles {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Protocol")
    /// The JSON limits for vectors, which have longer strings and deeper nesting than the wire allows.
    static let limits = JSONLimits(depth: 64, keys: 1024, stringBytes: 1_048_576)

    static func names(in folder: String, ending: String) -> [String] {
        let path = directory.appending(path: folder).path
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return entries.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: directory.appending(path: path)))
    }
}

/// A case from `Protocol/vectors`.
struct Vector {
    let json: JSON
    let input: [UInt8]

    init(_ folder: String, _ name: String) throws {
        let bytes = try ProtocolFiles.bytes("vectors/\(folder)/\(name).json")
        json = try JSON(parsing: bytes, limits: ProtocolFiles.limits)
        try #require(json["name"] == .string(name), "the file's name is the case's name")
        input = try Self.input(json)
    }

    private static func input(_ json: JSON) throws -> [UInt8] {
        if let text = json["text"]?.stringValue { return Array(text.utf8) }
        if let hex = json["hex"]?.stringValue { return try bytes(hex: hex) }
        var input: [UInt8] = []
        for part in try #require(json["repeat"]?.arrayValue) {
            let pair = try #require(part.arrayValue)
            let unit = try #require(pair.first?.stringValue)
            let count = try #require(pair.last?.integerValue)
            let isHex = unit.hasPrefix("hex:")
            let bytes = isHex ? try bytes(hex: String(unit.dropFirst(4))) : Array(unit.utf8.dropFirst(5))
            // Repeats a single byte by a faster method, because the longest vectors have a million bytes.
            if bytes.count == 1 {
                input += Array(repeating: bytes[0], count: Int(count))
            } else {
                for _ in 0..<count { input += bytes }
            }
        }
        return input
    }

    static func bytes(hex: String) throws -> [UInt8] {
        let digits = Array(hex.utf8)
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            try #require(UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16))
        }
    }
}
