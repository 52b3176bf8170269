import Glibc

/// What a program says about how it ended.
package struct CommandOutput: Sendable {
    private let program: String

    /// Creates the output of the program with that name.
    package init(of program: String) {
        self.program = program
    }

    /// Writes the text to standard output. Returns 0.
    package func say(_ text: String) -> Int32 {
        // If this fails, there is nobody left to tell.
        StandardError.write(Array((text + "\n").utf8), to: STDOUT_FILENO)
        return EX_OK
    }

    /// Writes the program's help, for the width of the terminal. Returns 0.
    package func help(_ text: String) -> Int32 { say(HelpPage.laid(text)) }

    /// Writes to standard error, after the program's name, what is wrong. Returns `status`. If nobody reads it, this
    /// waits only for a short time.
    package func complain(_ message: String, _ status: Int32) -> Int32 {
        StandardError.say(Array("\(program): \(message)\n".utf8))
        StandardError.flush()
        return status
    }
}
