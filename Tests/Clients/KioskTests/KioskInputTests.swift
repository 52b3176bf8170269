import TermCore
import Testing

@testable import Kiosk

/// A person's keys, a scanner's, and whatever else somebody sends.
@Suite struct KioskInputTests {
    private let start = ContinuousClock.now

    /// Events that are so far apart; the result is what went further, also when all was quiet again.
    private func passed(
        _ events: [InputEvent], apart gap: Duration, _ input: KioskInput = KioskInput()
    ) -> [KioskInput.Passed] {
        var (input, now) = (input, start)
        var passed: [KioskInput.Passed] = []
        for event in events {
            now += gap
            passed += input.take(event, at: now)
        }
        return passed + input.advance(to: now + .seconds(1))
    }

    private func keys(_ text: String) -> [InputEvent] {
        text.unicodeScalars.map { .key(KeyEvent($0 == "\n" ? .enter : .character($0))) }
    }

    @Test func aPersonsKeysAreKeys() {
        let typed = keys("1234\n")
        #expect(passed(typed, apart: KioskInput.gap) == typed.map { .event($0) })
        #expect(passed(typed, apart: .milliseconds(200)) == typed.map { .event($0) })
    }

    @Test func aScannersKeysAreACode() {
        let fast = KioskInput.gap - .milliseconds(1)
        #expect(passed(keys("AB-1234~x\n"), apart: fast) == [.scan(Array("AB-1234~x".utf8))])
        #expect(passed(keys("AB-1234~x\n"), apart: .zero) == [.scan(Array("AB-1234~x".utf8))])
    }

    @Test(arguments: [3, 4, 1024, 1025]) func aScanHasALength(_ count: Int) {
        let text = String(repeating: "7", count: count)
        let result = passed(keys(text + "\n"), apart: .milliseconds(5))
        switch count {
        case 3: #expect(result == keys("777\n").map { .event($0) })
        case 1025: #expect(result == [.touch, .touch])
        default: #expect(result == [.scan(Array(text.utf8))])
        }
    }

    @Test func handsOnTheKeyboardAreNoKeys() {
        #expect(passed(keys("1111"), apart: .milliseconds(1)) == [.touch])
        // Enter in the middle of it opens nothing either, and what is no ASCII is no code.
        #expect(passed(keys("ñññññ\n"), apart: .milliseconds(1)) == [.touch, .touch])
    }

    @Test func whatMeansSomethingElsewhereMeansNothing() {
        let strange: [InputEvent] = [
            .key(KeyEvent(.character("c"), .control)), .key(KeyEvent(.character("z"), .control)),
            .key(KeyEvent(.character("x"), .alt)), .key(KeyEvent(.function(2), .alt)), .key(KeyEvent(.function(1))),
            .key(KeyEvent(.insert)), .key(KeyEvent(.up, .control)), .key(KeyEvent(.delete, [.control, .alt])),
        ]
        #expect(passed(strange, apart: .milliseconds(100)) == Array(repeating: .touch, count: strange.count))
    }

    @Test func aPasteIsACodeOrNothing() {
        #expect(passed([.paste("seam_cst1x_2y\n")], apart: .zero) == [.scan(Array("seam_cst1x_2y".utf8))])
        #expect(passed([.paste("a code\nwith lines")], apart: .zero) == [.touch])
        #expect(passed([.paste(String(repeating: "x", count: 65_536))], apart: .zero) == [.touch])
        #expect(passed([.pasteLost(true)], apart: .zero) == [.lost])
    }

    @Test func staffHoldTheirKey() {
        let held = Array(repeating: InputEvent.key(KeyEvent(.function(10))), count: 31)
        #expect(passed(held, apart: .milliseconds(100)).last == .staff)
        #expect(!passed(Array(held.dropLast()), apart: .milliseconds(100)).contains(.staff))
        // Pressed again and again, but not held.
        #expect(!passed(held, apart: .milliseconds(701)).contains(.staff))
        let broken = held.prefix(20) + keys("x") + held.prefix(20)
        #expect(!passed(Array(broken), apart: .milliseconds(100)).contains(.staff))
    }
}
