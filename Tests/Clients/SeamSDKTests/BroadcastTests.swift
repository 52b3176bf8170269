import Testing

@testable import SeamSDK

/// The newest value for all followers.
@Suite struct BroadcastTests {
    @Test func aFollowerGetsWhatThereIsThenWhatComes() async {
        let broadcast = Broadcast(1)
        var values = broadcast.follow().makeAsyncIterator()
        #expect(await values.next() == 1)
        broadcast.send(1)
        broadcast.send(2)
        #expect(await values.next() == 2, "what did not change is not told")
        broadcast.send(3)
        broadcast.send(4)
        #expect(await values.next() == 4, "who is slow gets the newest")
    }

    @Test func itEndsWithItsOwner() async {
        var broadcast: Broadcast<Int>? = Broadcast(1)
        var values = broadcast!.follow().makeAsyncIterator()
        #expect(await values.next() == 1)
        broadcast = nil
        #expect(await values.next() == nil)
    }
}
