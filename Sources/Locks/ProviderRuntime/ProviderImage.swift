import LinuxSupport
import ProviderAPI

/// The file executed for a provider, and its arguments.
struct ProviderImage: Sendable, Equatable {
    /// The provider's path with symbolic links resolved, because the provider may read the directory that really
    /// contains its program.
    let program: String
    /// The file that the kernel executes: the program itself, or the interpreter of a script.
    let executable: String
    /// The arguments of the executed file.
    let arguments: [String]

    /// Reads the first bytes of `program` to distinguish a script from a binary.
    ///
    /// The launcher starts a script's interpreter itself instead of leaving this to the kernel: the executed descriptor
    /// closes on exec, and the kernel would pass the descriptor to the interpreter by number.
    init(program named: String) throws(ContainmentError) {
        guard named.hasPrefix("/"), !named.utf8.contains(0) else {
            throw ContainmentError(.unsuitableProgram, "a provider must be named by its absolute path")
        }
        let program: String
        let head: [UInt8]
        do {
            program = try TrustedPath.resolved(named)
            head = try SystemFile.head(program, count: 256)
        } catch {
            throw ContainmentError(.unsuitableProgram, error.description)
        }
        self.program = program
        guard head.starts(with: Array("#!".utf8)) else {
            (executable, arguments) = (program, [program])
            return
        }
        let line = String(decoding: head.dropFirst(2).prefix { $0 != 0x0A }, as: UTF8.self)
        let words = line.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
        guard head.contains(0x0A), let interpreter = words.first, interpreter.hasPrefix("/") else {
            throw ContainmentError(.unsuitableProgram, "\(program) does not name an interpreter by its absolute path")
        }
        executable = String(interpreter)
        arguments = words.map { $0.trimmingSpaces() } + [program]
    }

    /// The directory that contains the program, or `/` for a file in the root directory.
    var directory: String { Self.directory(of: program) }

    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        var text = self
        while text.last == " " || text.last == "\t" || text.last == "\r" { text.removeLast() }
        return String(text)
    }
}
