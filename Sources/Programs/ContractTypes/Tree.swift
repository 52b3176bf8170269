import Foundation

/// A JSON value whose objects keep the order of their members. The generated code reads and writes the members in this
/// order.
indirect enum Tree: Equatable {
    case object([Member])
    case array([Tree])
    case text(String)
    /// A number, true, false or null, as written in the file.
    case word(String)

    struct Member: Equatable {
        var key: String
        var value: Tree
    }

    subscript(key: String) -> Tree? { members.first { $0.key == key }?.value }

    var members: [Member] { if case .object(let members) = self { members } else { [] } }
    var elements: [Tree] { if case .array(let elements) = self { elements } else { [] } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var word: String? { if case .word(let word) = self { word } else { nil } }
    var isTrue: Bool { self == .word("true") }

    /// Reads the value in a file. Contracts are checked where they are served, so this method refuses only unreadable
    /// contracts.
    init(file: String) throws {
        var reader = TreeReader(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: file))))
        self = try reader.value()
    }
}

private struct TreeReader {
    let bytes: [UInt8]
    var index = 0

    mutating func value() throws -> Tree {
        let start = next()
        index += 1
        switch bytes[start] {
        case UInt8(ascii: "{"):
            return .object(
                try list(until: "}") { reader in
                    guard let key = try reader.value().text, reader.take(":") else {
                        throw ContractReader.Fault("byte \(reader.index): no member")
                    }
                    return Tree.Member(key: key, value: try reader.value())
                })
        case UInt8(ascii: "["): return .array(try list(until: "]") { try $0.value() })
        case UInt8(ascii: "\""):
            while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
            index += 1
            return .text(try JSONDecoder().decode(String.self, from: Data(bytes[start..<index])))
        default:
            while !",]} \n".utf8.contains(bytes[index]) { index += 1 }
            return .word(String(decoding: bytes[start..<index], as: UTF8.self))
        }
    }

    private mutating func list<Element>(
        until end: Unicode.Scalar, _ element: (inout TreeReader) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        while !take(end) {
            guard elements.isEmpty || take(",") else { throw ContractReader.Fault("byte \(index): no comma") }
            elements.append(try element(&self))
        }
        return elements
    }

    /// Returns the index of the next character that is not white space. If the file ends too early, the program ends.
    private mutating func next() -> Int {
        while " \n".utf8.contains(bytes[index]) { index += 1 }
        return index
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard bytes[next()] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }
}
