import SignalCore
import Testing
import Wire

/// Tests the codes that pair phones.
@Suite struct DeviceRulesTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    private static func at(_ seconds: Int64) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    private static func pairing(_ number: UInt8, of person: UInt8 = 1) -> OpenPairing<Int> {
        OpenPairing(
            id: [number], person: [person], session: Int(number), seals: [[number, 1], [number, 2]], expiresAt: at(600))
    }

    @Test("device rules: letters have no look-alikes, and none is likelier") func lettersAreFair() {
        #expect(DeviceRules.letters(from: Array(repeating: 0, count: 8)) == "BBBBBBBB")
        #expect(DeviceRules.letters(from: Array(repeating: 0, count: 7)) == nil)
        #expect(DeviceRules.letters(from: Array(repeating: 240, count: 99)) == nil, "it would make B likelier")
        let all = (0..<240).map { UInt8($0) }
        let counts = stride(from: 0, to: 240, by: 8).reduce(into: [Character: Int]()) { counts, first in
            for letter in DeviceRules.letters(from: Array(all[first..<first + 8])) ?? "" {
                counts[letter, default: 0] += 1
            }
        }
        #expect(counts.count == 20 && Set(counts.values) == [12], "\(counts)")
        #expect(counts.keys.allSatisfy { !"AEIOU0158".contains($0) && $0.isUppercase })
    }

    @Test("device rules: letters are read as people type them") func lettersAreReadAsTyped() {
        #expect(DeviceRules.grouped("BCDFGHJK") == "BCDF-GHJK")
        for text in ["BCDF-GHJK", "bcdfghjk", " bcdf ghjk\n", "b-c-d-f-g-h-j-k"] {
            #expect(DeviceRules.letters(typed: text) == "BCDFGHJK", "\(text)")
        }
        for text in ["", "BCDFGHJ", "BCDFGHJKL", "BCDFGHJA", "BCDFGHJ1", "BCDFGHJ\u{410}", "ß\u{1F3F4}"] {
            #expect(DeviceRules.letters(typed: text) == nil, "\(text)")
        }
    }

    @Test("device rules: a code is used once, by its token or its letters, within ten minutes")
    func aCodeIsUsedOnce() {
        var open = OpenPairings<Int>()
        let added = [1, 2, 3].map { open.add(Self.pairing($0), at: Self.at(0)) }
        #expect(added == [true, true, true])
        func take(_ seal: [UInt8], _ second: Int64) -> OpenPairing<Int>? { open.take([seal], at: Self.at(second)) }
        let (unknown, short) = (take([1, 3], 0), take([1], 0))
        #expect(unknown == nil && short == nil)
        let (byLetters, again) = (take([1, 2], 599), take([1, 1], 599))
        #expect(byLetters == Self.pairing(1) && again == nil)
        let late = take([2, 1], 600)
        #expect(late == nil)
        let (early, over) = (open.takeOver(at: Self.at(599)), open.takeOver(at: Self.at(600)))
        #expect(early.isEmpty && over == [Self.pairing(2), Self.pairing(3)])
        open.giveBack(Self.pairing(2))
        let back = take([2, 1], 0)
        #expect(back == Self.pairing(2))
    }

    @Test("device rules: a person has three open codes, and all together have 256") func openCodesAreFew() {
        var open = OpenPairings<Int>()
        let added = (0..<4).map { open.add(Self.pairing(UInt8($0)), at: Self.at(0)) }
        #expect(added == [true, true, true, false])
        let isAdded = open.add(Self.pairing(9), at: Self.at(600))
        #expect(isAdded, "codes that are over do not count")
        var all = OpenPairings<Int>()
        let people = (0..<300).map { person in
            all.add(
                OpenPairing(
                    id: [0], person: [UInt8(person / 256), UInt8(person % 256)], session: 0, seals: [],
                    expiresAt: Self.at(600)), at: Self.at(0))
        }
        #expect(people.count { $0 } == DeviceRules.mostOpenInAll)
        let ended = all.takeAll { $0.person == [0, 7] }
        #expect(ended.count == 1)
    }
}
