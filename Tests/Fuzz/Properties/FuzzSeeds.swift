import Glibc
import Wire

/// The first inputs for the fuzzer. They are the cases of `Protocol/vectors` in the form that each target needs,
/// conversations with locks, and input from terminals and people.
enum FuzzSeeds {
    /// Some vectors have longer strings and deeper nesting than the wire allows.
    private static let limits = JSONLimits(depth: 64, keys: 1024, stringBytes: 1_048_576)

    /// The names and inputs of the seeds of `target`.
    static func all(for target: FuzzTarget) -> [(name: String, input: [UInt8])] {
        if let family = target.family { return LockSeeds.all(family) }
        if target == .terminalKeys { return TerminalSeeds.keys }
        if target == .terminalText { return TerminalSeeds.texts }
        if target == .picture { return PictureSeeds.all }
        return ["frames", "json", "messages"].flatMap { folder in
            let names = FuzzFiles.names(in: "Protocol/vectors/\(folder)").filter { $0.hasSuffix(".json") }
            return names.compactMap { name -> (String, [UInt8])? in
                guard let bytes = FuzzFiles.read("Protocol/vectors/\(folder)/\(name)"),
                    let json = try? JSON(parsing: bytes, limits: limits), let input = input(json),
                    let seed = target.seed(folder: folder, input: input, isFromClient: json["from"] == "client")
                else { return nil }
                return ("\(folder)-\(name.dropLast(5))", seed)
            }
        }
    }

    /// The bytes of a vector. They are given as `text`, as `hex`, or as repeated pieces.
    private static func input(_ json: JSON) -> [UInt8]? {
        if let text = json["text"]?.stringValue { return Array(text.utf8) }
        if let hex = json["hex"]?.stringValue { return Hex.decode(hex) }
        guard let parts = json["repeat"]?.arrayValue else { return nil }
        return parts.flatMap { part -> [UInt8] in
            guard let unit = part.arrayValue?.first?.stringValue, let count = part.arrayValue?.last?.integerValue else {
                return []
            }
            let piece = unit.hasPrefix("hex:") ? Hex.decode(unit.dropFirst(4)) ?? [] : Array(unit.utf8.dropFirst(5))
            // A single byte is repeated by a faster method, because the longest vectors have a million bytes.
            if let byte = piece.first, piece.count == 1 { return Array(repeating: byte, count: Int(count)) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(piece.count * Int(count))
            for _ in 0..<count { bytes += piece }
            return bytes
        }
    }
}

/// Reads files of the package without Foundation, because the fuzzer does not link Foundation.
enum FuzzFiles {
    /// The path of the package's folder.
    static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(4).joined(separator: "/")
    }()

    /// The bytes of the file at `path` below the root. If the file cannot be read, this is nil.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen("\(root)/\(path)", "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The sorted names of the files in the folder at `path`. There are no seeds if the folder does not exist.
    static func names(in path: String) -> [String] {
        guard let folder = opendir("\(root)/\(path)") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
