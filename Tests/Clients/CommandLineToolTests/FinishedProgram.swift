import Foundation
import Glibc
import TestSupport

/// A program that has finished. The program's output goes to files and not to pipes, because a child process of another
/// test could inherit a pipe and delay the end of the output.
struct FinishedProgram: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the command `arguments` under the program `timeout`, which kills the command after 30 s.
    static func run(
        _ arguments: [String], environment: [String: String], input: String, directory: TestDirectory
    ) async throws -> FinishedProgram {
        let name = UUID().uuidString
        let inputFile = try directory.write(input, to: "\(name).in")
        let outputFile = directory.file("\(name).out")
        let errorFile = directory.file("\(name).err")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorFile, O_WRONLY | O_CREAT, 0o600)
        let command = ["/usr/bin/timeout", "-k", "1", "30"] + arguments
        var argv = command.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let started = posix_spawn(&pid, command[0], &actions, nil, &argv, &envp)
        guard started == 0 else { throw TestFailure("\(arguments[0]) does not start: \(started)") }
        let child = pid
        let status = await withCheckedContinuation { (end: CheckedContinuation<Int32, Never>) in
            Thread {
                var status: Int32 = 0
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                end.resume(returning: status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f)
            }.start()
        }
        return FinishedProgram(
            status: status, output: try String(contentsOfFile: outputFile, encoding: .utf8),
            errors: try String(contentsOfFile: errorFile, encoding: .utf8))
    }
}
