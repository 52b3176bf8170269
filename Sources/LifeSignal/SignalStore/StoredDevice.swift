package import SignalCore
package import Wire

/// A person's phone.
package struct StoredDevice: Sendable, Hashable {
    package var id: [UInt8]
    package var person: SignalPersonID
    package var name: String
    package var pairedAt: Timestamp
    /// When the device was last used, to ``SignalCore/DeviceRules/useStep``.
    package var usedAt: Timestamp

    /// Creates a device's description.
    package init(id: [UInt8], person: SignalPersonID, name: String, pairedAt: Timestamp, usedAt: Timestamp) {
        (self.id, self.person, self.name) = (id, person, name)
        (self.pairedAt, self.usedAt) = (pairedAt, usedAt)
    }
}

/// Makes sure that printed output does not contain the name.
extension StoredDevice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a device" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of a request for a code that pairs a phone.
package struct PairingStart: Sendable {
    /// The HMACs of the token and of the letters. It is nil if the person has too many devices.
    package var seals: [[UInt8]]?
    /// The news that the PIN has caused.
    package var news: SignalNews
}

/// The result of adding a device.
package enum DeviceAddition: Sendable {
    case added(StoredDevice, SignalNews)
    /// The person has too many devices.
    case full
    /// The person has left.
    case gone
}
