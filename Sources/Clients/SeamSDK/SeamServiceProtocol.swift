public import FoundationEssentials
public import OpenCombine

/// A session as a view and its model see it: its published state, and its commands. ``SeamService`` is the real one;
/// previews and tests have their own.
///
/// A conforming type implements either of the two `initialize` methods; the other has a default.
@MainActor
public protocol SeamServiceProtocol: AnyObject, ObservableObject {
    /// The keys, sorted by name; empty until the session is active.
    var credentials: [SeamAccessCredential] { get }
    /// Whether somebody is signed in.
    var isActive: Bool { get }

    /// ``isActive`` now and after each change.
    var isActivePublisher: AnyPublisher<Bool, Never> { get }
    /// ``credentials`` now and after each change.
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { get }

    /// Gives the session its token. Throws ``SeamError/invalidClientSessionToken`` for an empty one.
    func initialize(clientSessionToken: String) throws
    /// Does the same; nil counts as an empty token.
    func initialize(clientSessionToken: String?) throws
    /// Signs in. Needs `initialize` first; a second call does nothing.
    func activate() async throws
    /// Reads the keys now, and returns them; they also arrive by themselves.
    @discardableResult func refresh() async throws -> [SeamAccessCredential]
    /// Opens a door. Throws if that is impossible; the publisher never fails, and cancelling it cancels the attempt.
    func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never>
    /// Signs out. A second call does nothing.
    func deactivate(deintegrate: Bool) async
}

extension SeamServiceProtocol {
    /// Calls the method that takes an optional.
    public func initialize(clientSessionToken: String) throws {
        try MissingInitialize.watch(self) {
            try initialize(clientSessionToken: Optional(clientSessionToken))
        }
    }

    /// Calls the method that takes a string. Throws ``SeamError/invalidClientSessionToken`` for nil and for an empty
    /// string.
    public func initialize(clientSessionToken: String?) throws {
        guard let token = clientSessionToken, !token.isEmpty else { throw SeamError.invalidClientSessionToken }
        try MissingInitialize.watch(self) {
            try initialize(clientSessionToken: token)
        }
    }

    /// Opens a door within ten seconds.
    public func unlock(using credentialId: String) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        try unlock(using: credentialId, timeout: 10)
    }

    /// Signs out, and keeps the data that the same person may use again.
    public func deactivate() async {
        await deactivate(deintegrate: false)
    }
}

/// Stops a type that implements neither `initialize`, because the two defaults would call each other forever.
@MainActor
private enum MissingInitialize {
    /// The objects whose defaults are running, outermost first; one may forward to another.
    private static var running: [ObjectIdentifier] = []

    static func watch(_ object: AnyObject, _ body: () throws -> Void) rethrows {
        let id = ObjectIdentifier(object)
        precondition(running.last != id, "a SeamServiceProtocol needs an initialize(clientSessionToken:) of its own")
        running.append(id)
        defer { running.removeLast() }
        try body()
    }
}
