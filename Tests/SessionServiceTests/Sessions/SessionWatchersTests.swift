import SeamModel
import SessionCore
import Testing

@testable import SessionService

@Suite("Watching a session", .timeLimit(.minutes(1)))
struct SessionWatchersTests {
    private static func read(_ keys: AsyncStream<SessionWatchers.KeyElement>) async -> (changes: Int, isEnded: Bool) {
        var changes = 0
        for await element in keys {
            switch element {
            case .change: changes += 1
            case .ended: return (changes, true)
            }
        }
        return (changes, false)
    }

    @Test("Every change of the keys comes, then the end")
    func keys() async {
        let watchers = SessionWatchers()
        let keys = watchers.watchKeys()
        watchers.changed([.removed(id: "a"), .removed(id: "b")])
        watchers.end(.deactivated)
        watchers.changed([.removed(id: "c")])
        let seen = await Self.read(keys)
        #expect(seen.changes == 2)
        #expect(seen.isEnded)
    }

    @Test("Who would lose a change ends, without the end of a session")
    func overflow() async {
        let watchers = SessionWatchers()
        let keys = watchers.watchKeys()
        watchers.changed((0..<5000).map { .removed(id: "k\($0)") })
        watchers.end(.deactivated)
        let seen = await Self.read(keys)
        #expect(seen.changes == 4096)
        #expect(!seen.isEnded)
    }

    @Test("The newest status comes, and why it ended, however slow the reader is")
    func status() async {
        let watchers = SessionWatchers()
        let statuses = watchers.watchStatus()
        for number in 0..<10 {
            watchers.changed(
                SessionStatus(name: "s\(number)", isInitialized: true, isActive: false, radio: .unknown))
        }
        watchers.end(.revoked)
        var last: String?
        var end: SessionEnd?
        for await element in statuses {
            switch element {
            case .status(let status): last = status.name
            case .ended(let why): end = why
            }
        }
        #expect(last == "s9")
        #expect(end == .revoked)
    }
}
