public import Foundation
public import OpenCombine

extension NotificationCenter {
    /// Publishes what is posted under that name, by `object` or, if that is nil, by anybody.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Publishes notifications on the thread that posts them, to each subscriber until it cancels; one for which a
    /// subscriber has not asked is lost to it.
    public struct Publisher: OpenCombine.Publisher, Equatable {
        /// What is published.
        public typealias Output = Notification
        /// A center does not fail.
        public typealias Failure = Never

        /// Where the notifications are posted.
        public let center: NotificationCenter
        /// The notifications' name.
        public let name: Notification.Name
        /// Who posts them; nil: anybody.
        public let object: AnyObject?

        /// A publisher of that center.
        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            (self.center, self.name, self.object) = (center, name, object)
        }

        /// The subscriber gets what is posted from now on.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
            let (center, posted) = (center, Posted())
            let observer = center.addObserver(forName: name, object: object, queue: nil) { posted.subject.send($0) }
            posted.subject.handleEvents(receiveCancel: { center.removeObserver(observer) })
                .receive(subscriber: subscriber)
        }

        /// What goes on to one subscriber, from any thread: the subject has a lock of its own.
        private struct Posted: @unchecked Sendable {
            let subject = PassthroughSubject<Notification, Never>()
        }

        /// Whether both publish the same.
        public static func == (one: Publisher, other: Publisher) -> Bool {
            one.center === other.center && one.name == other.name && one.object === other.object
        }
    }
}
