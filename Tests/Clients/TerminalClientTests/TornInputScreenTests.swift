import SeamComponents
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// Cuts recorded input at random places. In one piece, the input opens no door in `seam tui`, so it must open no door
/// when it arrives in several pieces.
@MainActor @Suite struct TornInputScreenTests {
    @Test("torn input screen: no door opens") func noDoorOpens() { Self.tear(20) }

    @Suite(.lane(.figures)) @MainActor struct FiguresLane {
        @Test("torn input screen: no door opens in thousands") func noDoorOpensInThousands() {
            let start = ContinuousClock.now
            TornInputScreenTests.tear(3_000)
            print("torn input in seam tui: 3,000 recordings in \(ContinuousClock.now - start)")
        }
    }

    private static func tear(_ count: Int) {
        var numbers = SplitMix(seed: 62)
        for number in 0..<count {
            let input = TornInput(6, presses: false, using: &numbers)
            for steps in [input.whole, input.torn(using: &numbers)] {
                let desk = Desk().live()
                let pilot = desk.pilot(columns: 100, rows: 30)
                pilot.advance(by: .seconds(2))
                for step in steps {
                    switch step {
                    case .send(let bytes): pilot.send(bytes)
                    case .pause(let time): pilot.advance(by: time)
                    case .stop(let time): pilot.stop(for: time)
                    }
                }
                pilot.advance(by: .milliseconds(600))
                #expect(desk.opened.isEmpty, "recording \(number): \(steps)")
                pilot.send(Array("\r".utf8))
                pilot.advance(by: .seconds(1))
                #expect(desk.opened.count <= 1)
                pilot.close()
            }
        }
    }

    @Test("torn input screen: a scan, an unmarked paste, and Enter after a pause open nothing; a person's Enter does")
    func bursts() {
        for text in ["4006381333931\r", "ls -l\rcat notes\r", "\rls\r", "\u{1b}[21~\u{1b}\r"] {
            let desk = Desk().live()
            let pilot = desk.pilot()
            pilot.advance(by: .seconds(2))
            pilot.send(Array(text.utf8))
            pilot.advance(by: .seconds(1))
            #expect(desk.opened.isEmpty, "\(text.debugDescription)")
            pilot.send([0x0D])
            pilot.advance(by: .milliseconds(60))
            #expect(desk.opened == ["front door"])
        }
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.advance(by: .seconds(2))
        pilot.send([0x1B])
        pilot.advance(by: .milliseconds(300))
        pilot.send([0x0D])
        pilot.advance(by: .seconds(1))
        #expect(desk.opened.isEmpty, "Esc, a pause and Enter")
    }

    @Test("torn input screen: a token scanned or pasted without marks signs in; what is typed to search does not open")
    func fields() {
        let desk = Desk()
        desk.show(SeamConnectivity(radio: .ready))
        let pilot = desk.pilot()
        #expect(pilot.shows("Nobody is signed in."))
        pilot.send(Array("seam_cst1abc\r".utf8))
        pilot.advance(by: .seconds(1))
        #expect(desk.tokens == ["seam_cst1abc"])
        desk.live()
        pilot.advance(by: .seconds(2))
        pilot.send(Array("/".utf8))
        pilot.advance(by: .seconds(1))
        pilot.send(Array("front\r".utf8))
        pilot.advance(by: .seconds(1))
        #expect(pilot.shows("/ front") && desk.opened.isEmpty, "\(pilot.text)")
        pilot.send([0x0D])
        pilot.advance(by: .seconds(1))
        #expect(desk.opened == ["front door"])
    }
}
