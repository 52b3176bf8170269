/// A value whose members never appear where it is printed: its description is only its type.
package protocol Withheld: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Withheld {
    package var description: String { "\(Self.self), members withheld" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
