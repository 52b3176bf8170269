import Glibc

/// A program's own words about how it has ended.
package struct CommandOutput: Sendable {
    private let program: String

    /// For the program of that name.
    package init(of program: String) {
        self.program = program
    }

    /// Says it on standard output. Returns 0.
    package func say(_ text: String) -> Int32 {
        // If this fails, nobody is left to tell.
        StandardError.write(Array((text + "\n").utf8), to: STDOUT_FILENO)
        return EX_OK
    }

    /// Says on standard error, after the program's name, what is wrong. Returns `status`. If nobody reads it, this
    /// waits for a short time only.
    package func complain(_ message: String, _ status: Int32) -> Int32 {
        StandardError.say(Array("\(program): \(message)\n".utf8))
        StandardError.flush()
        return status
    }
}
