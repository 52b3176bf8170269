/// A value whose members are kept out of whatever prints it: a description has its type and no more.
package protocol Withheld: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Withheld {
    package var description: String { "\(Self.self), members withheld" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
