import Glibc
import LinuxSupport
import LockProtocol
import NIOCore
import NIOPosix
import VirtualRadio
import Wire

/// The process of `seam-virtual-lock`, with its locks, its control socket, its files, and an orderly end.
package struct VirtualLockProcess: Sendable {
    private let arguments: LockArguments
    private let events: EventFile?
    private let users: UserFile?
    private let group: any EventLoopGroup

    /// Runs until SIGTERM or SIGINT, and ends the process. The exit status is 0, 64 for wrong arguments, or 70 if the
    /// process cannot continue.
    ///
    /// Call this method from `main` before any thread exists, because it blocks the two signals for all threads, and
    /// waits for them on the calling thread.
    package static func main(_ commandLine: [String]) -> Never {
        exit(status(of: commandLine))
    }

    private static func status(of commandLine: [String]) -> Int32 {
        do {
            let arguments = try LockArguments(Array(commandLine.dropFirst()))
            guard !arguments.wantsHelp else {
                return output.help(LockArguments.usage)
            }
            return try serve(arguments)
        } catch {
            note("\(error)")
            if let error = error as? VirtualLockError, error.code == .usage {
                note("try seam-virtual-lock --help")
                return 64
            }
            return 70
        }
    }

    private static func serve(_ arguments: LockArguments) throws -> Int32 {
        try ProcessHygiene.begin()
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT] { unsafe sigaddset(&signals, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)

        let listener = try arguments.controlPath.map { try UnixSocket.listen(at: $0, mode: 0o600) }
        let events = try arguments.eventsPath.map { try EventFile(path: $0) }
        let users = try arguments.statePath.map { try UserFile(path: $0) }
        // No code between this line and the group's shutdown may throw.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let process = VirtualLockProcess(arguments: arguments, events: events, users: users, group: group)
        let status = group.next().makePromise(of: Int32.self)
        // The task is detached because this thread waits for signals below. Either `cancel` ends the task, or the end
        // of the task stops the wait.
        let task = Task.detached {
            do {
                try await process.run(listener)
                status.succeed(0)
            } catch  where Task.isCancelled {
                // A cancellation means that the process was asked to end, so an interruption by the cancellation is not
                // a failure.
                status.succeed(0)
            } catch {
                note("\(error)")
                status.succeed(70)
            }
            kill(getpid(), SIGTERM)
        }
        var received: CInt = 0
        unsafe sigwait(&signals, &received)
        task.cancel()
        let result = Result { try status.futureResult.wait() }
        let stopped = Result { try group.syncShutdownGracefully() }
        try listener?.close()
        try stopped.get()
        return try result.get()
    }

    /// Plays the locks until the task is cancelled, or until one of the locks cannot continue.
    private func run(_ listener: UnixListener?) async throws {
        let link = VirtualRadioLink(path: arguments.radioPath, eventLoopGroup: group)
        let players = arguments.locks.map { specification in
            let player = LockPlayer(specification, link: link, events: events, users: users, note: Self.note)
            return (name: specification.name, player: player)
        }
        let missing = Locked(Set(players.map(\.name)))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await link.run() }
            for (name, player) in players {
                tasks.addTask {
                    try await player.run {
                        let isLast = missing.withLock { $0.remove(name) != nil && $0.isEmpty }
                        if isLast { _ = Self.output.say("ready") }
                    }
                }
            }
            if let descriptor = listener?.takeDescriptor() {
                let byName = Dictionary(uniqueKeysWithValues: players.map { ($0.name, $0.player) })
                let server = ControlServer { command in
                    guard let player = byName[command.lock] else {
                        return ControlServer.failure(VirtualLockError(.unknownLock, "there is no lock of that name"))
                    }
                    return await player.perform(command.operation)
                }
                let handle = descriptor.release()
                tasks.addTask { try await server.run(OwnedDescriptor(adopting: handle), on: group) }
            }
            // When a lock fails, the other locks end.
            for try await _ in tasks {}
        }
    }

    /// Writes one line for people on standard error.
    private static func note(_ message: String) { _ = output.complain(message, EX_SOFTWARE) }

    private static let output = CommandOutput(of: "seam-virtual-lock")
}
