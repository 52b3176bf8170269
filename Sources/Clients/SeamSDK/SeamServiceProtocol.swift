public import FoundationEssentials
public import OpenCombine

/// A session for a view and its model, with the session's published state and its commands. ``SeamService`` is the real
/// implementation. Previews and tests have their own implementations.
///
/// A conforming type implements one of the two `initialize` methods. The other method has a default implementation.
@MainActor
public protocol SeamServiceProtocol: AnyObject, ObservableObject {
    /// The keys, sorted by name. The value is empty until the session is active.
    var credentials: [SeamAccessCredential] { get }
    /// Whether somebody is signed in.
    var isActive: Bool { get }

    /// The value of ``isActive``, now and after each change.
    var isActivePublisher: AnyPublisher<Bool, Never> { get }
    /// The value of ``credentials``, now and after each change.
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { get }

    /// Gives the session its token. Throws ``SeamError/invalidClientSessionToken`` for an empty token.
    func initialize(clientSessionToken: String) throws
    /// Gives the session its token. A token of nil is treated like an empty token.
    func initialize(clientSessionToken: String?) throws
    /// Signs in. Call `initialize` before this method. Calling the method again has no effect.
    func activate() async throws
    /// Reads the keys now, and returns them. New keys also arrive without this call.
    @discardableResult func refresh() async throws -> [SeamAccessCredential]
    /// Opens a door. Throws if the attempt is impossible. The publisher never fails, and cancelling the subscription
    /// cancels the attempt.
    func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never>
    /// Signs out. A second call has no effect.
    func deactivate(deintegrate: Bool) async
}

extension SeamServiceProtocol {
    /// Calls the method that takes an optional token.
    public func initialize(clientSessionToken: String) throws {
        try MissingInitialize.watch(self) {
            try initialize(clientSessionToken: Optional(clientSessionToken))
        }
    }

    /// Calls the method that takes a non-optional token. Throws ``SeamError/invalidClientSessionToken`` for nil and for
    /// an empty string.
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

/// Stops the program if a type implements neither `initialize` method, because the two defaults call each other
/// forever.
@MainActor
private enum MissingInitialize {
    /// The objects whose default implementations are running, outermost first. An object may forward the call to
    /// another object.
    private static var running: [ObjectIdentifier] = []

    static func watch(_ object: AnyObject, _ body: () throws -> Void) rethrows {
        let id = ObjectIdentifier(object)
        precondition(
            running.last != id,
            "a type that conforms to SeamServiceProtocol must implement initialize(clientSessionToken:)")
        running.append(id)
        defer { running.removeLast() }
        try body()
    }
}
