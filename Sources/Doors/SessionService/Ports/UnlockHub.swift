import DaemonCore
import LinuxSupport
import RPC
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Wire

/// The topics of attempts: one for each session, and one for administrators about all attempts. A snapshot has the
/// newest entries of the journal. The events are the items of running attempts, and the journal's entry of each attempt
/// once the attempt has ended.
final class UnlockHub: Sendable {
    /// The people whose attempts a topic covers.
    enum Scope: Sendable, Hashable {
        case session(SessionID)
        case everybody
    }

    private struct Entry {
        let topic: Topic
        /// The attempts, oldest first.
        var attempts: [Attempt]
    }

    /// A topic that is being made.
    private struct Opening {
        /// The number of calls that are reading the journal for the topic.
        var readers = 0
        /// The journal's changes since the first of these calls began to read.
        var arrived: [Attempt] = []
    }

    private struct State {
        var entries: [Scope: Entry] = [:]
        var openings: [Scope: Opening] = [:]

        /// Notes that one reader of the journal is done. Returns the journal's changes since the first call began to
        /// read.
        mutating func endReading(_ scope: Scope) -> [Attempt] {
            guard var opening = openings[scope] else { return [] }
            opening.readers -= 1
            openings[scope] = opening.readers > 0 ? opening : nil
            return opening.arrived
        }
    }

    /// The largest number of rows in a snapshot.
    static let rowLimit = 100

    private let source: TopicSource
    private let state = Locked(State())

    init(_ source: TopicSource) {
        self.source = source
    }

    /// The topic for the attempts of one session, or for all attempts. `journal` returns the latest entries, newest
    /// first. It is called if nobody has followed these attempts yet.
    func topic(
        _ scope: Scope, journal: () async throws(WireError) -> [Attempt]
    ) async throws(WireError) -> Topic {
        if let topic = begin(scope) { return topic }
        let read: [Attempt]
        do throws(WireError) {
            read = try await journal()
        } catch {
            _ = state.withLock { $0.endReading(scope) }
            throw error
        }
        return state.withLock { state in
            let arrived = state.endReading(scope)
            if let entry = state.entries[scope] { return entry.topic }
            var attempts = Array(read.reversed())
            for attempt in arrived { Self.put(attempt, in: &attempts) }
            let topic = source.topic(rows: attempts.map(\.jsonText))
            state.entries[scope] = Entry(topic: topic, attempts: attempts)
            return topic
        }
    }

    /// Returns the topic, if there is one. Otherwise returns nil. After that, changes are kept for the call that
    /// creates the topic.
    private func begin(_ scope: Scope) -> Topic? {
        state.withLock { state in
            if let entry = state.entries[scope] { return entry.topic }
            state.openings[scope, default: Opening()].readers += 1
            return nil
        }
    }

    /// Publishes an attempt's new item.
    func announce(_ session: SessionID, _ item: UnlockItem) {
        let topics = state.withLock { state in
            [.session(session), .everybody].compactMap { state.entries[$0]?.topic }
        }
        for topic in topics { topic.publish(item.kind, item.jsonText) }
    }

    /// Handles a new entry of the journal. The entry is not an event, because the attempt's own items follow.
    func admitted(_ session: SessionID, _ attempt: Attempt) { changed(session, attempt, isEvent: false) }

    /// Publishes a journal entry that was completed or amended.
    func ended(_ session: SessionID, _ attempt: Attempt) { changed(session, attempt, isEvent: true) }

    private func changed(_ session: SessionID, _ attempt: Attempt, isEvent: Bool) {
        let events = isEvent ? [Topic.Event("result", attempt.jsonText)] : []
        state.withLock { state in
            for scope in [Scope.session(session), .everybody] {
                state.openings[scope]?.arrived.append(attempt)
                guard var entry = state.entries[scope] else { continue }
                Self.put(attempt, in: &entry.attempts)
                state.entries[scope] = entry
                // Publishing under the lock keeps the rows in the order of the changes.
                entry.topic.publish(events, rows: entry.attempts.map(\.jsonText))
            }
        }
    }

    /// Ends all streams about a session's attempts. The next follower gets a new topic.
    func end(_ session: SessionID) {
        let entry = state.withLock { $0.entries.removeValue(forKey: .session(session)) }
        entry?.topic.finish()
    }

    private static func put(_ attempt: Attempt, in attempts: inout [Attempt]) {
        if let index = attempts.lastIndex(where: { $0.attemptID == attempt.attemptID }) {
            attempts[index] = attempt
        } else {
            attempts.append(attempt)
            if attempts.count > rowLimit { attempts.removeFirst() }
        }
    }
}
