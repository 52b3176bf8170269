/// Why a driver did not carry out a request. BlueZ's own errors distinguish the same causes.
///
/// Two errors are equal if their codes and their ATT errors are equal.
package struct LinkError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stable names of causes. ``outcomeUnknown`` is the only error after which nobody knows whether the device has
    /// acted.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The adapter is not ready.
        case notReady = "not_ready"
        /// The device was not heard recently, so the caller must scan first.
        case notFound = "not_found"
        /// The device did not answer the connection request.
        case connectFailed = "connect_failed"
        /// ``RadioDriver/disconnect(_:)`` gave up the connection attempt.
        case cancelled
        /// There is already a connection attempt to the device, a link to it, or a running request on the link.
        case busy
        /// There is no link, so nothing was sent.
        case notConnected = "not_connected"
        /// The device has no such characteristic.
        case noCharacteristic = "no_characteristic"
        /// The characteristic does not support the request.
        case notSupported = "not_supported"
        /// The device answered with the ATT error ``LinkError/attError``.
        case refused
        /// The request was sent, but there will be no answer. The link was lost, the device was silent for 30 s, or the
        /// caller stopped waiting.
        case outcomeUnknown = "outcome_unknown"
        /// The value is longer than an attribute may be.
        case tooLong = "too_long"
        /// Another error of the stack occurred, and nothing was sent.
        case failed
    }

    package let code: Code
    /// The ATT error code, for ``Code/refused``.
    package let attError: UInt8?
    /// The message for people, whose wording may change.
    package let message: String

    package init(_ code: Code, _ message: String, attError: UInt8? = nil) {
        self.code = code
        self.message = message
        self.attError = attError
    }

    /// The error for a device that refused with ATT error `code`.
    package static func refused(_ code: UInt8) -> LinkError {
        LinkError(.refused, "the device answered with ATT error \(code)", attError: code)
    }

    package var description: String { "\(code.rawValue): \(message)" }

    package static func == (left: LinkError, right: LinkError) -> Bool {
        left.code == right.code && left.attError == right.attError
    }
}
