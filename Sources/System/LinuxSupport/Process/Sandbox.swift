import CLinuxSupport
import Glibc

/// The steps with which a process permanently gives up privileges.
///
/// System-call filters are not part of this type, because they need libseccomp.
package enum Sandbox {
    /// Ensures that programs executed later gain no privileges: set-id bits and file capabilities are ignored.
    package static func forbidNewPrivileges() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_no_new_privileges(), "forbidding new privileges")
    }

    /// Closes every descriptor from `first` on, including descriptors owned by other parts of this process.
    ///
    /// Call this method only in a process whose program is about to be replaced. An owner that lived on would later
    /// close a descriptor that somebody else has opened with the same number.
    package static func closeDescriptors(from first: Int32) throws(LinuxError) {
        _ = try LinuxError.check(seam_close_from(first), "closing descriptors")
    }

    /// Returns the sorted directories of the shared libraries that this process has mapped, without repetitions.
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

    /// Returns the path of the file that this process is executing, with all links resolved.
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
    /// This method returns only by throwing. All other properties of the process stay the same.
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

    /// Opens the program at `path` as the descriptor with the number `number`, so that `execute` can execute the
    /// program later.
    ///
    /// The number may exceed a limit on open files that is set afterwards. The descriptor closes on exec, so a script
    /// cannot be executed in this way, because its interpreter would not find the script.
    package static func openProgram(_ path: String, as number: Int32) throws(LinuxError) -> Program {
        let opened = unsafe seam_open(seam_working_directory(), path, SEAM_OPEN_PLACE)
        let file = OwnedDescriptor(opened: try LinuxError.check(opened, "opening \(path)"))
        let moved = file.withDescriptor { fcntl($0, F_DUPFD_CLOEXEC, number) }
        guard moved == number else {
            // For a number above the limit on open files, the kernel reports an invalid argument.
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

        /// Replaces this program with the open program, using `execveat` on the descriptor.
        ///
        /// This method returns only by throwing.
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
