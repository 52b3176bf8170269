import HummingbirdCore
import LinuxSupport
import NIOCore
import SeamWords
import SignalAPI
import Wire

extension WebResponder {
    /// How often an open page gets its alarm again, so that its words about the time stay right.
    private static let beat = Duration.seconds(30)

    /// An alarm, and when it was read.
    private struct Sight {
        let alarm: LinkedAlarm
        let read: Duration

        /// The daemon's time now.
        var now: Timestamp { alarm.time.advanced(by: SystemClock.monotonic() - read) }
    }

    /// The newest state of an alarm, and a bell that rings when the page should get it. A slow visitor misses states in
    /// between, but never the newest one.
    private struct Feed {
        let newest = Locked<Sight?>(nil)
        let rings: AsyncStream<Void>
        let bell: AsyncStream<Void>.Continuation
        let end = StreamEnd()

        init() { (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }
    }

    /// Sends an alarm and its changes as events, until the visitor leaves.
    @concurrent func follow(
        _ token: String, _ language: SeamLanguage, _ address: WebAddress, _ writer: consuming ResponseWriter,
        on connection: WebConnection
    ) async throws {
        let feed = Feed()
        connection.channel.closeFuture.whenComplete { _ in feed.end.end() }
        feed.end.onEnd { feed.bell.finish() }
        async let outcome = Self.read(token, from: lines, into: feed)
        var rings = feed.rings.makeAsyncIterator()
        guard await rings.next() != nil else {
            feed.end.end()
            // A browser gives up a stream whose answer is an error, and the page then loads itself again.
            let result = await outcome
            var answer = await self.answer(language, address, away: WebWords.away) { () async throws(WireError) in
                try result.get()
                return Self.unknown(language)
            }
            answer.isLast = true
            return try await send(answer, nil, .follow(token: token), writer, on: connection)
        }
        connection.stream()
        log(.follow(token: token), "GET", 200)
        async let beats: Void = Self.beat(feed)
        defer { feed.end.end() }
        var out = try await writer.writeHead(Self.head(.events, isSecure: connection.isSecure))
        try await out.write(ByteBuffer(bytes: WebEvent.beginning))
        repeat {
            guard let sight = feed.newest.withLock({ $0 }) else { break }
            let live = Self.page(sight.alarm, sight.now, language).live
            try await out.write(ByteBuffer(bytes: WebEvent.bytes(live)))
        } while await rings.next() != nil
        feed.end.end()
        _ = await (outcome, beats)
        try await out.finish(nil)
    }

    private static func read(
        _ token: String, from lines: SignalLines, into feed: Feed
    ) async -> Result<Void, WireError> {
        defer { feed.bell.finish() }
        do throws(WireError) {
            try await lines.follow(token, until: feed.end) { alarm in
                feed.newest.withLock { $0 = Sight(alarm: alarm, read: SystemClock.monotonic()) }
                feed.bell.yield()
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Rings again and again, until the stream ends.
    private static func beat(_ feed: Feed) async {
        let (stop, stopped) = AsyncStream.makeStream(of: Void.self)
        feed.end.onEnd { stopped.finish() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stop {} }
            group.addTask {
                while (try? await Task.sleep(for: beat)) != nil { feed.bell.yield() }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
