import BlueZRadio
import Glibc
import LinuxSupport
import Wire

/// The program `seam-bus-check`, from its arguments to its exit status.
package enum BusCheckProgram {
    /// The user that the installation creates for the broker. This user may call bluetoothd, and is therefore not a
    /// stranger.
    private static let broker = "seam-radio"

    /// Runs the check and returns the exit status. The status is 0 for closed, 1 for open, and 2 for unknown. It is 64
    /// for wrong usage, or for a user who is not a stranger. It is 70 if the report could not be written, or for
    /// another fault.
    package static func run(_ arguments: [String]) -> Int32 {
        let output = CommandOutput(of: "seam-bus-check")
        let options: BusCheckOptions
        do throws(BusCheckOptions.Misuse) {
            options = try BusCheckOptions(arguments)
        } catch {
            return output.complain(error.message, EX_USAGE)
        }
        if options.showsHelp { return output.help(BusCheckOptions.usage) }
        if options.showsVersion { return output.say("seam-bus-check \(Release.version)") }
        let user = ProcessUser.effective
        guard user != 0 else {
            return output.complain(
                "root may always call bluetoothd; run this program as a stranger: "
                    + "setpriv --reuid nobody --regid nogroup --clear-groups seam-bus-check", EX_USAGE)
        }
        do {
            guard try AccountLookup.machine.user(broker) != user else {
                return output.complain(
                    "\(broker) must be able to call bluetoothd; run this program as another user, such as nobody",
                    EX_USAGE)
            }
            try ProcessHygiene.begin()
            let finding = BusCheck.look(at: options.address)
            if let path = options.report {
                let report = BusReport(
                    finding, address: options.address, uid: user, bootID: try SystemClock.bootID(),
                    sinceBoot: SystemClock.sinceBoot())
                try report.write(to: path)
            }
            _ = output.say(text(finding, json: options.isJSON))
            return status(finding.access)
        } catch {
            return output.complain("\(error)", EX_SOFTWARE)
        }
    }

    private static func text(_ finding: BusFinding, json isJSON: Bool) -> String {
        guard isJSON else { return "\(finding.access.rawValue): \(finding.reason)" }
        let json = JSON.members(("bus", .string(finding.access.rawValue)), ("reason", .string(finding.reason)))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func status(_ access: BusAccess) -> Int32 {
        switch access {
        case .closed: 0
        case .open: 1
        case .unknown: 2
        }
    }
}
