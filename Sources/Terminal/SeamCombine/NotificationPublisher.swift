public import Foundation
public import OpenCombine

extension NotificationCenter {
    /// Returns a publisher. It publishes the notifications that have this name and that `object` posts. If `object` is
    /// nil, the publisher publishes the notifications of every sender.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Publishes notifications on the thread that posts them. Each subscriber gets them until it cancels. If a
    /// subscriber has not requested a notification, it misses the notification.
    public struct Publisher: OpenCombine.Publisher, Equatable {
        /// The type of the published values.
        public typealias Output = Notification
        /// The type `Never`, because a notification center never fails.
        public typealias Failure = Never

        /// The center where the notifications are posted.
        public let center: NotificationCenter
        /// The notifications' name.
        public let name: Notification.Name
        /// The object that posts the notifications. If any object may post them, this is nil.
        public let object: AnyObject?

        /// Creates a publisher of the notifications that are posted at `center`.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            (self.center, self.name, self.object) = (center, name, object)
        }

        /// After this call, sends the subscriber every notification that is posted.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
            subscriber.receive(subscription: Posts(for: AnySubscriber(subscriber), from: self))
        }

        /// Whether both publishers publish the same notifications.
        public static func == (one: Publisher, other: Publisher) -> Bool {
            one.center === other.center && one.name == other.name && one.object === other.object
        }
    }
}

/// The subscription of one subscriber. The class is marked as unchecked, because Combine's subscribers are older than
/// `Sendable`. Notifications arrive on any thread, so all mutable state is behind the lock. The lock is not held while
/// the subscriber is called or released.
private final class Posts: Subscription, @unchecked Sendable {
    private let lock = NSLock()
    private let center: NotificationCenter
    private var subscriber: AnySubscriber<Notification, Never>?
    private var demand = Subscribers.Demand.none
    private var observer: (any NSObjectProtocol)?

    init(for subscriber: AnySubscriber<Notification, Never>, from publisher: NotificationCenter.Publisher) {
        center = publisher.center
        self.subscriber = subscriber
        observer = center.addObserver(forName: publisher.name, object: publisher.object, queue: nil) {
            [weak self] notification in self?.post(notification)
        }
    }

    func request(_ demand: Subscribers.Demand) { lock.withLock { self.demand += demand } }

    deinit { if let observer { center.removeObserver(observer) } }

    func cancel() {
        // When a subscriber is released, its own handle may cancel the subscription a second time.
        let (observer, subscriber) = lock.withLock {
            defer { (self.observer, self.subscriber) = (nil, nil) }
            return (self.observer, self.subscriber)
        }
        if let observer { center.removeObserver(observer) }
        withExtendedLifetime(subscriber) {}
    }

    private func post(_ notification: Notification) {
        let subscriber: AnySubscriber<Notification, Never>? = lock.withLock {
            guard demand > .none else { return nil }
            demand -= 1
            return self.subscriber
        }
        guard let more = subscriber?.receive(notification) else { return }
        lock.withLock { demand += more }
    }
}
