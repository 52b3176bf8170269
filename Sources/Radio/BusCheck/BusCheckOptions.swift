import BlueZRadio

/// The command line of `seam-bus-check`.
package struct BusCheckOptions: Sendable, Equatable {
    /// Why a command line is not valid, in one line for people.
    package struct Misuse: Error, Sendable, Equatable {
        package let message: String
    }

    package var address = BlueZRadioDriver.systemBus
    /// The path where the broker looks for the result. If no report is written, this is nil.
    package var report: String?
    package var isJSON = false
    package var showsHelp = false
    package var showsVersion = false

    package static let usage = """
        usage: seam-bus-check [--bus ADDRESS] [--report FILE] [--json]

        Tests whether a stranger may call bluetoothd without the broker. Run it as a user who is neither root nor the
        broker's. It prints closed, open or unknown, and why. It changes nothing.

          --bus ADDRESS   the message bus that bluetoothd is on, as a D-Bus address; default: the system bus
          --report FILE   also write the result for the broker, replacing the file
          --json          print the result as JSON
          --version       print the version
          --help          print this

        exit status: 0 closed, 1 open, 2 unknown, 64 wrong usage or user, 70 the report cannot be written

        example: setpriv --reuid nobody --regid nogroup --clear-groups seam-bus-check
        """

    /// - Throws: The fault, in one line for people.
    package init(_ arguments: [String]) throws(Misuse) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--bus": address = try Self.value(of: argument, &rest, limit: 1024)
            case "--report": report = try Self.value(of: argument, &rest, limit: 4096)
            case "--json": isJSON = true
            case "--help", "-h": showsHelp = true
            case "--version": showsVersion = true
            default: throw Misuse(message: "unknown argument \(argument); see --help")
            }
        }
        guard report?.hasPrefix("/") ?? true else { throw Misuse(message: "--report needs an absolute path") }
    }

    private static func value(
        of option: String, _ rest: inout ArraySlice<String>, limit: Int
    ) throws(Misuse) -> String {
        guard let value = rest.popFirst(), (1...limit).contains(value.utf8.count) else {
            throw Misuse(message: "\(option) needs a value of at most \(limit) bytes; see --help")
        }
        return value
    }
}
