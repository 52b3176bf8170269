import TermCore
import Testing

@testable import Kiosk

/// Tests how the kiosk distinguishes a keyboard's input from a scanner's input, and both from any other input.
@Suite struct KioskInputTests {
    /// Sends events that are `gap` apart, and returns the input that was passed on.
    private func passed(_ events: [InputEvent], apart gap: Duration) -> [KioskInput.Passed] {
        var (input, now) = (KioskInput(), ContinuousClock.now)
        return events.compactMap { event in
            now += gap
            return input.take(event, at: now)
        }
    }

    private func keys(_ text: String) -> [InputEvent] {
        text.unicodeScalars.map { .key(KeyEvent($0 == "\n" ? .enter : .character($0))) }
    }

    @Test("kiosk input: a person's keys are keys") func aPersonsKeysAreKeys() {
        let typed = keys("1234\n")
        #expect(passed(typed, apart: .milliseconds(200)) == typed.map { .event($0) })
        #expect(passed(keys("ñ"), apart: .zero) == [.touch])
    }

    @Test("kiosk input: a scan is a code if it has its length", arguments: [3, 4, 1024, 1025])
    func aScanIsACodeIfItHasItsLength(_ count: Int) {
        let text = String(repeating: "7", count: count)
        let isCode = KioskInput.scan.contains(count)
        for end in ["\n", "\n\n"] {
            let result = passed([.burst(text + end)], apart: .zero)
            #expect(result == [isCode ? .scan(Array(text.utf8)) : .touch])
        }
        let open = passed([.burst(text)], apart: .zero)
        #expect(open == [isCode ? .unfinished(Array(text.utf8)) : .touch], "without Enter, only a person submits it")
        #expect(passed([.burst("\n")], apart: .zero) == [.finished], "the Enter may come late")
    }

    @Test("kiosk input: hands on the keyboard are no code") func handsOnTheKeyboardAreNoCode() {
        for text in ["111", "ñññññ\n", "12 34\n", "one\ntwo\n"] {
            #expect(passed([.burst(text)], apart: .zero) == [.touch])
        }
    }

    @Test("kiosk input: what means something elsewhere means nothing") func whatMeansSomethingElsewhereMeansNothing() {
        let strange: [InputEvent] = [
            .key(KeyEvent(.character("c"), .control)), .key(KeyEvent(.character("z"), .control)),
            .key(KeyEvent(.character("x"), .alt)), .key(KeyEvent(.function(2), .alt)), .key(KeyEvent(.function(1))),
            .key(KeyEvent(.insert)), .key(KeyEvent(.up, .control)), .key(KeyEvent(.delete, [.control, .alt])),
        ]
        #expect(passed(strange, apart: .milliseconds(100)) == Array(repeating: .touch, count: strange.count))
    }

    @Test("kiosk input: a paste is a code or nothing") func aPasteIsACodeOrNothing() {
        #expect(passed([.paste("seam_cst1x_2y\n")], apart: .zero) == [.scan(Array("seam_cst1x_2y".utf8))])
        #expect(passed([.paste("a code\nwith lines")], apart: .zero) == [.touch])
        #expect(passed([.paste(String(repeating: "x", count: 65_536))], apart: .zero) == [.touch])
        #expect(passed([.pasteLost(true)], apart: .zero) == [.lost])
    }

    @Test("kiosk input: staff hold their key") func staffHoldTheirKey() {
        let held = Array(repeating: InputEvent.key(KeyEvent(.function(10))), count: 31)
        #expect(passed(held, apart: .milliseconds(100)).last == .staff)
        #expect(!passed(Array(held.dropLast()), apart: .milliseconds(100)).contains(.staff))
        // With these gaps, the key was pressed repeatedly, and was not held down.
        #expect(!passed(held, apart: .milliseconds(701)).contains(.staff))
        let broken = held.prefix(20) + keys("x") + held.prefix(20)
        #expect(!passed(Array(broken), apart: .milliseconds(100)).contains(.staff))
    }
}
