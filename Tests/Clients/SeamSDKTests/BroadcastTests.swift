import Testing

@testable import SeamSDK

/// Tests that a broadcast gives the newest value to all its followers.
@Suite struct BroadcastTests {
    @Test("broadcast: a follower gets what there is then what comes")
    func aFollowerGetsWhatThereIsThenWhatComes() async {
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

    @Test("broadcast: it ends with its owner") func itEndsWithItsOwner() async {
        var broadcast: Broadcast<Int>? = Broadcast(1)
        var values = broadcast!.follow().makeAsyncIterator()
        #expect(await values.next() == 1)
        broadcast = nil
        #expect(await values.next() == nil)
    }
}
