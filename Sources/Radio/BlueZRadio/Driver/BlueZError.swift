package import RadioCore

/// Translates BlueZ's errors into the errors of a driver. The source is BlueZ 5.66, as observed on a real stack, with
/// its files `src/gatt-client.c`, `src/device.c` and `src/adapter.c`.
package enum BlueZError {
    /// The kinds of requests.
    package enum Request: Sendable, Hashable, CaseIterable {
        case discovery
        case connect
        case read
        case write
        case subscribe
    }

    /// The ATT error that means that the peer will no longer answer the request. BlueZ returns it when the link is lost
    /// during a request, and when the peer has been silent for ATT's 30 s.
    private static let unlikely: UInt8 = 0x0E

    /// The meaning of the D-Bus error `name` for a request. `message` distinguishes causes if one name covers several
    /// causes.
    package static func error(_ name: String, _ message: String, of request: Request) -> LinkError {
        switch name {
        case BusError.noReply, BusError.disconnected.name, "org.freedesktop.DBus.Error.Timeout",
            "org.freedesktop.DBus.Error.Disconnected":
            return unanswered(request)
        case BusError.accessDenied: return LinkError(.failed, "the bus does not allow the broker to call bluetoothd")
        case "org.freedesktop.DBus.Error.UnknownObject":
            return request == .connect
                ? LinkError(.notFound, "the device has not been heard recently")
                : LinkError(.notConnected, "the link is down")
        case BusError.noService, BusError.noOwner:
            return LinkError(.notReady, "bluetoothd is not running")
        case "org.bluez.Error.NotReady": return LinkError(.notReady, "the adapter is not ready")
        case "org.bluez.Error.NotConnected": return LinkError(.notConnected, "the link is down")
        case "org.bluez.Error.InProgress": return LinkError(.busy, "bluetoothd is busy with another request")
        case "org.bluez.Error.NotPermitted": return notPermitted(message)
        case "org.bluez.Error.NotAuthorized": return .refused(0x08)
        case "org.bluez.Error.NotSupported":
            return request == .write || request == .read
                ? .refused(0x06) : LinkError(.notSupported, "the characteristic does not support that")
        case "org.bluez.Error.InvalidArguments", "org.bluez.Error.InvalidValueLength", "org.bluez.Error.InvalidOffset":
            return message == "Invalid offset" ? .refused(0x07) : .refused(0x0D)
        case "org.bluez.Error.Failed": return failed(message, request)
        default: return LinkError(.failed, "bluetoothd says \(printable(name))")
        }
    }

    /// The error for an unanswered request. The request may have reached the device. After a write, nobody can know
    /// whether it has.
    private static func unanswered(_ request: Request) -> LinkError {
        switch request {
        case .discovery, .connect: LinkError(.connectFailed, "bluetoothd does not answer")
        case .read, .write, .subscribe: LinkError(.outcomeUnknown, "the request was sent, but there was no answer")
        }
    }

    private static func notPermitted(_ message: String) -> LinkError {
        switch message {
        case "Write not permitted": .refused(0x03)
        case "Read not permitted": .refused(0x02)
        // Another process on this machine is using the characteristic.
        case "Write acquired", "Notify acquired": LinkError(.busy, "another program uses the characteristic")
        default: LinkError(.failed, "bluetoothd does not permit it")
        }
    }

    private static func failed(_ message: String, _ request: Request) -> LinkError {
        let prefix = "Operation failed with ATT error: 0x"
        if message.hasPrefix(prefix), let code = UInt8(message.dropFirst(prefix.count), radix: 16) {
            return code == unlikely ? unanswered(request == .connect ? .write : request) : .refused(code)
        }
        switch message {
        case "Not connected", "Not Connected": return LinkError(.notConnected, "the link is down")
        case "br-connection-canceled", "le-connection-canceled":
            return LinkError(.cancelled, "the attempt was cancelled")
        case "le-connection-abort-by-local", "le-connection-abort-by-remote", "le-connection-timeout":
            return LinkError(.connectFailed, "the device does not answer")
        case "Operation already in progress": return LinkError(.busy, "bluetoothd is busy with another request")
        case "Failed to initiate write": return LinkError(.tooLong, "the value is too long for the link")
        // Connect returns this on an adapter that is switched off.
        case "Input/output error" where request == .connect: return LinkError(.notReady, "the adapter is switched off")
        default:
            guard request != .connect else { return LinkError(.connectFailed, "bluetoothd says \(printable(message))") }
            return LinkError(.failed, "bluetoothd says \(printable(message))")
        }
    }

    /// A peer's text for a log or a person, shortened and without control characters.
    package static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(80).map { $0.isASCII && $0.value >= 32 && $0.value != 127 ? $0 : "?" }))
    }
}
