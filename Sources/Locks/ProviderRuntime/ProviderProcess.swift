import Glibc
import LinuxSupport
import ProviderAPI
import RPC
import SystemCalls
import Wire

/// The process of one of this project's providers. The process confines itself, then serves one operation over two
/// descriptors.
package enum ProviderProcess {
    /// The longest time to wait for a host's welcome: a host that has been silent for this long will stay silent. The
    /// host may be waiting for this process to end. The library that starts this process waits in this way if it could
    /// not find out whether the program was executed.
    private static let patienceForWelcome = Duration.seconds(3)

    /// The `main` of a provider.
    ///
    /// The process exits with 0 when the operation has been finished, whatever its outcome is. The process exits with
    /// the status of a ``LaunchFault`` if it cannot confine itself, and otherwise with 70.
    ///
    /// The closure `prepare` runs while files can still be opened. Use `prepare` for files that a library loads on
    /// first use.
    package static func main<Family: LockFamily>(
        _ family: Family.Type,
        name: String,
        prepare: () throws -> Void = {}
    ) -> Never {
        do {
            try ProcessHygiene.begin()
            try ProcessHygiene.protectMemory()
            try prepare()
            let input = try OwnedDescriptor(adopting: 0)
            let output = try OwnedDescriptor(adopting: 1)
            let hello = Hello(clientName: name, clientVersion: Release.version)
            let client = try BlockingClient(
                input: input, output: output, hello: hello,
                patience: ClientConnection.Patience(welcome: patienceForWelcome))
            try confine()
            var loop = try OperationLoop<Family>(client: client)
            try loop.run()
            exit(0)
        } catch {
            // The line contains only constant text, because an error may quote the peer.
            let line = Array("\(name): the operation broke off (\(label(of: error)))\n".utf8)
            _ = unsafe write(2, line, line.count)
            exit((error as? ContainmentError)?.code.exitStatus ?? 70)
        }
    }

    /// Gives up all rights except the open descriptors, memory, time and randomness. Call this method before the first
    /// input is read.
    ///
    /// Tests set `allThreads` to false to confine only the calling thread. The other threads of a test's process belong
    /// to libraries, and abort if they cannot start threads.
    package static func confine(allThreads: Bool = true) throws(ContainmentError) {
        do throws(LinuxError) {
            try Sandbox.forbidNewPrivileges()
        } catch {
            throw ContainmentError(error)
        }
        do throws(LinuxError) {
            try SystemCallFilter.operation(process: getpid()).load(onAllThreads: allThreads)
        } catch {
            throw ContainmentError(error, as: .filter)
        }
    }

    private static func label(of error: any Error) -> String {
        switch error {
        case let error as WireError: error.reason
        case let error as LinuxError: error.code.rawValue
        case let error as ContainmentError: error.code.rawValue
        case is FieldFault: "unreadable item"
        default: "unexpected"
        }
    }
}
