import LinuxSupport
import RadioModel
import SeamModel
import Wire

/// A device that was heard.
struct Sighting: Sendable, Equatable {
    var rssiDBm: Int
    /// When it was heard, on the monotonic clock.
    var at: Duration
}

/// The changes since a watcher of nearby keys last looked. However much happens, only the latest change of each kind
/// and of each bound lock is kept.
final class NearbyMailbox: Sendable {
    /// What there is to look at.
    struct News: Sendable {
        var heard: [DeviceAddress: Sighting] = [:]
        var radio: RadioState?
        /// Since when the radio has been listening.
        var listeningSince: Duration?
        var hasNewKeys = false
        /// Whether the watch's alarm is due.
        var isDue = false
        /// Why nothing can be heard although the radio is ready; set once retries have not helped.
        var failure: WireError?
        /// Whether the session has ended.
        var isOver = false
    }

    private let news = Locked(News())
    /// Yields when there is something to look at; only one watcher reads it.
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
