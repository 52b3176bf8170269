import LinuxSupport
import RadioModel
import SeamModel
import Wire

/// A device that was heard.
struct Sighting: Sendable, Equatable {
    var rssiDBm: Int
    /// On the monotonic clock.
    var at: Duration
}

/// The changes since a watcher of nearby keys last looked. It keeps only the latest of each kind and of each bound
/// lock, however much happens.
final class NearbyMailbox: Sendable {
    /// The things to look at.
    struct News: Sendable {
        var heard: [DeviceAddress: Sighting] = [:]
        var radio: RadioState?
        /// Since when the radio has been listening.
        var listeningSince: Duration?
        var hasNewKeys = false
        /// The time that the watch set its alarm for has come.
        var isDue = false
        /// Nothing can be heard although the radio is ready, and retries did not help.
        var failure: WireError?
        /// The session is over.
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
