/// A key's code and card number in clear. Showing them is journalled; whoever prints one of these gets neither.
public struct SeamRevealedCredential: Hashable, Sendable {
    /// Nil for a key without one.
    public let code: String?
    /// Nil for a key without one.
    public let cardNumber: String?

    /// One of one's own making, for previews and tests.
    public init(code: String?, cardNumber: String?) {
        self.code = code
        self.cardNumber = cardNumber
    }
}

extension SeamRevealedCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says neither.
    public var description: String { "code and card number, hidden" }
    /// Says neither.
    public var debugDescription: String { description }
    /// Shows neither.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
