import Foundation

/// The macros of TermUI and SeamSwiftUI. They are written without a Swift parser. The compiler sends messages and
/// accepts source text as the answer (SE-0382, SE-0394). Each message is a length in eight bytes, least significant
/// first, followed by JSON.
@main enum Plugin {
    static func main() throws {
        while let message = try next() { try answer(to: message) }
    }

    /// The largest message that is read. People write no source file of this length.
    private static let most = 1 << 26

    private static func next() throws -> [String: Any]? {
        guard let head = try read(8) else { return nil }
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        // An empty message is the last one.
        guard count > 0, count <= most, let body = try read(count) else { return nil }
        return try JSONSerialization.jsonObject(with: body) as? [String: Any]
    }

    /// Reads `count` bytes, or returns nil if the input ends before that.
    private static func read(_ count: Int) throws -> Data? {
        var bytes = Data()
        while bytes.count < count {
            guard let more = try FileHandle.standardInput.read(upToCount: count - bytes.count), !more.isEmpty else {
                return nil
            }
            bytes += more
        }
        return bytes
    }

    private static func answer(to message: [String: Any]) throws {
        let answer: [String: Any] =
            if message["getCapability"] != nil {
                ["getCapabilityResult": ["capability": ["protocolVersion": 7]]]
            } else {
                ["expandMacroResult": ["expandedSource": expansion(message), "diagnostics": [Any]()]]
            }
        let body = try JSONSerialization.data(withJSONObject: answer)
        let head = (0..<8).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
        try FileHandle.standardOutput.write(contentsOf: Data(head) + body)
    }

    /// The source text that replaces a macro. Nothing replaces a preview, and an entry is replaced by its accessors and
    /// its key.
    private static func expansion(_ message: [String: Any]) -> String {
        guard let expansion = message["expandAttachedMacro"] as? [String: Any],
            let macro = expansion["macro"] as? [String: Any], macro["typeName"] as? String == "EntryMacro",
            let syntax = expansion["declSyntax"] as? [String: Any], let source = syntax["source"] as? String,
            let entry = Entry(source)
        else { return "" }
        return expansion["macroRole"] as? String == "accessor" ? entry.accessors : entry.key
    }
}
