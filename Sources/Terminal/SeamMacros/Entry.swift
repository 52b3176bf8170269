import Foundation

/// The declaration `@Entry var name: Type = value` in an extension of EnvironmentValues.
struct Entry {
    private let name: String
    private let type: String?
    private let value: String

    /// Reads the declaration from source text. Returns nil if the text is not such a declaration.
    init?(_ source: String) {
        let lines = source.split(separator: "\n").filter { !Self.trimmed($0).hasPrefix("//") }
        let code = lines.joined(separator: "\n")
        guard let variable = code.range(of: "var ", options: []) else { return nil }
        let declaration = code[variable.upperBound...]
        guard let equals = declaration.firstIndex(of: "=") else { return nil }
        let head = declaration[..<equals].split(separator: ":", maxSplits: 1).map { Entry.trimmed($0) }
        guard let first = head.first, !first.isEmpty else { return nil }
        name = first
        type = head.count > 1 ? head[1] : nil
        value = Entry.trimmed(declaration[declaration.index(after: equals)...])
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    var accessors: String { "{ get { self[__Key_\(name).self] } set { self[__Key_\(name).self] = newValue } }" }

    /// The source text of the entry's key. If the declaration has no type, the compiler infers one.
    var key: String {
        let body = type.map { "static var defaultValue: \($0) { \(value) }" } ?? "static let defaultValue = \(value)"
        return "nonisolated private enum __Key_\(name): EnvironmentKey { \(body) }"
    }
}
