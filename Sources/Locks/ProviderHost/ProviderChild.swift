import LinuxSupport
import ProviderAPI
import Subprocess
import SystemPackage

/// The process of one provider, started through the launcher. This type passes bytes between the process and its
/// conversation.
///
/// The run ends when the child has been reaped. Cancelling the task kills the child and its process group with SIGKILL.
struct ProviderChild: Sendable {
    let launcher: String
    let program: String
    let allowsNoLandlock: Bool
    let noteLimit: Int

    /// Runs the child. Returns the first bytes that the child wrote on standard error, or the reason why no child was
    /// started.
    func run(_ conversation: ProviderConversation) async -> [UInt8] {
        let note = Locked<[UInt8]>([])
        do {
            let result = try await Subprocess.run(
                configuration, input: .inputWriter, output: .sequence, error: .sequence
            ) {
                child in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.read(child.standardOutput, into: conversation) }
                    group.addTask { await Self.note(child.standardError, in: note, limit: noteLimit) }
                    group.addTask { await Self.write(from: conversation, to: child.standardInputWriter) }
                }
            }
            let status = result.terminationStatus
            await conversation.exited(Self.fault(of: status), status: "\(status)")
        } catch is CancellationError {
            await conversation.exited(nil, status: "killed")
        } catch {
            await conversation.notStarted(Self.fault(error))
            // The system's message is kept for the log.
            note.withLock { $0 = Array("\(error)".utf8.prefix(noteLimit)) }
        }
        return note.withLock { $0 }
    }

    /// Starts the child with no input, and this makes the child end. Kills the child if it has not ended after `limit`.
    /// Returns the fault that prevented the child from being started and contained.
    func trial(within limit: Duration) async -> LaunchFault? {
        await withTaskGroup(of: LaunchFault?.self) { group in
            group.addTask {
                do {
                    let result = try await Subprocess.run(
                        configuration, input: .none, output: .discarded, error: .discarded)
                    return Self.fault(of: result.terminationStatus)
                } catch is CancellationError {
                    return nil
                } catch {
                    return Self.fault(error)
                }
            }
            group.addTask {
                // If the program is still running after the limit, it was started without a fault.
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// The configuration for starting the child. No working directory is set. Otherwise, the library would check
    /// whether it may enter the directory, and it would use a call that an old container refuses. The launcher changes
    /// to the root directory instead.
    private var configuration: Configuration {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = []
        return Configuration(
            executable: .path(FilePath(launcher)),
            arguments: Arguments((allowsNoLandlock ? ["--allow-no-landlock"] : []) + [program]),
            environment: .custom([:]),
            platformOptions: options
        )
    }

    private static func fault(of status: TerminationStatus) -> LaunchFault? {
        guard case .exited(let code) = status else { return nil }
        return LaunchFault(exitStatus: code)
    }

    /// Returns the fault for an error from the process-starting library.
    private static func fault(_ error: any Error) -> LaunchFault {
        guard let error = error as? SubprocessError else { return .system }
        switch error.underlyingError {
        case .resourceTemporarilyUnavailable?, .noMemory?: return .processes
        case .tooManyOpenFiles?, .tooManyOpenFilesInSystem?: return .descriptors
        default: return error.code == .executableNotFound ? .launcher : .system
        }
    }

    private static func read(_ output: SubprocessOutputSequence, into conversation: ProviderConversation) async {
        do {
            for try await chunk in output {
                await conversation.receive(unsafe chunk.withUnsafeBytes { unsafe Array($0) })
            }
        } catch {
            // The pipe ends with the child, however the child ended. The exit status says more.
        }
        await conversation.outputEnded()
    }

    private static func note(_ errors: SubprocessOutputSequence, in note: Locked<[UInt8]>, limit: Int) async {
        do {
            for try await chunk in errors {
                let bytes = unsafe chunk.withUnsafeBytes { unsafe Array($0) }
                note.withLock { $0 += bytes.prefix(max(0, limit - $0.count)) }
            }
        } catch {
            // The pipe ends with the child here too. The bytes read so far are kept.
        }
    }

    private static func write(from conversation: ProviderConversation, to input: StandardInputWriter) async {
        for await _ in conversation.wakes {
            let bytes = await conversation.takeOutput()
            guard !bytes.isEmpty else { continue }
            guard await write(bytes, to: input) else {
                // A child that is still alive would wait for input that never comes. Its input is closed, and the
                // conversation is informed.
                try? await input.finish()
                return await conversation.inputEnded()
            }
            await conversation.wrote(bytes.count)
        }
    }

    /// Writes the bytes. Returns whether all bytes were written.
    private static func write(_ bytes: [UInt8], to input: StandardInputWriter) async -> Bool {
        do {
            return try await input.write(bytes) == bytes.count
        } catch {
            return false
        }
    }
}
