import Foundation
import Testing

/// For each folder of a target, the rules list the other folders whose types it may use. Of any two folders, at most
/// one uses the types of the other, even indirectly, so each folder can be understood without the folders above it.
/// Members that an extension adds to a type are not checked.
@Suite struct RoomTests {
    /// The folders of a target from the bottom to the top. Each folder uses only the folders before it in the list. The
    /// name "" stands for the files that are directly in the target's folder.
    private static let floors: [(target: String, folders: [String])] = [
        ("Sources/Wire/Wire", ["Text", "JSON", "Contract", "Messages", "Topics", "Server", "Client"]),
        ("Sources/Wire/RPC", ["", "Metrics", "Server", "Client", "Blocking"]),
        (
            "Sources/Doors/SessionService",
            [
                "Ports", "Unlock/Attempts", "Unlock/Journal", "Locks", "Unlock/Inquiry", "Unlock/Nearby",
                "Unlock/Remote", "Unlock/Admission", "Sessions", "Nearby", "Radio", "Audit", "Daemon",
            ]
        ),
        (
            "Sources/Terminal/TermUI",
            ["Tree", "Style", "Text", "Shapes", "Layout", "Modifiers", "Semantics", "Focus", "Host"]
        ),
        ("Sources/Terminal/TermControls", ["Controls", "Presentation", "Gestures", "Navigation", "Lists", "App"]),
    ]

    /// The rooms (the folders in `Sources`) from the bottom to the top. A target depends on no target in a room above
    /// its own, so no two rooms depend on each other.
    private static let rooms = [
        "System", "Wire", "Terminal", "Daemon", "Radio", "Locks", "Doors", "LifeSignal", "Clients", "StandIns",
        "Programs",
    ]

    @Test("rooms: a target needs only those of its own room and of rooms below it")
    func arrows() throws {
        let manifest = try Manifest.package.get()
        let places = manifest.targets.values.reduce(into: [String: Int]()) { places, target in
            let path = target.path.split(separator: "/")
            guard path.first == "Sources", path.count > 1 else { return }
            places[target.name] = Self.rooms.firstIndex(of: String(path[1])) ?? .max
        }
        #expect(places.count > 40 && !places.values.contains(.max), "each room has its place")
        let upward = manifest.targets.values.flatMap { target in
            target.dependencies.filter { (places[$0] ?? 0) > places[target.name] ?? .max }.map {
                "\(target.name) needs \($0)"
            }
        }
        #expect(upward.sorted() == [])
    }

    @Test("rooms: a folder uses only what stands below it", arguments: floors.map(\.target))
    func folders(target: String) throws {
        let folders = try #require(Self.floors.first { $0.target == target }).folders
        let files = try SourceTree.files(in: target)
        let places = files.map { Self.floor(of: $0, in: target, folders) }
        #expect(zip(files, places).filter { $0.1 == nil }.map(\.0.path) == [], "each folder has its floor")
        var owners: [String: Int] = [:]
        var shared: Set<String> = []
        for (file, place) in zip(files, places) {
            for name in file.lines.compactMap(Self.declared) {
                if let other = owners.updateValue(place ?? 0, forKey: name), other != place { shared.insert(name) }
            }
        }
        #expect(owners.count > 20)
        var upward: [String] = []
        for (file, place) in zip(files, places) {
            for word in Self.words(in: file) where !shared.contains(word) {
                if let owner = owners[word], owner > place ?? 0 { upward.append("\(file.path) uses \(word)") }
            }
        }
        #expect(upward.sorted() == [])
    }

    /// The index of a file's folder in `folders`.
    private static func floor(of file: SourceFile, in target: String, _ folders: [String]) -> Int? {
        let folder = file.path.dropFirst(target.count + 1).split(separator: "/").dropLast().joined(separator: "/")
        return folders.lastIndex { $0 == folder || !$0.isEmpty && folder.hasPrefix("\($0)/") }
    }

    /// The type or function that a line declares, if the whole module can use it.
    static func declared(_ line: String) -> String? {
        let before: Set<Substring> = ["package", "public", "final", "indirect", "open", "nonisolated", "unsafe"]
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias", "func"]
        guard let first = line.first, first.isLetter || first == "@" else { return nil }
        var words = line.split(separator: " ").drop { $0.hasPrefix("@") || before.contains($0) }
        guard let kind = words.popFirst(), kinds.contains(kind) else { return nil }
        return words.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
    }

    /// The names that occur in the code of a file, except in comments, in strings and after a dot.
    private static func words(in file: SourceFile) -> Set<String> {
        var words: Set<String> = []
        for line in file.lines {
            let isCommented = line.utf8.contains(UInt8(ascii: "/"))
            let code = (isCommented ? line.components(separatedBy: "//")[0] : line).split(
                separator: "\"", omittingEmptySubsequences: false)
            for (index, piece) in code.enumerated() where index % 2 == 0 {
                for token in piece.split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"_.".contains($0) }) {
                    words.insert(String(token.split(separator: ".", omittingEmptySubsequences: false)[0]))
                }
            }
        }
        return words
    }
}
