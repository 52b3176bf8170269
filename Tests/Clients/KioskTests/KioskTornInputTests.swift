import SeamWords
import TermCore
import TermUI
import TestSupport
import Testing

@testable import Kiosk

/// Cuts recorded input at random places. In one piece, the input opens no door at the public screen, so it must open no
/// door when it arrives in several pieces.
@MainActor @Suite struct KioskTornInputTests {
    @Test("kiosk torn input: no door opens") func noDoorOpens() async throws { try await Self.tear(8) }

    @Suite(.lane(.figures)) @MainActor struct FiguresLane {
        @Test("kiosk torn input: no door opens in thousands") func noDoorOpensInThousands() async throws {
            let start = ContinuousClock.now
            let still = try await KioskTornInputTests.tear(3_000)
            print(
                "torn input at the kiosk: 3,000 recordings, \(still) visits went on, in \(ContinuousClock.now - start)")
        }
    }

    /// Returns the number of visits that survived the input. In these visits, a digit opened a door afterwards.
    @discardableResult
    private static func tear(_ count: Int) async throws -> Int {
        var numbers = SplitMix(seed: 61)
        var still = 0
        for number in 0..<count {
            let input = TornInput(6, presses: false, using: &numbers)
            for steps in [input.whole, input.torn(using: &numbers)] {
                let stage = try KioskStage { $0.languages = [.english] }
                let visitor = Visitor("Front Door", "Gate", "Attic")
                stage.press(.enter)
                stage.type("1")
                stage.press(.enter)
                await stage.answer(visitor)
                stage.pass(.seconds(1))
                guard stage.model.place == .keys else { throw TestFailure("not signed in: \(stage.pilot.text)") }
                for step in steps {
                    switch step {
                    case .send(let bytes): stage.pilot.send(bytes)
                    case .pause(let time): stage.pass(time)
                    case .stop(let time): stage.pilot.stop(for: time)
                    }
                }
                stage.pass(.milliseconds(600))
                #expect(visitor.opened.isEmpty, "recording \(number): \(steps)")
                guard stage.model.place == .keys else { continue }
                stage.pilot.send(Array("1".utf8))
                stage.pass(.seconds(1))
                still += visitor.opened.count
            }
        }
        #expect(still > 0)
        return still
    }
}
