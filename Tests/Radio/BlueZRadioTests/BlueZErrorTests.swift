import BlueZRadio
import RadioCore
import Testing

/// Tests each known error of a real bluetoothd, and the error's effect on the request.
@Suite("BlueZ's errors")
struct BlueZErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let request: BlueZError.Request
        let expected: LinkError

        init(_ name: String, _ text: String, _ request: BlueZError.Request, _ expected: LinkError) {
            (self.name, self.text, self.request, self.expected) = (name, text, request, expected)
        }

        var testDescription: String { "\(request): \(name) \(text)" }
    }

    private static func row(
        _ name: String, _ text: String, _ request: BlueZError.Request, _ code: LinkError.Code
    ) -> Row { Row(name, text, request, LinkError(code, "")) }

    static let rows = [
        row("org.bluez.Error.NotReady", "Resource Not Ready", .discovery, .notReady),
        row("org.bluez.Error.Failed", "Input/output error", .connect, .notReady),
        row("org.bluez.Error.InProgress", "Operation already in progress", .discovery, .busy),
        row("org.bluez.Error.Failed", "Operation already in progress", .connect, .busy),
        row("org.bluez.Error.Failed", "le-connection-abort-by-local", .connect, .connectFailed),
        row("org.bluez.Error.Failed", "br-connection-canceled", .connect, .cancelled),
        row("org.bluez.Error.Failed", "Not connected", .write, .notConnected),
        row("org.bluez.Error.Failed", "Operation failed with ATT error: 0x0e", .write, .outcomeUnknown),
        Row("org.bluez.Error.Failed", "Operation failed with ATT error: 0x01", .write, .refused(0x01)),
        Row("org.bluez.Error.Failed", "Operation failed with ATT error: 0x11", .write, .refused(0x11)),
        Row("org.bluez.Error.Failed", "Operation failed with ATT error: 0xff", .read, .refused(0xFF)),
        row("org.bluez.Error.Failed", "Operation failed with ATT error: 0xfff", .read, .failed),
        Row("org.bluez.Error.NotPermitted", "Write not permitted", .write, .refused(0x03)),
        Row("org.bluez.Error.NotPermitted", "Read not permitted", .read, .refused(0x02)),
        row("org.bluez.Error.NotPermitted", "Write acquired", .write, .busy),
        row("org.bluez.Error.NotPermitted", "Notify acquired", .subscribe, .busy),
        Row("org.bluez.Error.NotSupported", "Operation is not supported", .write, .refused(0x06)),
        row("org.bluez.Error.NotSupported", "Operation is not supported", .subscribe, .notSupported),
        Row("org.bluez.Error.NotAuthorized", "Operation Not Authorized", .write, .refused(0x08)),
        Row("org.bluez.Error.InvalidArguments", "Invalid Length", .write, .refused(0x0D)),
        Row("org.bluez.Error.InvalidArguments", "Invalid offset", .write, .refused(0x07)),
        row("org.bluez.Error.Failed", "Failed to initiate write", .write, .tooLong),
        row("org.bluez.Error.InProgress", "In Progress", .subscribe, .busy),
        row("org.freedesktop.DBus.Error.UnknownObject", "", .connect, .notFound),
        row("org.freedesktop.DBus.Error.UnknownObject", "", .write, .notConnected),
        row("org.freedesktop.DBus.Error.NoReply", "", .write, .outcomeUnknown),
        row("org.freedesktop.DBus.Error.NoReply", "", .connect, .connectFailed),
        row("org.freedesktop.DBus.Error.ServiceUnknown", "", .connect, .notReady),
        row("org.freedesktop.DBus.Error.AccessDenied", "", .write, .failed),
        row("org.freedesktop.DBus.Error.Spawn.ChildExited", "", .write, .failed),
    ]

    @Test("BlueZ error: is told apart", arguments: rows)
    func isToldApart(row: Row) {
        #expect(BlueZError.error(row.name, row.text, of: row.request) == row.expected)
    }

    @Test(
        "BlueZ error: a text that is not as expected never reaches a terminal as it is",
        arguments: BlueZError.Request.allCases)
    func isPrintable(request: BlueZError.Request) {
        let text = String(repeating: "\u{1B}[2J\u{202E}é", count: 200)
        for name in ["org.bluez.Error.Failed", text] {
            let message = BlueZError.error(name, text, of: request).message
            #expect(message.utf8.count < 200)
            #expect(message.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 32 })
        }
    }
}
