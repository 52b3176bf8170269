import Glibc
import LinuxSupport
import SignalCore
import Subprocess
import SystemPackage

/// A program that is run once per message. It runs in its own session, with an empty environment, and for a limited
/// time.
struct ChildProgram: Sendable {
    /// How the program ended.
    enum End: Sendable, Hashable, CustomStringConvertible {
        /// The program exited with a status. The last line of its output is kept.
        case exited(Int32, lastLine: String)
        /// A signal that the sender did not send killed the program.
        case killed
        /// The program ran out of time. The sender killed it, together with the programs that it had started.
        case timedOut
        case notStarted

        var description: String {
            switch self {
            case .exited(let status, _): "exit status \(status)"
            case .killed: "killed by a signal"
            case .timedOut: "the program ran out of time"
            case .notStarted: "the program cannot be started"
            }
        }

        /// The result for a program that did not exit by itself. If the program exited by itself, this is nil. Such a
        /// program may have done its work anyway.
        var failure: DeliveryResult? {
            switch self {
            case .exited: nil
            case .killed, .timedOut: DeliveryResult(.temporary, description, isUncertain: true)
            case .notStarted: DeliveryResult(.temporary, description)
            }
        }
    }

    let path: String
    var arguments: [String] = []
    let limit: Duration

    /// How many bytes of the output's end are kept.
    private static let tail = 4_096

    /// Runs the program. Its standard input contains those bytes. Cancelling the task kills the program.
    func run(input: [UInt8]) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask { await start(input) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return .timedOut
            }
            let first = await group.next() ?? .notStarted
            group.cancelAll()
            // The killed program is reaped before this returns.
            await group.waitForAll()
            return first
        }
    }

    private func start(_ input: [UInt8]) async -> End {
        let output = Locked<[UInt8]>([])
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100))
        ]
        let configuration = Configuration(
            executable: .path(FilePath(path)), arguments: Arguments(arguments), environment: .custom([:]),
            workingDirectory: Self.root, platformOptions: options)
        do {
            let result = try await Subprocess.run(
                configuration, input: .inputWriter, output: .sequence, error: .discarded
            ) { child in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.read(child.standardOutput, into: output) }
                    group.addTask {
                        // A program that does not read its input still answers with its status.
                        _ = try? await child.standardInputWriter.write(input)
                        try? await child.standardInputWriter.finish()
                    }
                }
            }
            guard case .exited(let status) = result.terminationStatus else { return .killed }
            return .exited(status, lastLine: Self.lastLine(output.withLock { $0 }))
        } catch {
            return .notStarted
        }
    }

    /// The directory in which a program runs. The value is nil if the sender already runs in that directory, as its
    /// unit arranges. If nil is passed, the library does not check whether it may enter a directory. This check uses a
    /// system call that old containers refuse.
    private static var root: FilePath? {
        var room = [CChar](repeating: 0, count: 8)
        let isThere = unsafe getcwd(&room, room.count) != nil && room[0] == 0x2F && room[1] == 0
        return isThere ? nil : "/"
    }

    private static func read(_ bytes: SubprocessOutputSequence, into output: Locked<[UInt8]>) async {
        do {
            for try await chunk in bytes {
                let more = unsafe chunk.withUnsafeBytes { unsafe Array($0) }
                output.withLock { $0 = Array(($0 + more).suffix(tail)) }
            }
        } catch {
            // The pipe ends with the program. The exit status says more than the pipe's error.
        }
    }

    private static func lastLine(_ output: [UInt8]) -> String {
        let line = output.split(separator: UInt8(ascii: "\n")).last ?? []
        return String(decoding: line, as: UTF8.self)
    }
}
