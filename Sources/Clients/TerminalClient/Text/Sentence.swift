/// Sentences that are made of the parts in which people are told things.
nonisolated enum Sentence {
    /// `part` with a capital and a full stop.
    static func of(_ part: String) -> String { "\(part.prefix(1).uppercased())\(part.dropFirst())." }

    /// A sentence for each part.
    static func of(_ first: String, then second: String?) -> String {
        [first, second].compactMap { $0.map(of) }.joined(separator: " ")
    }
}
