public import OpenCombine

/// A property that the daemon changes. Reading the property gives the value that is known now, on any thread.
/// `$property` publishes the value, now and after each change, on the main actor. The publisher ends when the ``Seam``
/// is released.
@propertyWrapper public struct SeamPublished<Value: Sendable & Equatable>: Sendable {
    private let link: SessionLink
    private let broadcast: Broadcast<Value>

    init(_ link: SessionLink, _ broadcast: Broadcast<Value>) { (self.link, self.broadcast) = (link, broadcast) }

    /// The known value. The first read begins to follow the session.
    public var wrappedValue: Value {
        link.follow()
        return broadcast.value
    }

    /// The value, now and after each change. A slow subscriber gets only the latest value.
    public var projectedValue: AnyPublisher<Value, Never> {
        link.follow()
        return SeamUpdates(broadcast: broadcast).publisher
    }
}

/// The properties of a ``Seam`` that a view can follow.
public struct SeamState: Sendable {
    /// The person's keys. See ``Seam/credentials``.
    @SeamPublished public var credentials: [SeamAccessCredential]
    /// Whether somebody is signed in. See ``Seam/isActive``.
    @SeamPublished public var isActive: Bool

    init(_ link: SessionLink) {
        _credentials = SeamPublished(link, link.keys)
        _isActive = SeamPublished(link, link.isActive)
    }
}

extension Seam: ObservableObject {
    /// Sends on the main actor when ``credentials`` or ``isActive`` may have changed, so that a view shows the new
    /// values. The publisher sends once at the beginning, because a change may come before the subscription.
    public var objectWillChange: AnyPublisher<Void, Never> {
        let changes = [
            self.$credentials.map { _ in }.eraseToAnyPublisher(), self.$isActive.map { _ in }.eraseToAnyPublisher(),
        ]
        return changes.publisher.flatMap { $0 }.eraseToAnyPublisher()
    }
}

/// A key, with the name from the SDK's reference.
public typealias SeamCredential = SeamAccessCredential

/// The progress of an attempt, with the name from the SDK's reference.
public typealias SeamUnlockEvent = SeamAccessUnlockEvent
