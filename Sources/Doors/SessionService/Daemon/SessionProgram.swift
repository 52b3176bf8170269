import DaemonKit
import DaemonStore
import Glibc
import LinuxSupport
import Logging
import SealedDatabase
import SessionStore

/// The program `seam-sessiond`.
package enum SessionProgram {
    private static let usage = """
        usage: seam-sessiond [--config FILE]
               seam-sessiond --check-config FILE
               seam-sessiond --print-store FILE
               seam-sessiond --new-machine-key FILE
               seam-sessiond --forget-time [--config FILE]

        Keeps people's sessions and keys, and decides who may open which door.

          --config FILE            configuration (default /etc/seam/session.json)
          --check-config FILE      checks whether FILE can be used, and says why if it cannot; then exits
          --print-store FILE       prints the path of the store that FILE names, even if the rest of FILE is
                                   wrong; then exits
          --new-machine-key FILE   writes a new machine key to a new file of mode 0600; then exits
          --forget-time            forgets the time that the cloud reported, in case it was wrong; then exits. Run this
                                   as the daemon's user, while the daemon is stopped
          --version                prints the version; then exits
        """

    private static let program = DaemonProgram(
        "seam-sessiond", usage: usage, metrics: SessionInstruments.descriptions)

    private static let machineKey = MachineKeyFile(credential: "seam-machine-key", of: "seam-sessiond")

    /// Runs until a signal ends it, and returns its exit status (``DaemonProgram``). The status is also 78 if there is
    /// a problem with the machine key, or if the store does not open.
    package static func run(_ arguments: [String]) async -> Int32 {
        await program.run(arguments, command: command) { (configuration, basis) in
            let credentials = credentialsDirectory
            let key = try machineKey.load(credentialsDirectory: credentials, fallback: configuration.machineKey)
            if key.isFallback {
                basis.logger.warning(
                    "the machine key comes from a plain file; deployments pass it as a systemd credential")
            }
            let secret = try configuration.kiosk?.loadSecret(credentialsDirectory: credentials)
            return try SessionDaemon(configuration, SessionSecrets(machineKey: key.key, kiosk: secret), basis)
        }
    }

    private static var credentialsDirectory: String? {
        unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
    }

    /// A command that only this daemon has, or that does more in this daemon.
    private static func command(_ arguments: [String]) -> DaemonCommand<SessionConfiguration>? {
        switch (arguments.first, arguments.count) {
        case ("--check-config", 2):
            .own {
                let configuration = try SessionConfiguration.read(arguments[1])
                try configuration.kiosk?.checkSecret(credentialsDirectory: credentialsDirectory)
                return "\(arguments[1]) can be used"
            }
        case ("--print-store", 2): .own { try SessionConfiguration.store(in: arguments[1]) }
        case ("--new-machine-key", 2):
            .own {
                try MachineKeyFile.create(arguments[1])
                return nil
            }
        case ("--forget-time", 1): .own { try forgetTime(nil) }
        case ("--forget-time", 3) where arguments[1] == "--config": .own { try forgetTime(arguments[2]) }
        default: nil
        }
    }

    /// Removes the stored time. Until the cloud reports a time again, only the wall clock is used. Everyone who may run
    /// this command may also set the wall clock.
    private static func forgetTime(_ path: String?) throws -> String {
        let configuration = try SessionConfiguration.read(path)
        do throws(StoreError) {
            try SessionStore.forgetTimeMark(at: configuration.store)
        } catch {
            throw ConfigurationError(store: configuration.store, error, without: "its sessions and bound locks")
        }
        return "the stored time of the cloud is erased; now restart seam-sessiond"
    }
}
