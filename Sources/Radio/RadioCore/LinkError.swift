/// Why a driver did not do what was requested. The causes are those that BlueZ's own errors distinguish.
///
/// Two errors are equal if their codes and their ATT errors are.
package struct LinkError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable causes. Only after ``outcomeUnknown`` is it unknown whether the device has acted.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The adapter is not ready.
        case notReady = "not_ready"
        /// The device has not been seen, or not recently: scan first.
        case notFound = "not_found"
        /// The device did not answer the connection request.
        case connectFailed = "connect_failed"
        /// ``RadioDriver/disconnect(_:)`` gave up the connection attempt.
        case cancelled
        /// Another connection attempt to the device, another link, or another request on the link is under way.
        case busy
        /// There is no link; nothing was sent.
        case notConnected = "not_connected"
        /// The device has no such characteristic.
        case noCharacteristic = "no_characteristic"
        /// The characteristic does not support the request.
        case notSupported = "not_supported"
        /// The device answered with an ATT error: ``LinkError/attError``.
        case refused
        /// The request was sent, and no answer will come: the link was lost, the device stayed silent for 30 s, or the
        /// caller stopped waiting.
        case outcomeUnknown = "outcome_unknown"
        /// The value is longer than an attribute can be.
        case tooLong = "too_long"
        /// Any other error of the stack; nothing was sent.
        case failed
    }

    package let code: Code
    /// The ATT error code, for ``Code/refused``.
    package let attError: UInt8?
    /// For people; the wording may change.
    package let message: String

    package init(_ code: Code, _ message: String, attError: UInt8? = nil) {
        self.code = code
        self.message = message
        self.attError = attError
    }

    /// The device refused with ATT error `code`.
    package static func refused(_ code: UInt8) -> LinkError {
        LinkError(.refused, "the device answered with ATT error \(code)", attError: code)
    }

    package var description: String { "\(code.rawValue): \(message)" }

    package static func == (left: LinkError, right: LinkError) -> Bool {
        left.code == right.code && left.attError == right.attError
    }
}
