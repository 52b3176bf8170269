/// A value whose members never appear in printed output. Its description is only the name of its type.
package protocol Withheld: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Withheld {
    package var description: String { "\(Self.self), members withheld" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
