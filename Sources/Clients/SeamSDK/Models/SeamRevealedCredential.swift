/// A key's code and card number in clear. Showing them is recorded in the journal. Printing this value shows neither.
public struct SeamRevealedCredential: Hashable, Sendable {
    /// Nil for a key without one.
    public let code: String?
    /// Nil for a key without one.
    public let cardNumber: String?

    /// Makes a value for previews and tests.
    public init(code: String?, cardNumber: String?) {
        self.code = code
        self.cardNumber = cardNumber
    }
}

extension SeamRevealedCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Contains neither.
    public var description: String { "code and card number, hidden" }
    /// Contains neither.
    public var debugDescription: String { description }
    /// Shows neither.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
