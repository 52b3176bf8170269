import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests 28 mail servers, push services and programs that are slow, hang, refuse messages, or repeat them. The tests
/// check who is told of an alarm, when they are told, and how often.
@Suite(.timeLimit(.minutes(3))) struct BadPeerTests {
    /// The bad mail servers, which are behind msmtp, and the bad mail programs.
    private static let mail: [BadPeer] = [
        BadPeer("mail", "greets-late", isSlow: true),
        BadPeer("mail", "answers-late", isSlow: true),
        BadPeer("mail", "drips", isSlow: true),
        BadPeer("mail", "never-greets", comes: 0, unmarked: 0, state: "claimed", breaks: 300, isSlow: true),
        BadPeer("mail", "tls-hangs", comes: 0, unmarked: 0, state: "claimed", breaks: 300, isSlow: true),
        .failing("mail", "closes-at-data", comes: 0, unmarked: 0),
        .failing("mail", "greets-at-length", comes: 0, unmarked: 0),
        .failing("mail", "nowhere", comes: 0, unmarked: 0),
        .refusing("mail", "refuses", comes: 0),
        BadPeer("mail", "greylists"),
        BadPeer("mail", "drops-the-first", comes: 2),
        .failing("siren", "hangs", comes: nil, isSlow: true),
        .failing("siren", "says-later", comes: nil, unmarked: nil),
        BadPeer("siren", "crashes-once", comes: 2),
    ]

    private static let push: [BadPeer] = [
        .failing("push", "hangs", comes: nil, isSlow: true),
        BadPeer("push", "hangs-after-headers", isSlow: true),
        BadPeer("push", "answers-in-25-s", isSlow: true),
        BadPeer("push", "has-no-end", isSlow: true),
        .failing("push", "resets", comes: nil),
        .failing("push", "500", comes: nil, unmarked: nil),
        .failing("push", "429", comes: nil, unmarked: nil),
        BadPeer("push", "503-twice", comes: 3, unmarked: 3),
        .refusing("push", "302", comes: 2),
        .refusing("push", "401", comes: 2),
        .refusing("push", "404", comes: 2),
        .refusing("push", "410", comes: 2),
        .failing("leaving", "leaving", comes: 0, unmarked: 0),
        BadPeer("siren", "fails-once", comes: 2),
    ]

    @Test("bad peer: each is told as often as it must be") func eachIsToldAsOftenAsItMustBe() async throws {
        let benches = [try await BadPeers(Self.mail), try await BadPeers(Self.push)]
        for bench in benches { try bench.call() }
        var delays = try benches.map { try $0.delayOfAnother() }
        var passed = Duration.zero
        // The odd moments are just after the call, and shortly before and after the moments at which tier 2 and the
        // operator must be told.
        let odd: [Duration] = [1, 179_999, 180_001, 359_999].map { .milliseconds($0) }
        let steps: [Duration] = (1...40).map { .seconds($0 * 10) }
        for end in (odd + steps).sorted() {
            for bench in benches { try bench.pass(end - passed) }
            passed = end
            if end == .seconds(100) || end == .seconds(250) { delays += try benches.map { try $0.delayOfAnother() } }
        }
        // A try that hangs takes real time, regardless of the virtual clock, so the try that decides the result may
        // still be in progress.
        while passed < .seconds(520), benches.contains(where: { !$0.missing.isEmpty }) {
            for bench in benches { try bench.pass(.seconds(10)) }
            passed += .seconds(10)
        }
        for bench in benches {
            for peer in bench.peers { Self.check(peer, try #require(bench.seen[peer.name])) }
        }
        let slowest = delays.sorted()[delays.count / 2]
        #expect(slowest <= .milliseconds(300), "half of the others' alarms")
        let texts = delays.map { "\($0.milliseconds) ms" }
        print("signal: others' alarm while peers hang: \(texts.joined(separator: ", "))")
    }

    private static func check(_ peer: BadPeer, _ seen: BadPeers.Seen) {
        let tries = Int(seen.delivery?.attempts ?? 0)
        print(
            "  \(peer.channel) \(peer.name): \(tries) tries, came \(seen.came), unmarked \(seen.unmarked), "
                + "\(seen.delivery?.state ?? "-"); tier 2 told at \(seen.next ?? -1) s, operator at "
                + "\(seen.operator ?? -1) s, address broken at \(seen.broke ?? -1) s")
        // The message of a try in progress may not have arrived yet.
        let least = peer.comes ?? (seen.delivery?.state == "claimed" ? tries - 1 : tries)
        #expect((least...(peer.comes ?? tries)).contains(seen.came), "\(peer.name)")
        #expect(seen.unmarked == peer.unmarked ?? tries, "\(peer.name)")
        // Between two tries that hang, the delivery is queued.
        let isBetweenTries = peer.state == "claimed" && seen.delivery?.state == "queued" && seen.delivery?.nextAt != nil
        #expect(
            isBetweenTries || peer.state.map { $0 == seen.delivery?.state } ?? (seen.delivery?.nextAt != nil),
            "\(peer.name)")
        #expect(seen.next == peer.next, "\(peer.name)")
        #expect(seen.operator == peer.next + 180, "\(peer.name)")
        switch peer.breaks {
        case nil: #expect(seen.broke == nil, "\(peer.name)")
        case 0: #expect(seen.broke == 0, "\(peer.name)")
        // If a try ends after five minutes or later, the address counts as broken at the end of the first such try.
        case let least?:
            let most = least + (peer.isSlow ? 220 : 90)
            #expect(seen.broke.map { $0 >= least && $0 <= most } == true, "\(peer.name)")
        }
    }
}
