import CLinuxSupport
import Glibc

/// The information that a service manager gives a process in environment variables: the address for reports, the
/// interval for signs of life, and the sockets opened for the process. Source: sd_notify(3), sd_watchdog_enabled(3),
/// sd_listen_fds(3).
package struct ServiceEnvironment: Sendable, Equatable {
    /// A passed descriptor, with the name that its unit gave it.
    package struct PassedSocket: Sendable, Equatable {
        package let name: String
        package let descriptor: CInt
    }

    /// The address for reports: a path, or `@` and an abstract name. If nobody wants reports, this is nil.
    package let notifySocket: String?
    /// If this process gives no sign of life for this time, the service manager ends it. If the service manager does
    /// not watch the process, this is nil.
    package let watchdog: Duration?
    /// The device and inode of the journal's stream to which standard output or error was connected. See
    /// ``StandardError/isJournal(_:)``.
    package let journalStream: String?
    /// The passed descriptors from number 3 on, in order. There are at most ``socketLimit`` of them.
    package let sockets: [PassedSocket]

    /// The environment of a process without a service manager.
    package static let none = ServiceEnvironment()

    /// The largest number of sockets that are accepted.
    package static let socketLimit = 16
    /// The names of the variables. The method ``take()`` removes all of these variables.
    package static let variables = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS",
        "LISTEN_FDNAMES", "JOURNAL_STREAM",
    ]

    private init() {
        (notifySocket, watchdog, journalStream, sockets) = (nil, nil, nil, [])
    }

    /// Interprets `variables` for the process `pid`. If the kernel supports it, `pidfdID` is the inode of the process's
    /// pidfd.
    ///
    /// Variables for another process are ignored. If a value is invalid, throws `.serviceEnvironment` with the name of
    /// the variable.
    package init(_ variables: [String: String], pid: Int32, pidfdID: UInt64?) throws(LinuxError) {
        notifySocket = try Self.notifySocket(variables["NOTIFY_SOCKET"])
        watchdog = try Self.watchdog(variables, pid: pid)
        journalStream = variables["JOURNAL_STREAM"]
        sockets = try Self.sockets(variables, pid: pid, pidfdID: pidfdID)
    }

    private static func notifySocket(_ name: String?) throws(LinuxError) -> String? {
        guard let name else { return nil }
        // One byte of the address is needed for the end of the path, or for the beginning of the abstract name.
        guard name.hasPrefix("/") || name.hasPrefix("@"), (2...SocketPath.limit).contains(name.utf8.count) else {
            throw fault("NOTIFY_SOCKET is neither a path nor an abstract name of at most \(SocketPath.limit) bytes")
        }
        return name
    }

    private static func watchdog(_ variables: [String: String], pid: Int32) throws(LinuxError) -> Duration? {
        guard let microseconds = try number(variables, "WATCHDOG_USEC", in: 1...31_536_000_000_000) else { return nil }
        if let watched = try number(variables, "WATCHDOG_PID", in: 1...UInt64(Int32.max)), watched != pid { return nil }
        return .microseconds(microseconds)
    }

    private static func sockets(
        _ variables: [String: String], pid: Int32, pidfdID: UInt64?
    ) throws(LinuxError) -> [PassedSocket] {
        guard let receiver = try number(variables, "LISTEN_PID", in: 1...UInt64(Int32.max)), receiver == pid else {
            return []
        }
        // This id distinguishes this process from an earlier process with the same number.
        let receiverID = try number(variables, "LISTEN_PIDFDID", in: 0...UInt64.max)
        if let receiverID, let pidfdID, receiverID != pidfdID { return [] }
        guard let count = try number(variables, "LISTEN_FDS", in: 0...UInt64(Int32.max)), count > 0 else { return [] }
        guard count <= socketLimit else {
            throw fault("\(count) descriptors were passed (LISTEN_FDS), but at most \(socketLimit) are accepted")
        }
        var names = [String](repeating: "unknown", count: Int(count))
        if let given = variables["LISTEN_FDNAMES"] {
            names = given.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        guard names.count == count else {
            throw fault("\(count) descriptors were passed (LISTEN_FDS), but \(names.count) names (LISTEN_FDNAMES)")
        }
        return zip(names, 3...).map { PassedSocket(name: $0, descriptor: $1) }
    }

    /// Returns the value of a variable that contains a decimal number. If the variable is absent, returns nil.
    private static func number(
        _ variables: [String: String], _ name: String, in range: ClosedRange<UInt64>
    ) throws(LinuxError) -> UInt64? {
        guard let text = variables[name] else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text), range.contains(number)
        else {
            throw fault("\(name) is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    static func fault(_ message: String) -> LinuxError { LinuxError(.serviceEnvironment, message) }
}

extension ServiceEnvironment {
    /// Reads this process's variables and removes them, so that no child mistakes them for its own variables. Makes the
    /// passed descriptors close-on-exec, so that programs started later do not inherit them.
    ///
    /// The environment is not thread-safe, so call this method before any thread is started.
    ///
    /// Throws the errors of ``init(_:pid:pidfdID:)``, and also throws if an announced descriptor is not open.
    package static func take() throws(LinuxError) -> ServiceEnvironment {
        var values: [String: String] = [:]
        for name in variables {
            if let value = unsafe getenv(name) { values[name] = unsafe String(cString: value) }
            unsafe unsetenv(name)
        }
        var id: UInt64 = 0
        let knowsID = unsafe seam_own_pidfd_id(&id) == 0
        let environment = try ServiceEnvironment(values, pid: getpid(), pidfdID: knowsID ? id : nil)
        for socket in environment.sockets {
            guard seam_set_close_on_exec(socket.descriptor) >= 0 else {
                throw fault("descriptor \(socket.descriptor) was announced (LISTEN_FDS), but is not open")
            }
        }
        return environment
    }

    /// Takes over the passed sockets, by name. The argument `paths` contains the name and path of each Unix socket of
    /// this program. A socket with a name in `open` may be any stream socket: its unit decides where it listens.
    ///
    /// Call this method only once, because the result owns the descriptors.
    ///
    /// Throws `.serviceEnvironment` with the socket's name in three cases: the name is neither in `paths` nor in
    /// `open`, a second socket has the same name, or a socket is not a stream socket that listens, at its path if it
    /// has one.
    package func listeners(
        at paths: [String: String], open: Set<String> = []
    ) throws(LinuxError) -> [String: UnixListener] {
        var listeners: [String: UnixListener] = [:]
        for socket in sockets {
            let name = Self.printable(socket.name)
            let what = "descriptor \(socket.descriptor), passed as \(name),"
            let path = paths[socket.name]
            guard path != nil || open.contains(socket.name) else {
                let known = (Array(paths.keys) + open).sorted().joined(separator: ", ")
                throw Self.fault("\(what) is not a socket of this program: its sockets are \(known)")
            }
            guard listeners[socket.name] == nil else { throw Self.fault("\(what) is the second socket of that name") }
            let descriptor = try OwnedDescriptor(adopting: socket.descriptor)
            try Self.check(descriptor, what, path: path)
            listeners[socket.name] = UnixListener(passed: descriptor, path: path ?? name)
        }
        return listeners
    }

    private static func check(_ socket: borrowing OwnedDescriptor, _ what: String, path: String?) throws(LinuxError) {
        let kind = socket.withDescriptor { seam_socket_kind($0) }
        guard kind != -ENOTSOCK else { throw fault("\(what) is not a socket") }
        let found = try UInt32(LinuxError.check(kind, "looking at \(what)"))
        let isStream = SEAM_SOCKET_STREAM.rawValue | (path == nil ? 0 : SEAM_SOCKET_UNIX.rawValue)
        guard found & isStream == isStream else {
            throw fault("\(what) is not a \(path == nil ? "" : "Unix ")stream socket")
        }
        guard found & SEAM_SOCKET_LISTENING.rawValue != 0 else { throw fault("\(what) is not listening") }
        guard let path else { return }
        var name = [CChar](repeating: 0, count: 128)
        let status = socket.withDescriptor { unsafe seam_unix_name($0, &name, name.count) }
        let length = Int(try LinuxError.check(status, "looking at \(what)"))
        let bound = String(decoding: name[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard bound == path else {
            let place = bound.isEmpty ? "no path" : printable(bound)
            throw fault("\(what) is bound to \(place), but the configuration says \(path)")
        }
    }

    /// Returns a text for a message. Characters to which a terminal might react are replaced.
    private static func printable(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(128).map { (" "..."~").contains($0) ? Character($0) : "?" }
        return "“\(String(shown))”"
    }
}
