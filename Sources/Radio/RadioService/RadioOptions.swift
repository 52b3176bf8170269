package import LinuxSupport

/// The command line of `seam-radiod`.
package struct RadioOptions: Sendable, Equatable {
    package var configuration: String?
    package var socket: String?
    package var air = RadioAir.system
    /// Whether the program only checks the configuration.
    package var checksConfiguration = false
    package var showsHelp = false
    package var showsVersion = false

    package static let usage = """
        usage: seam-radiod [--config FILE] [--socket PATH] [--bus ADDRESS | --virtual-radio PATH]
               seam-radiod --check-config FILE

        Without options it uses this machine's Bluetooth adapter, through bluetoothd on the system bus.

          --config FILE         configuration; default: /etc/seam/radio.json
          --check-config FILE   check whether FILE can be used, and say why if it cannot
          --socket PATH         socket for the session daemon, instead of the configuration's
          --bus ADDRESS         the message bus that bluetoothd is on, as a D-Bus address
          --virtual-radio PATH  serve the virtual radio at PATH instead of a Bluetooth adapter
          --version             print the version
          --help                print this

        example: seam-radiod --config radio.json --virtual-radio /tmp/demo/air.sock
        """

    /// - Throws: The fault, in one line for people.
    package init(_ arguments: [String]) throws(ConfigurationError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--config": configuration = try Self.value(of: argument, &rest)
            case "--check-config":
                (configuration, checksConfiguration) = (try Self.value(of: argument, &rest), true)
            case "--socket": socket = try Self.value(of: argument, &rest)
            case "--bus": try choose(.bluez(bus: try Self.value(of: argument, &rest)))
            case "--virtual-radio": try choose(.virtual(path: try Self.value(of: argument, &rest)))
            case "--help", "-h": showsHelp = true
            case "--version": showsVersion = true
            default: throw ConfigurationError("unknown argument \(argument); see --help")
            }
        }
    }

    private mutating func choose(_ air: RadioAir) throws(ConfigurationError) {
        guard self.air == .system else {
            throw ConfigurationError(
                "only one radio can be used: give either --bus or --virtual-radio, once; see --help")
        }
        self.air = air
    }

    private static func value(
        of option: String, _ rest: inout ArraySlice<String>
    ) throws(ConfigurationError) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw ConfigurationError("\(option) needs a value; see --help")
        }
        return value
    }
}
