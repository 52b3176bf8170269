public import Foundation
public import OpenCombine

extension NotificationCenter {
    /// Publishes what is posted under that name, by `object` or, if that is nil, by anybody.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Publishes notifications on the thread that posts them, to each subscriber until it cancels; a subscriber misses
    /// those it has not requested.
    public struct Publisher: OpenCombine.Publisher, Equatable {
        /// The published values.
        public typealias Output = Notification
        /// A center never fails.
        public typealias Failure = Never

        /// Where the notifications are posted.
        public let center: NotificationCenter
        /// The notifications' name.
        public let name: Notification.Name
        /// The object that posts them; nil for any.
        public let object: AnyObject?

        /// A publisher of that center.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            (self.center, self.name, self.object) = (center, name, object)
        }

        /// The subscriber gets what is posted from now on.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
            subscriber.receive(subscription: Posts(for: AnySubscriber(subscriber), from: self))
        }

        /// Whether both publish the same.
        public static func == (one: Publisher, other: Publisher) -> Bool {
            one.center === other.center && one.name == other.name && one.object === other.object
        }
    }
}

/// The subscription of one subscriber. It is unchecked because Combine's subscribers are older than `Sendable`:
/// notifications arrive on any thread, so all mutable state is behind the lock, which is not held while the subscriber
/// is called or released.
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
        // A subscriber's own handle may cancel once more when it goes.
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
