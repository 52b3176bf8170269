import LinuxSupport
import RadioModel
import SeamModel
import Wire

/// A device that was heard.
struct Sighting: Sendable, Equatable {
    var rssiDBm: Int
    /// When the device was heard, on the monotonic clock.
    var at: Duration
}

/// The changes since a watcher of nearby keys last took them. Only the latest change of each kind and of each bound
/// lock is kept, however many changes there are.
final class NearbyMailbox: Sendable {
    /// The news for the watcher.
    struct News: Sendable {
        var heard: [DeviceAddress: Sighting] = [:]
        var radio: RadioState?
        /// The time since which the radio has been listening.
        var listeningSince: Duration?
        var hasNewKeys = false
        /// Whether the watch's alarm is due.
        var isDue = false
        /// Why no lock can be heard although the radio is ready. This is set after retries have failed.
        var failure: WireError?
        /// Whether the session has ended.
        var isOver = false
    }

    private let news = Locked(News())
    /// Yields when there is news. Only one watcher reads this stream.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init() {
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds news.
    func tell(_ change: (inout News) -> Void) {
        news.withLock { change(&$0) }
        signal.yield()
    }

    /// Takes all news.
    func take() -> News {
        news.withLock { news in
            defer { news = News() }
            return news
        }
    }
}
