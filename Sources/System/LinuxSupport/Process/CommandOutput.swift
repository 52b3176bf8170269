import Glibc

/// The messages of a program about its result.
package struct CommandOutput: Sendable {
    private let program: String

    /// Creates the output of the program with this name.
    package init(of program: String) {
        self.program = program
    }

    /// Writes a text to standard output. Returns 0.
    package func say(_ text: String) -> Int32 {
        // A failure cannot be reported to anyone at this point.
        StandardError.write(Array((text + "\n").utf8), to: STDOUT_FILENO)
        return EX_OK
    }

    /// Writes the program's help, for the width of the terminal. Returns 0.
    package func help(_ text: String) -> Int32 { say(HelpPage.laid(text)) }

    /// Writes the program's name and an error message to standard error. Returns `status`. If nobody reads the message,
    /// this method waits only for a short time.
    package func complain(_ message: String, _ status: Int32) -> Int32 {
        StandardError.say(Array("\(program): \(message)\n".utf8))
        StandardError.flush()
        return status
    }
}
