import LinuxSupport
import NIOCore
import SeamWords
import SignalAPI
import Wire

/// The pages that show an alarm live. Pages with the same token share one stream from `lifesignald`, and pages that
/// show the same share its markup. Nothing is kept after the last page has been closed.
final class OpenPages: Sendable {
    /// An open page. Its bell rings when the page should get the newest state of its alarm. A slow page misses states
    /// in between, but never the newest one.
    final class Page: Sendable {
        fileprivate let token: String
        fileprivate let number: UInt64
        fileprivate let bell: AsyncStream<Void>.Continuation
        fileprivate let error = Locked<WireError?>(nil)
        /// The rings of the bell, which end with the stream from `lifesignald`.
        let rings: AsyncStream<Void>

        fileprivate init(_ token: String, _ number: UInt64) {
            (self.token, self.number) = (token, number)
            (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        /// Why the stream from `lifesignald` has ended, or nil if it ended without an error.
        var failure: WireError? { error.withLock { $0 } }
    }

    /// The pages with one token.
    private struct Group {
        /// Distinguishes the group from later ones with the same token.
        let number: UInt64
        /// Ends the stream from `lifesignald`.
        let end = StreamEnd()
        var pages: [UInt64: Page] = [:]
        var newest: Sight?
    }

    /// An alarm, and when it was read.
    private struct Sight {
        let alarm: LinkedAlarm
        let read: Duration
    }

    /// The values that decide over the markup of an alarm.
    private struct Look: Hashable {
        let alarm: LinkedAlarm
        /// How long ago the alarm was read, in whole seconds.
        let age: Int64
        let language: SeamLanguage
    }

    private struct State {
        var groups: [String: Group] = [:]
        var last: UInt64 = 0
        /// The newest events, with the oldest first.
        var events: [(look: Look, event: ByteBuffer)] = []
        var beat: Task<Void, Never>?

        /// Removes a group. Forgets everything with the last one.
        mutating func remove(_ token: String) {
            groups[token] = nil
            guard groups.isEmpty else { return }
            events = []
            beat?.cancel()
            beat = nil
        }
    }

    /// How often an open page gets its alarm again, so that its words about the time stay right.
    private static let beat = Duration.seconds(30)
    /// How many events are kept for other pages that show the same.
    private static let mostEvents = 16

    private let state = Locked(State())
    private let lines: SignalLines

    init(_ lines: SignalLines) { self.lines = lines }

    /// Opens a page. ``close(_:)`` must be called for it.
    func open(_ token: String) -> Page {
        let (page, end) = state.withLock { state -> (Page, StreamEnd?) in
            state.last += 1
            let page = Page(token, state.last)
            let isFirst = state.groups[token] == nil
            var group = state.groups[token] ?? Group(number: state.last)
            group.pages[page.number] = page
            state.groups[token] = group
            // This task ends when the last page is closed.
            if state.beat == nil { state.beat = Task { await self.ringAgainAndAgain() } }
            if group.newest != nil { page.bell.yield() }
            return (page, isFirst ? group.end : nil)
        }
        // This task ends with the stream, which ends at the latest when the last page with the token is closed.
        if let end { Task { await self.read(token, page.number, until: end) } }
        return page
    }

    /// Closes a page. Later calls do nothing.
    func close(_ page: Page) {
        page.bell.finish()
        let end = state.withLock { state -> StreamEnd? in
            guard state.groups[page.token]?.pages.removeValue(forKey: page.number) != nil,
                let group = state.groups[page.token], group.pages.isEmpty
            else { return nil }
            state.remove(page.token)
            return group.end
        }
        end?.end()
    }

    /// The event with the newest state of a page's alarm, or nil if it is no longer followed.
    func event(_ page: Page, _ language: SeamLanguage) -> ByteBuffer? {
        state.withLock { state in
            guard let sight = state.groups[page.token]?.newest else { return nil }
            let age = (SystemClock.monotonic() - sight.read).components.seconds
            let look = Look(alarm: sight.alarm, age: age, language: language)
            if let known = state.events.last(where: { $0.look == look }) { return known.event }
            // The daemon's time now, to the second.
            let live = WebResponder.page(sight.alarm, sight.alarm.time.advanced(by: .seconds(age)), language).live
            let event = ByteBuffer(bytes: WebEvent.bytes(live))
            if state.events.count == Self.mostEvents { state.events.removeFirst() }
            state.events.append((look, event))
            return event
        }
    }

    private func read(_ token: String, _ number: UInt64, until end: StreamEnd) async {
        var failure: WireError?
        do throws(WireError) {
            try await lines.follow(token, until: end) { alarm in self.show(alarm, token, number) }
        } catch {
            failure = error
        }
        let pages = state.withLock { state -> [Page] in
            guard let group = state.groups[token], group.number == number else { return [] }
            state.remove(token)
            return Array(group.pages.values)
        }
        for page in pages {
            page.error.withLock { $0 = failure }
            page.bell.finish()
        }
    }

    private func show(_ alarm: LinkedAlarm, _ token: String, _ number: UInt64) {
        let pages = state.withLock { state -> [Page] in
            guard let group = state.groups[token], group.number == number else { return [] }
            state.groups[token]?.newest = Sight(alarm: alarm, read: SystemClock.monotonic())
            return Array(group.pages.values)
        }
        for page in pages { page.bell.yield() }
    }

    private func ringAgainAndAgain() async {
        while (try? await Task.sleep(for: Self.beat)) != nil {
            let pages = state.withLock { state in
                state.groups.values.filter { $0.newest != nil }.flatMap { Array($0.pages.values) }
            }
            for page in pages { page.bell.yield() }
        }
    }
}
