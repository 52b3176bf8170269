package import LinuxSupport

/// A value that was received over the message bus. A variant is replaced by its content.
package enum BusValue: Sendable, Equatable {
    case boolean(Bool)
    /// An integer of any width, clamped to this range.
    case integer(Int64)
    case double(Double)
    /// A string, an object path or a signature.
    case string(String)
    case bytes([UInt8])
    case array([BusValue])
    case dictionary([String: BusValue])
    /// A dictionary with integer keys.
    case numbered([Int64: BusValue])
    case structure([BusValue])
    case descriptor(BusDescriptor)

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    package var array: [BusValue]? { if case .array(let value) = self { value } else { nil } }
    package var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }
    package var numbered: [Int64: BusValue]? { if case .numbered(let value) = self { value } else { nil } }
    package var descriptor: BusDescriptor? { if case .descriptor(let value) = self { value } else { nil } }
}

/// A descriptor that arrived with a message. It is closed when its last owner releases it.
package final class BusDescriptor: Sendable, Equatable {
    package let owned: OwnedDescriptor

    package init(_ owned: consuming OwnedDescriptor) {
        self.owned = owned
    }

    package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}

/// A value that is sent over the message bus.
package enum BusArgument: Sendable, Hashable {
    case string(String)
    case path(String)
    case boolean(Bool)
    case bytes([UInt8])
    indirect case variant(BusArgument)
    /// Options, with the D-Bus type `a{sv}`.
    case options([Option])

    /// An option: a name with its value.
    package struct Option: Sendable, Hashable {
        package let name: String
        package let value: BusArgument

        /// Creates the option `name` with `value`.
        package init(_ name: String, _ value: BusArgument) {
            self.name = name
            self.value = value
        }
    }

    /// The value's type in D-Bus notation.
    var signature: String {
        switch self {
        case .string: "s"
        case .path: "o"
        case .boolean: "b"
        case .bytes: "ay"
        case .variant: "v"
        case .options: "a{sv}"
        }
    }
}
