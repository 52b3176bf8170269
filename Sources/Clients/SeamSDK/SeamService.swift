public import FoundationEssentials
public import OpenCombine

/// A session for views, with the state of a ``Seam``, published on the main actor, and its commands. Several services
/// may show the same session, and then share its connection.
@MainActor
public final class SeamService: SeamServiceProtocol {
    /// The keys, sorted by name. The value is empty until the session is active.
    @Published public private(set) var credentials: [SeamAccessCredential]
    /// Whether somebody is signed in.
    @Published public private(set) var isActive: Bool

    private let seam: Seam
    /// The session that the service shows.
    package var session: Seam { seam }
    private let following: [Task<Void, Never>]

    /// Creates a service for `seam`, which is by default the session shared by all of the user's programs.
    public init(seam: Seam = .shared) {
        self.seam = seam
        (credentials, isActive) = (seam.credentials, seam.isActive)
        let (keys, states) = (seam.credentialUpdates, seam.isActiveUpdates)
        let box = WeakBox()
        following = [
            Task(executorPreference: SDKLoop.executor) {
                for await _ in keys { await box.showAll() }
            },
            Task(executorPreference: SDKLoop.executor) {
                for await _ in states { await box.showAll() }
            },
        ]
        box.service = self
    }

    deinit {
        for task in following { task.cancel() }
    }

    /// The value of ``isActive``, now and after each change, on the main actor.
    public var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }

    /// The value of ``credentials``, now and after each change, on the main actor.
    public var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }

    /// Gives the session its token, as ``Seam/initialize(clientSessionToken:)-swift.method`` does.
    public func initialize(clientSessionToken: String) throws {
        try seam.initialize(clientSessionToken: clientSessionToken)
        showAll()
    }

    /// Reads the keys and keeps them current, as ``Seam/activate()`` does.
    public func activate() async throws {
        try await seam.activate()
        showAll()
    }

    /// Fetches the keys from the cloud now, as ``Seam/refresh()`` does.
    @discardableResult
    public func refresh() async throws -> [SeamAccessCredential] {
        let keys = try await seam.refresh()
        showAll()
        return keys
    }

    /// Opens the key's door, as ``Seam/unlock(using:proximity:timeout:)`` does.
    public func unlock(
        using credentialId: String, timeout: TimeInterval = 10
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        try seam.unlock(using: credentialId, timeout: timeout)
    }

    /// Opens the key's door and returns details for a waiting person, as
    /// ``Seam/unlockEvents(using:timeout:proximity:entranceId:)`` does.
    public func unlockEvents(using credentialId: String, timeout: TimeInterval = 10) throws -> SeamUnlockEvents {
        try seam.unlockEvents(using: credentialId, timeout: timeout)
    }

    /// Returns a key's code and card number in clear, as ``Seam/reveal(_:)`` does. The journal records this call.
    public func reveal(_ credentialId: String) async throws -> SeamRevealedCredential {
        try await seam.reveal(credentialId)
    }

    /// Signs out, as ``Seam/deactivate(deintegrate:)`` does.
    public func deactivate(deintegrate: Bool = false) async {
        await seam.deactivate(deintegrate: deintegrate)
        showAll()
    }

    /// Shows the known state now. Updates of the state arrive one by one, in any order, and possibly late. This method
    /// is called so that the changes made by a command are shown before the command returns.
    package func showAll() {
        show(isActive: seam.isActive)
        show(credentials: seam.credentials)
    }

    private func show(credentials keys: [SeamAccessCredential]) {
        if keys != credentials { credentials = keys }
    }

    private func show(isActive value: Bool) {
        if value != isActive { isActive = value }
    }

    /// A weak reference to the service, so that the tasks that follow the session do not keep the service alive.
    @MainActor
    private final class WeakBox {
        weak var service: SeamService?

        func showAll() { service?.showAll() }
    }
}
