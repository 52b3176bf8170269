/// The code and the card number of a key, in clear. The journal records that the code and the number were shown.
/// Printing this value reveals neither the code nor the card number.
public struct SeamRevealedCredential: Hashable, Sendable {
    /// The code, or nil for a key without a code.
    public let code: String?
    /// The card number, or nil for a key without a card number.
    public let cardNumber: String?

    /// Creates a value for previews and tests.
    public init(code: String?, cardNumber: String?) {
        self.code = code
        self.cardNumber = cardNumber
    }
}

extension SeamRevealedCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant text, which reveals neither the code nor the card number.
    public var description: String { "code and card number, hidden" }
    /// A constant text, which reveals neither the code nor the card number.
    public var debugDescription: String { description }
    /// An empty mirror, so that inspection reveals neither the code nor the card number.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
