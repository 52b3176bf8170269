import SeamModel
import SessionCore
import Testing

@testable import SessionService

@Suite("Watching attempts", .timeLimit(.minutes(1)))
struct UnlockHubTests {
    private static let item = UnlockItem(attemptID: "a", credentialID: "c", content: .event(.launched))

    private static func read(_ elements: AsyncStream<UnlockHub.Element>) async -> (items: Int, isOver: Bool) {
        var items = 0
        for await element in elements {
            switch element {
            case .item, .ended: items += 1
            case .over: return (items, true)
            }
        }
        return (items, false)
    }

    @Test("One sees one's own session's attempts, and an administrator everybody's")
    func scopes() async throws {
        let hub = UnlockHub()
        let (own, other) = (try sessionKey(1), try sessionKey(2))
        let (mine, all) = (hub.watch(own), hub.watch(nil))
        hub.announce(own, .item(Self.item))
        hub.announce(other, .item(Self.item))
        hub.end(own)
        let seen = await Self.read(mine)
        #expect(seen.items == 1)
        #expect(seen.isOver)
        var iterator = all.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        #expect(await iterator.next() != nil)
    }

    @Test("A watch that loses something does not end as if it were complete")
    func overflow() async throws {
        let hub = UnlockHub()
        let key = try sessionKey()
        let elements = hub.watch(key)
        for _ in 0..<300 { hub.announce(key, .item(Self.item)) }
        hub.end(key)
        let seen = await Self.read(elements)
        #expect(seen.items == 256)
        #expect(!seen.isOver)
    }
}
