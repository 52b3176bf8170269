/// A pass with which the operator's desk vouches for a person to LifeSignal (`Protocol/token-source.md` section 5).
/// Only `lifesignald` reads its content. The pass is never printed, not even inside other values.
package struct LifeSignalPass: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The pass itself, for the one call that hands it on.
    package let text: String

    /// Creates a pass from its text. Returns nil if the text is not 1 to 512 printable ASCII characters without blanks.
    package init?(_ text: String) {
        guard (1...512).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    /// A constant text, which never contains the pass.
    package var description: String { "<pass for LifeSignal>" }

    /// A constant text, which never contains the pass.
    package var debugDescription: String { description }

    /// An empty mirror, so that nothing can be inspected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
