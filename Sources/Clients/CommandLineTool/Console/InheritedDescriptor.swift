import Glibc

/// A descriptor that this program inherited at its start, named by a path such as `/dev/stdin` or `/dev/fd/63`. The
/// shell writes such a path for `<(command)`.
///
/// A file that other users could open by name must have mode 0600. An inherited descriptor is already as safe as the
/// process that passed it on.
struct InheritedDescriptor {
    /// The kind of file to which the descriptor refers.
    enum Kind {
        case terminal
        /// A pipe or a socket, which is read once, and only by this program.
        case stream
        case file
        case other
    }

    let number: CInt

    /// Returns nil if the path does not name a descriptor of this process.
    init?(path: String) {
        if path == "/dev/stdin" {
            number = STDIN_FILENO
            return
        }
        let prefixes = ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
        guard let prefix = prefixes.first(where: path.hasPrefix), let number = CInt(path.dropFirst(prefix.count)),
            number >= 0
        else { return nil }
        self.number = number
    }

    /// Whether the descriptor was already open when this program was started. The program opens its own files as
    /// close-on-exec, so a descriptor without this flag is inherited.
    var isInherited: Bool {
        let flags = fcntl(number, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
    }

    var kind: Kind {
        guard let status else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFIFO, S_IFSOCK: return .stream
        case S_IFREG: return .file
        default: return isatty(number) == 1 ? .terminal : .other
        }
    }

    /// Whether only this user and root can read the file.
    var isPrivate: Bool {
        guard let status else { return false }
        return (status.st_uid == geteuid() || status.st_uid == 0) && status.st_mode & 0o077 == 0
    }

    private var status: stat? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? status : nil
    }
}
