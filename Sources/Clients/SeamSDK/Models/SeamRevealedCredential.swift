/// A key's code and card number in clear. The journal records that they were shown. Printing this value reveals
/// neither.
public struct SeamRevealedCredential: Hashable, Sendable {
    /// Nil for a key without one.
    public let code: String?
    /// Nil for a key without one.
    public let cardNumber: String?

    /// Creates a value for previews and tests.
    public init(code: String?, cardNumber: String?) {
        self.code = code
        self.cardNumber = cardNumber
    }
}

extension SeamRevealedCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Reveals neither.
    public var description: String { "code and card number, hidden" }
    /// Reveals neither.
    public var debugDescription: String { description }
    /// Reveals neither.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
