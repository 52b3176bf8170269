import Glibc

/// Finds the users and groups in a daemon's configuration at startup.
///
/// An account counts as absent only if the name service answers that it does not exist. If a daemon treated a failing
/// name service in the same way, the daemon would lock its callers out until somebody restarted it. Therefore, a failed
/// lookup is repeated for a while, and then the daemon does not start.
package struct AccountLookup: Sendable {
    /// Finds an account by name or number. Throws `.notFound` if there is no such account, and `.lookupFailed`.
    package typealias Find = @Sendable (String) throws(LinuxError) -> UInt32

    private let findUser: Find
    private let findGroup: Find
    private let pause: @Sendable (Duration) -> Void

    /// The pauses between tries.
    private static let pauses = [100, 200, 400, 800, 1600].map { Duration.milliseconds($0) }

    /// Creates a lookup. The closure `pause` waits and may block, because a starting daemon has nothing else to do.
    package init(user: @escaping Find, group: @escaping Find, pause: @escaping @Sendable (Duration) -> Void) {
        (findUser, findGroup, self.pause) = (user, group, pause)
    }

    /// The lookup that asks the machine's name service.
    package static let machine = AccountLookup {
        (name) throws(LinuxError) in
        try answer { () throws(LinuxError) in try AccountNames.user(name) }
    } group: { (name) throws(LinuxError) in
        try answer { () throws(LinuxError) in try AccountNames.group(name) }
    } pause: { duration in
        _ = poll(nil, 0, Int32(duration / .milliseconds(1)))
    }

    /// The time for which a starting daemon waits for the name service. After that, the daemon reports to its service
    /// manager why it does not start, and the service manager starts the daemon again.
    private static let patience = Duration.seconds(20)

    private static let thread = Result { () throws(LinuxError) in try PollingThread(name: "names") }

    /// Returns the name service's answer. The name service may wait for another machine forever, and cannot be
    /// interrupted.
    private static func answer(
        _ find: @escaping @Sendable () throws(LinuxError) -> UInt32
    ) throws(LinuxError) -> UInt32 {
        let found = Locked<Result<UInt32, LinuxError>?>(nil)
        _ = try thread.get().run(within: patience) {
            let answer: Result<UInt32, LinuxError>
            do throws(LinuxError) {
                answer = .success(try find())
            } catch {
                answer = .failure(error)
            }
            found.withLock { $0 = answer }
        }
        guard let answer = found.withLock({ $0 }) else { throw silent }
        return try answer.get()
    }

    private static let silent = LinuxError(
        .lookupFailed, "the machine's name service does not answer", errorNumber: ETIMEDOUT)

    /// Returns the user with this name or number, or nil if there is no such user. Throws `.lookupFailed`.
    package func user(_ name: String) throws(LinuxError) -> UInt32? { try ask(findUser, name) }

    /// Returns the group with this name or number, or nil if there is no such group. Throws `.lookupFailed`.
    package func group(_ name: String) throws(LinuxError) -> UInt32? { try ask(findGroup, name) }

    private func ask(_ find: Find, _ name: String) throws(LinuxError) -> UInt32? {
        var left = Self.pauses[...]
        while true {
            do throws(LinuxError) {
                return try find(name)
            } catch {
                if error.code == .notFound { return nil }
                // The time for the lookup is up, and a thread is still waiting for the answer.
                if error.errorNumber == ETIMEDOUT { throw error }
                guard let next = left.popFirst() else { throw error }
                pause(next)
            }
        }
    }
}
