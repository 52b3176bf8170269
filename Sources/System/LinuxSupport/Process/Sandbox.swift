import CLinuxSupport
import Glibc

/// Steps by which a process permanently gives up privileges.
///
/// System-call filters are not here: they need libseccomp.
package enum Sandbox {
    /// From here on, an executed program gains no privileges: set-id bits and file capabilities are ignored.
    package static func forbidNewPrivileges() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_no_new_privileges(), "forbidding new privileges")
    }

    /// Closes every descriptor from `first` on, including those owned by other parts of this process.
    ///
    /// Only for a process that is about to be replaced: an owner that lives on would later close somebody else's
    /// number.
    package static func closeDescriptors(from first: Int32) throws(LinuxError) {
        _ = try LinuxError.check(seam_close_from(first), "closing descriptors")
    }

    /// The directories of the shared libraries that this process has mapped, each once, sorted.
    package static func mappedLibraryDirectories() -> [String] {
        let found = Locked<Set<String>>([])
        let context = unsafe Unmanaged.passUnretained(found).toOpaque()
        unsafe seam_each_library(
            { context, path in
                guard let context = unsafe context, let path = unsafe path else { return }
                let text = unsafe String(cString: path)
                guard let slash = text.lastIndex(of: "/"), slash != text.startIndex else { return }
                let found = unsafe Unmanaged<Locked<Set<String>>>.fromOpaque(context).takeUnretainedValue()
                found.withLock { _ = $0.insert(String(text[..<slash])) }
            },
            context
        )
        return found.withLock { $0.sorted() }
    }

    /// The file that this process is executing, with all links resolved.
    package static func executablePath() throws(LinuxError) -> String {
        var room = [CChar](repeating: 0, count: 4_096)
        let length = unsafe readlink("/proc/self/exe", &room, room.count)
        guard length > 0, length < room.count else {
            throw LinuxError(errorNumber: errno, "reading the path of this program")
        }
        return String(decoding: room.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Replaces this program.
    ///
    /// Returns only by throwing; everything else about the process stays.
    package static func execute(
        _ path: String,
        arguments: [String],
        environment: [String]
    ) throws(LinuxError) -> Never {
        let status = unsafe withCStrings(arguments) { arguments in
            unsafe withCStrings(environment) { environment in
                unsafe seam_execute(path, arguments, environment)
            }
        }
        throw LinuxError(errorNumber: -status, "starting \(path)")
    }

    /// Opens the program at `path` as descriptor number `number`, to be executed later by `execute`.
    ///
    /// The number may exceed a limit on open files that is set afterwards. The descriptor closes on exec, so a script
    /// cannot be executed this way: its interpreter would find no script.
    package static func openProgram(_ path: String, as number: Int32) throws(LinuxError) -> Program {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_PLACE)
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path)"))
        let moved = file.withDescriptor { fcntl($0, F_DUPFD_CLOEXEC, number) }
        guard moved == number else {
            // For a number above the open-file limit, the kernel says that it is invalid.
            throw LinuxError(errorNumber: errno == EINVAL ? EMFILE : errno, "opening \(path) as descriptor \(number)")
        }
        return Program(path: path, descriptor: OwnedDescriptor(opened: moved))
    }

    /// An open program.
    package struct Program: ~Copyable, Sendable {
        private let path: String
        private let descriptor: OwnedDescriptor

        fileprivate init(path: String, descriptor: consuming OwnedDescriptor) {
            self.path = path
            self.descriptor = descriptor
        }

        /// Replaces this program with the open one, through `execveat` on the descriptor.
        ///
        /// Returns only by throwing.
        package consuming func execute(arguments: [String], environment: [String]) throws(LinuxError) -> Never {
            let status = unsafe Sandbox.withCStrings(arguments) { arguments in
                unsafe Sandbox.withCStrings(environment) { environment in
                    descriptor.withDescriptor { unsafe seam_execute_descriptor($0, arguments, environment) }
                }
            }
            throw LinuxError(errorNumber: -status, "starting \(path)")
        }
    }

    fileprivate static func withCStrings(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
    ) -> CInt {
        var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(&pointers)
    }
}
