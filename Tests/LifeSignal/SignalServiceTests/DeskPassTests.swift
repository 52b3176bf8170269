import Foundation
import SignalCore
import SignalService
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the rules for passes of the operator's desk, with the vectors of `Protocol/vectors/passes`.
@Suite struct DeskPassTests {
    private static let folder = SentenceTable.root.appending(path: "Protocol/vectors/passes")
    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    private static func pass(_ id: String, for seconds: Int64, at now: Timestamp = start) throws -> DeskPass {
        try DeskPass(SignalDesk.pass("+4915112345678", until: now.advanced(by: .seconds(seconds)), id: id)) { _, _ in
            true
        }
    }

    @Test("desk pass: there are vectors") func thereAreVectors() { #expect(Self.names.count == 29) }

    @Test("desk pass: each vector is accepted or refused as it says", arguments: names)
    func eachVectorIsAcceptedOrRefusedAsItSays(_ name: String) throws {
        let vector = try JSON(parsing: [UInt8](try Data(contentsOf: Self.folder.appending(path: name))))
        func time(_ key: String) throws -> Timestamp {
            try #require(vector[key]?.stringValue.flatMap { Timestamp($0) })
        }
        let secret = try #require(DeskSecret(Array((vector["secret"]?.stringValue ?? "").utf8)))
        var accepted = AcceptedPasses(began: try time("began"))
        for id in try #require(vector["used"]?.arrayValue).compactMap(\.stringValue) {
            try accepted.accept(try Self.pass(id, for: 60, at: try time("at")), at: try time("at"))
        }
        var (found, fault) = (DeskPass?.none, DeskPass.Fault?.none)
        do throws(DeskPass.Fault) {
            let pass = try DeskPass(vector["value"]?.stringValue ?? "") { secret.isSigned($0, $1) }
            found = pass
            try accepted.accept(pass, at: (try? time("at")) ?? Self.start)
        } catch {
            fault = error
        }
        let expected = try #require(vector["expect"])
        #expect(fault?.rawValue == expected["refused"]?.stringValue)
        guard fault == nil else { return }
        #expect(found?.phone == expected["phone"]?.stringValue && found?.id == expected["id"]?.stringValue)
        #expect(throws: DeskPass.Fault.used) { try accepted.accept(try #require(found), at: try time("at")) }
    }

    @Test("desk pass: what is read of it needs the signature first") func whatIsReadOfItNeedsTheSignatureFirst() {
        // The body is not JSON, but nobody reads it.
        #expect(throws: DeskPass.Fault.signature) { try DeskPass("ls1.e3s.AAAA") { _, _ in false } }
        #expect(throws: DeskPass.Fault.content) { try DeskPass("ls1.e3s.AAAA") { _, _ in true } }
    }

    @Test("desk pass: whatever a text is, it is refused or has a number and an id")
    func whateverATextIs() throws {
        var random = SplitMix(seed: UInt64.random(in: 0...UInt64.max))
        let body = #"{"phone":"+4915112345678","expires_at":"2026-01-31T08:16:30.000Z","id":"0123456789abcdef"}"#
        let whole = Array(body.utf8)
        for _ in 0..<5_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: whole[place % whole.count..<whole.count], at: place)
                }
            }
            for text in [
                "ls1.\(Base64URL.encode(bytes)).AAAA", String(decoding: bytes, as: UTF8.self),
                "ls1.\(String(decoding: bytes, as: UTF8.self)).",
            ] {
                guard let pass = try? DeskPass(text, isSigned: { _, _ in true }) else { continue }
                #expect((8...16).contains(pass.phone.utf8.count) && pass.phone.hasPrefix("+"), "\(text)")
                #expect(DeskPass.idLength.contains(pass.id.utf8.count), "\(text)")
            }
        }
    }

    @Test("desk pass: so many are remembered, and the oldest until they end")
    func soManyAreRememberedAndTheOldestUntilTheyEnd() throws {
        var accepted = AcceptedPasses(began: Self.start.advanced(by: .seconds(-600)))
        for count in 0..<AcceptedPasses.most {
            try accepted.accept(try Self.pass("id-\(count)-0123456789abcdef", for: 60), at: Self.start)
        }
        let more = try Self.pass("one-more-0123456789abcdef", for: 61)
        #expect(throws: DeskPass.Fault.full) { try accepted.accept(more, at: Self.start) }
        accepted.giveBack(try Self.pass("id-7-0123456789abcdef", for: 60))
        try accepted.accept(more, at: Self.start)
        #expect(throws: DeskPass.Fault.used) { try accepted.accept(more, at: Self.start) }
        // All but the last have ended.
        let later = Self.start.advanced(by: .milliseconds(60_001))
        for count in 0..<(AcceptedPasses.most - 1) {
            try accepted.accept(try Self.pass("id-\(count)-0123456789abcdef", for: 60, at: later), at: later)
        }
        #expect(throws: DeskPass.Fault.used) { try accepted.accept(more, at: later) }
    }

    @Test("desk pass: a clock that is set back brings no pass back") func aClockThatIsSetBackBringsNoPassBack() throws {
        var accepted = AcceptedPasses(began: Self.start.advanced(by: .seconds(-600)))
        let first = try Self.pass("first-0123456789abcdef", for: 100)
        try accepted.accept(first, at: Self.start)
        // The clock goes ahead, and the pass is forgotten. Then the clock is set.
        let ahead = Self.start.advanced(by: .seconds(101))
        try accepted.accept(try Self.pass("second-0123456789abcdef", for: 60, at: ahead), at: ahead)
        #expect(throws: DeskPass.Fault.beforeStart) { try accepted.accept(first, at: Self.start) }
        let next = try Self.pass("third-0123456789abcdef", for: 110)
        try accepted.accept(next, at: Self.start)
    }

    @Test("desk pass: a secret has 32 to 1,024 printable characters, whatever an editor adds")
    func aSecretHasPrintableCharacters() throws {
        let secret = String(repeating: "k", count: 32)
        for good in [secret, secret + "\n", "\u{FEFF}\(secret)\r\n", String(repeating: "k", count: 1_024)] {
            #expect(DeskSecret(Array(good.utf8)) != nil)
        }
        for bad in ["", String(secret.dropLast()), secret + " k", secret + "ä", String(repeating: "k", count: 1_025)] {
            #expect(DeskSecret(Array(bad.utf8)) == nil, "\(bad)")
        }
    }

    @Test("desk pass: neither a pass nor the secret is printed") func neitherAPassNorTheSecretIsPrinted() throws {
        let pass = try Self.pass("first-0123456789abcdef", for: 100)
        let secret = try #require(DeskSecret(Array(SignalDesk.secret.utf8)))
        for said in ["\(pass)", "\([pass])", "\(String(reflecting: pass))", "\(secret)", "\([secret])"] {
            #expect(!said.contains("4915112345678") && !said.contains("0123456789abcdef"), "\(said)")
            #expect(!said.contains(SignalDesk.secret), "\(said)")
        }
        var dumped = ""
        dump(pass, to: &dumped)
        dump(secret, to: &dumped)
        #expect(!dumped.contains("4915112345678"))
    }
}
