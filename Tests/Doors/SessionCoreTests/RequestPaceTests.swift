import SessionCore
import Testing
import Wire

@Suite("The pace of questions to the cloud")
struct RequestPaceTests {
    private let rate = TokenBucket.Rate(burst: 2, every: .milliseconds(500))
    private let ada = RequestPace.Lane(number: 1, of: 1)
    private let ben = RequestPace.Lane(number: 2, of: 2)

    private func ticket(_ answer: RequestPace.Answer) throws -> RequestPace.Ticket {
        guard case .wait(let ticket) = answer else { throw Unexpected(answer: answer) }
        return ticket
    }

    private struct Unexpected: Error { let answer: RequestPace.Answer }

    @Test("request pace: lets a burst through, then two a second, in order")
    func order() throws {
        var pace = RequestPace(rate, waiting: 10, at: .zero)
        #expect(pace.ask(ada, at: .zero) == .go)
        #expect(pace.ask(ben, at: .zero) == .go)
        let first = try ticket(pace.ask(ada, at: .zero))
        let second = try ticket(pace.ask(ben, at: .zero))
        #expect(pace.wait(at: .zero) == .milliseconds(500))
        #expect(pace.admit(at: .milliseconds(499)).isEmpty)
        #expect(pace.admit(at: .milliseconds(500)) == [first])
        // If other requests are already waiting, a new request comes after them, even if a token is available.
        let third = try ticket(pace.ask(ada, at: .milliseconds(1_000)))
        #expect(pace.admit(at: .milliseconds(1_000)) == [second])
        #expect(pace.admit(at: .milliseconds(1_500)) == [third])
        #expect(pace.wait(at: .milliseconds(1_500)) == nil)
    }

    @Test("request pace: never lets more through in any time than the burst and what came back")
    func bound() throws {
        var pace = RequestPace(rate, waiting: 1_000, at: .zero)
        var generator = SeededGenerator(seed: 1)
        var went: [Duration] = []
        var now = Duration.zero
        for _ in 0..<500 {
            now += .milliseconds(Int.random(in: 0...400, using: &generator))
            went += Array(repeating: now, count: pace.admit(at: now).count)
            if pace.ask(Bool.random(using: &generator) ? ada : ben, at: now) == .go { went.append(now) }
        }
        for (index, start) in went.enumerated() {
            let within = went[index...].prefix { $0 - start < .seconds(10) }
            #expect(within.count <= 2 + 20)
        }
        #expect(went.count > 100)
    }

    @Test("request pace: counts what cannot wait, and has room for a person where polling has taken all")
    func chargedAndHurried() throws {
        var pace = RequestPace(rate, waiting: 1, at: .zero)
        for _ in 0..<4 { pace.charge(at: .zero) }
        let poll = try ticket(pace.ask(ada, at: .zero))
        #expect(pace.wait(at: .zero) == .milliseconds(1_500), "two of the four were the burst")
        #expect(pace.ask(ada, at: .zero) == .tooMany)
        pace.hurry(ben)
        for _ in 0..<RequestPace.firstQuestions.burst { #expect(pace.ask(ben, at: .zero) == .go) }
        let person = try ticket(pace.ask(ben, at: .zero))
        #expect(pace.ask(ben, at: .zero) == .tooMany)
        #expect(pace.admit(at: .seconds(9)) == [person, poll])
        for _ in 0..<1_000 { pace.charge(at: .seconds(9)) }
        _ = pace.ask(ada, at: .seconds(9))
        #expect(pace.wait(at: .seconds(9)).map { $0 <= RequestPace.longestDebt } == true)
    }

    @Test("request pace: refuses what finds no place, and has room again when somebody leaves")
    func full() throws {
        var pace = RequestPace(rate, waiting: 2, at: .zero)
        let eve = RequestPace.Lane(number: 3, of: 3)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        let first = try ticket(pace.ask(ada, at: .zero))
        let second = try ticket(pace.ask(eve, at: .zero))
        #expect(pace.ask(ben, at: .zero) == .tooMany)
        #expect(pace.waitingCount == 2)
        pace.leave(first)
        let third = try ticket(pace.ask(ben, at: .zero))
        #expect(pace.admit(at: .seconds(60)) == [second, third], "who left is not named")
    }

    @Test("pace: a session that a person waits for comes first, what it asked before too, as long as anybody waits")
    func hurry() throws {
        var pace = RequestPace(rate, waiting: 10, at: .zero)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        let polling = try ticket(pace.ask(ada, at: .zero))
        let asked = try ticket(pace.ask(ben, at: .zero))
        let next = try ticket(pace.ask(ben, at: .zero))
        pace.hurry(ben)
        pace.hurry(ben)
        pace.calm(ben)
        #expect(pace.admit(at: .milliseconds(500)) == [asked])
        pace.calm(ben)
        #expect(pace.admit(at: .milliseconds(1_500)) == [polling, next])
        pace.calm(ben)
    }

    @Test("request pace: users take turns, however many questions one of them has")
    func turns() throws {
        var pace = RequestPace(rate, waiting: 400, at: .zero)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        let flood = (UInt64(10)..<70).map { RequestPace.Lane(number: $0, of: 3) }
        for lane in flood { _ = pace.ask(lane, at: .zero) }
        let first = try ticket(pace.ask(ada, at: .zero))
        let second = try ticket(pace.ask(ada, at: .zero))
        var (now, went) = (Duration.zero, [RequestPace.Ticket]())
        while went.count < 4 {
            now += .milliseconds(500)
            went += pace.admit(at: now)
        }
        #expect(went[1] == first && went[3] == second, "one of the flood's, one of hers")
        // A user who returns has not saved up any earlier turns.
        let again = try ticket(pace.ask(ben, at: now))
        _ = pace.admit(at: now + .milliseconds(500))
        #expect(pace.admit(at: now + .seconds(1)) == [again])
    }

    @Test("request pace: two people of one user take turns, however many questions one of them has")
    func turnsOfOneUser() throws {
        var pace = RequestPace(rate, waiting: 400, at: .zero)
        let (other, third) = (RequestPace.Lane(number: 8, of: 1), RequestPace.Lane(number: 9, of: 1))
        _ = (pace.ask(third, at: .zero), pace.ask(third, at: .zero))
        for _ in 0..<20 { _ = pace.ask(ada, at: .zero) }
        let (first, second) = (try ticket(pace.ask(other, at: .zero)), try ticket(pace.ask(other, at: .zero)))
        var (now, went) = (Duration.zero, [RequestPace.Ticket]())
        while went.count < 4 {
            now += .milliseconds(500)
            went += pace.admit(at: now)
        }
        #expect(went[1] == first && went[3] == second)
    }

    @Test("request pace: the cloud's complaints slow it down, to a bound, and its silence speeds it up again")
    func complaints() throws {
        var pace = RequestPace(rate, waiting: 10, at: .zero)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        _ = pace.ask(ada, at: .zero)
        #expect(pace.wait(at: .zero) == .milliseconds(500))
        pace.complained(at: .zero)
        #expect(pace.wait(at: .zero) == .seconds(1))
        pace.complained(at: .milliseconds(1))
        #expect(pace.wait(at: .milliseconds(1)) == .milliseconds(999), "what was under way together is one complaint")
        for number in 1...20 { pace.complained(at: .milliseconds(number * 300)) }
        let now = Duration.seconds(6)
        _ = pace.admit(at: now)
        while pace.wait(at: now) != RequestPace.recovery { _ = pace.ask(ada, at: now) }
        let early = pace.admit(at: now + RequestPace.recovery - .milliseconds(1))
        #expect(early.isEmpty, "it looks again then, and not before")
        _ = pace.admit(at: now + .seconds(30))
        for _ in 0..<3 { _ = pace.ask(ada, at: now + .seconds(30)) }
        #expect(pace.wait(at: now + .seconds(30)).map { $0 <= .milliseconds(500) } == true, "as fast as before")
    }

    @Test("request pace: a cloud that complains is not asked past its pace, even for a person")
    func noBypass() throws {
        var pace = RequestPace(rate, waiting: 10, at: .zero)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        pace.complained(at: .zero)
        pace.hurry(ben)
        _ = try ticket(pace.ask(ben, at: .zero))
    }

    @Test("request pace: one user's questions leave room for others'")
    func room() throws {
        var pace = RequestPace(rate, waiting: 16, at: .zero)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        let answers = (UInt64(10)..<20).map { pace.ask(RequestPace.Lane(number: $0, of: 3), at: .zero) }
        #expect(answers.count { $0 != .tooMany } == pace.longestQueueOfUser)
        _ = try ticket(pace.ask(ben, at: .zero))
    }

    @Test("request pace: the first questions of a user for whom a person waits wait for nobody")
    func firstQuestions() throws {
        var pace = RequestPace(rate, waiting: 400, at: .zero)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        for lane in UInt64(10)..<70 { _ = pace.ask(RequestPace.Lane(number: lane, of: 3), at: .zero) }
        pace.hurry(ben)
        for _ in 0..<RequestPace.firstQuestions.burst { #expect(pace.ask(ben, at: .zero) == .go) }
        _ = try ticket(pace.ask(ben, at: .zero))
        #expect(pace.wait(at: .zero).map { $0 <= RequestPace.longestDebt } == true, "the others pay, up to a bound")
    }

    @Test("request pace: polling does not stop altogether, however much people ask")
    func share() throws {
        var pace = RequestPace(rate, waiting: 100, at: .zero)
        _ = (pace.ask(ada, at: .zero), pace.ask(ada, at: .zero))
        let polling = try ticket(pace.ask(ada, at: .zero))
        pace.hurry(ben)
        for _ in 0..<50 { _ = pace.ask(ben, at: .zero) }
        var went: [RequestPace.Ticket] = []
        var now = Duration.zero
        while went.last != polling {
            now += .milliseconds(500)
            went += pace.admit(at: now)
            try #require(now < .seconds(25))
        }
        #expect(went.count == RequestPace.hurriedRun + 1)
    }
}

@Suite("A burst of changes")
struct ChangeBurstTests {
    @Test("change burst: is one event, when it is over")
    func one() {
        var burst = ChangeBurst()
        #expect(burst.wait(at: .zero) == nil)
        for moment in [0, 500, 1_000] { burst.changed(at: .milliseconds(moment)) }
        #expect(burst.wait(at: .seconds(1)) == .seconds(2))
        #expect(burst.take(at: .milliseconds(2_999)) == false)
        #expect(burst.take(at: .seconds(3)) == true)
        #expect(burst.take(at: .seconds(4)) == false)
        #expect(burst.wait(at: .seconds(4)) == nil)
    }

    @Test("change burst: that does not end counts all the same, and at most every thirty seconds")
    func endless() {
        var burst = ChangeBurst()
        var events: [Duration] = []
        for second in 0..<120 {
            burst.changed(at: .seconds(second))
            if burst.take(at: .seconds(second)) { events.append(.seconds(second)) }
        }
        #expect(events == [10, 40, 70, 100].map { Duration.seconds($0) })
    }
}
