import LinuxSupport
import SeamModel
import Testing
import Wire

@testable import SessionService

@Suite("What an attempt's callers see", .timeLimit(.minutes(1)))
struct AttemptFeedTests {
    private static let reply = UnlockResult(
        attemptID: "a", outcome: .granted, effect: .applied, proximity: .nearby)

    private static func seen(_ caller: AttemptFeed.Caller) async -> (items: [Int64], outcome: UnlockResult.Outcome?) {
        var items: [Int64] = []
        for await element in caller.elements {
            switch element {
            case .item(let seq, _): items.append(seq)
            case .prompt: break
            case .reply(let reply): return (items, try? reply.get().outcome)
            }
        }
        return (items, nil)
    }

    @Test("attempt feed: early and late callers see the same, and only the first reply counts")
    func everything() async {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let early = await feed.join { true }
        _ = feed.publish(.event(.launched))
        _ = feed.publish(.phase(.queued, proximity: .nearby, detail: nil))
        let late = await feed.join { true }
        feed.finish(.success(Self.reply))
        feed.finish(.failure(WireError.unlockCancelled))
        let after = await feed.join { true }
        for caller in [early, late, after] {
            let (items, outcome) = await Self.seen(caller)
            #expect(items == [1, 2])
            #expect(outcome == .granted)
        }
        #expect(feed.callerCount == 0)
    }

    @Test("attempt feed: callers are asked, later ones as well; it is not an item, and onlookers hear nothing")
    func asking() async throws {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let early = await feed.join { true }
        let onlooker = Task { await feed.ended() }
        feed.ask("Authorize.", page: "https://otp.example/1", for: .seconds(60))
        let late = await feed.join { true }
        feed.promptOver()
        let later = await feed.join { true }
        feed.finish(.success(Self.reply))
        var asked: [[UnlockPrompt]] = []
        for caller in [early, late, later] {
            var prompts: [UnlockPrompt] = []
            for await case .prompt(let prompt) in caller.elements { prompts.append(prompt) }
            asked.append(prompts)
        }
        #expect(asked.map(\.count) == [1, 1, 0])
        let (first, second) = (try #require(asked[0].first), try #require(asked[1].first))
        #expect(first.otpURL == "https://otp.example/1" && first.expires == .seconds(60))
        #expect(second.otpURL == first.otpURL && second.expires <= first.expires)
        #expect(feed.items.isEmpty && !"\(first)".contains("otp.example"))
        _ = await onlooker.value
    }

    @Test("attempt feed: the last caller to leave is told so, and an onlooker is none")
    func leaving() async {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let (one, two) = (await feed.join { true }, await feed.join { true })
        #expect(feed.leave(one.number) == 1)
        let onlooker = Task { await feed.ended() }
        #expect(feed.leave(two.number) == 0)
        feed.finish(.failure(WireError.unlockCancelled))
        #expect(await onlooker.value == .failure(WireError.unlockCancelled))
        let (items, outcome) = await Self.seen(one)
        #expect(items.isEmpty)
        #expect(outcome == nil)
    }

    @Test("attempt feed: an onlooker beside a caller does not count as one")
    func onlooker() async throws {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let caller = await feed.join { true }
        let reached = Event()
        let onlooker = Task {
            reached.happen()
            return await feed.ended()
        }
        await reached.wait()
        #expect(feed.callerCount == 1)
        #expect(feed.leave(caller.number) == 0)
        feed.finish(.success(Self.reply))
        #expect(try await onlooker.value.get().outcome == .granted)
    }

    @Test("attempt feed: the gate is passed if one caller stands by its call; a later caller stands by it at once")
    func gate() async {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        #expect(await !feed.passGate())
        let other = AttemptFeed(attemptID: "b", credentialID: "c")
        _ = await other.join { false }
        _ = await other.join { true }
        #expect(await other.passGate())
        let asked = Event()
        _ = await other.join {
            asked.happen()
            return true
        }
        await asked.wait()
    }

    @Test("attempt feed: a caller who joins while the only other refuses at the gate is asked, and stands by the call")
    func joinsAtTheGate() async throws {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let joined = Locked<AttemptFeed.Caller?>(nil)
        let first = await feed.join {
            // Another caller joins while the first caller is still being admitted.
            let late = await feed.join { true }
            joined.withLock { $0 = late }
            return false
        }
        #expect(await feed.passGate())
        _ = feed.leave(first.number)
        feed.finish(.success(Self.reply))
        let late = try #require(joined.withLock { $0 })
        #expect(!late.isTooLate)
        #expect(await Self.seen(late).outcome == .granted)
    }

    @Test("attempt feed: whoever comes when all have left is not told that it cancelled", arguments: [true, false])
    func comesTooLate(atTheGate: Bool) async {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let first = await feed.join { false }
        if atTheGate { #expect(await !feed.passGate()) } else { #expect(feed.leave(first.number) == 0) }
        let late = await feed.join { true }
        #expect(late.isTooLate)
        #expect(await !feed.passGate(), "no gate is passed for nobody")
        feed.finish(.failure(WireError.unlockCancelled))
        #expect(await Self.seen(late).items.isEmpty)
        for await _ in late.elements { Issue.record("it was told something") }
    }

    @Test("attempt feed: whoever joins past the gate sees the end, although the others have left")
    func joinsPastTheGate() async {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let first = await feed.join { true }
        #expect(await feed.passGate())
        #expect(feed.leave(first.number) == 0)
        let late = await feed.join { true }
        feed.finish(.success(Self.reply))
        #expect(await Self.seen(late).outcome == .granted)
    }

    @Test("attempt feed: a gate that reopens lets every caller go, and is asked for again")
    func reopens() async {
        let feed = AttemptFeed(attemptID: "a", credentialID: "c")
        let released = Locked(0)
        for _ in 0..<2 { _ = await feed.join(reopenGate: { released.withLock { $0 += 1 } }, passGate: { true }) }
        #expect(await feed.passGate())
        await feed.reopenGate()
        #expect(released.withLock { $0 } == 2)
        let late = Locked(0)
        _ = await feed.join {
            late.withLock { $0 += 1 }
            return true
        }
        #expect(late.withLock { $0 } == 0, "nobody has to stand by a call before the gate")
        #expect(await feed.passGate())
        #expect(late.withLock { $0 } == 1)
    }
}
