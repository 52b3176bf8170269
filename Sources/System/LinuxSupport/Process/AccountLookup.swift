import Glibc

/// How a daemon finds the users and groups of its configuration when it starts.
///
/// Only "there is none" counts as absent. A daemon that took a failing name service for that would lock its callers out
/// until somebody restarts it; so a look-up that fails is tried again for a while, and then the daemon does not start.
package struct AccountLookup: Sendable {
    /// Finds an account by name or number; throws `.notFound` if there is none, and `.lookupFailed`.
    package typealias Find = @Sendable (String) throws(LinuxError) -> UInt32

    private let findUser: Find
    private let findGroup: Find
    private let pause: @Sendable (Duration) -> Void

    /// The pauses between the tries.
    private static let pauses = [100, 200, 400, 800, 1600].map { Duration.milliseconds($0) }

    /// `pause` waits, and may block: a daemon that starts has nothing else to do.
    package init(user: @escaping Find, group: @escaping Find, pause: @escaping @Sendable (Duration) -> Void) {
        (findUser, findGroup, self.pause) = (user, group, pause)
    }

    /// Asks the machine's name service.
    package static let machine = AccountLookup {
        (name) throws(LinuxError) in
        try AccountNames.user(name)
    } group: { (name) throws(LinuxError) in
        try AccountNames.group(name)
    } pause: { duration in
        _ = poll(nil, 0, Int32(duration / .milliseconds(1)))
    }

    /// The user; nil if there is none. Throws `.lookupFailed`.
    package func user(_ name: String) throws(LinuxError) -> UInt32? { try ask(findUser, name) }

    /// The group; nil if there is none. Throws `.lookupFailed`.
    package func group(_ name: String) throws(LinuxError) -> UInt32? { try ask(findGroup, name) }

    private func ask(_ find: Find, _ name: String) throws(LinuxError) -> UInt32? {
        var left = Self.pauses[...]
        while true {
            do throws(LinuxError) {
                return try find(name)
            } catch {
                if error.code == .notFound { return nil }
                guard let next = left.popFirst() else { throw error }
                pause(next)
            }
        }
    }
}
