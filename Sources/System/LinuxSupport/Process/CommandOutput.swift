import Glibc

/// What a program says, as itself, about how it has ended.
package struct CommandOutput: Sendable {
    private let program: String

    /// For the program of that name.
    package init(of program: String) {
        self.program = program
    }

    /// Says it on standard output. Returns 0.
    package func say(_ text: String) -> Int32 {
        write(text, to: STDOUT_FILENO)
        return EX_OK
    }

    /// Says on standard error, after the program's name, what is wrong. Returns `status`.
    package func complain(_ message: String, _ status: Int32) -> Int32 {
        write("\(program): \(message)", to: STDERR_FILENO)
        return status
    }

    private func write(_ text: String, to descriptor: Int32) {
        // If this fails, nobody is left to tell.
        let line = Array((text + "\n").utf8)
        _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
