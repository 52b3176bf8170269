import TermCore
import TestSupport
import Testing

/// Cuts recorded input at random places. The cut input must not lead to additional keys that press or choose something.
@Suite struct TornInputTests {
    private static let seed: UInt64 = 60

    @Test("torn input: no key comes of what is torn") func noKeyComesOfWhatIsTorn() { Self.tear(2_000) }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("torn input: no key comes of a hundred thousand") func noKeyComesOfAHundredThousand() {
            let start = ContinuousClock.now
            let (units, presses) = TornInputTests.tear(100_000)
            print(
                "torn input: 100,000 recordings of \(units) units with \(presses) presses, seed \(TornInputTests.seed), "
                    + "in \(ContinuousClock.now - start)")
        }
    }

    @discardableResult
    private static func tear(_ count: Int) -> (units: Int, presses: Int) {
        var numbers = SplitMix(seed: seed)
        var (units, presses) = (0, 0)
        for number in 0..<count {
            let length = Int.random(in: 1...8, using: &numbers)
            let input = TornInput(length, presses: true, using: &numbers)
            let whole = pressing(input.whole)
            var rest = whole[...]
            let torn = pressing(input.torn(using: &numbers))
            for event in torn {
                guard let place = rest.firstIndex(of: event) else {
                    Issue.record("recording \(number), seed \(seed): \(torn), and whole \(whole)")
                    break
                }
                rest = rest[(place + 1)...]
            }
            (units, presses) = (units + length, presses + whole.count)
        }
        return (units, presses)
    }

    /// The events that press or choose something in some program.
    private static func pressing(_ steps: [TornInput.Step]) -> [InputEvent] {
        var line = Line()
        for step in steps {
            switch step {
            case .send(let bytes): line.send(bytes)
            case .pause(let time): line.wait(time)
            case .stop(let time): line.stop(time)
            }
        }
        line.wait(.seconds(60))
        return line.events.filter { event in
            switch event {
            case .key(let key): key.modifiers.isSubset(of: .shift) && key.key.presses
            case .mouse: true
            case .paste, .burst, .pasteLost, .focus, .reply: false
            }
        }
    }
}

extension KeyEvent.Key {
    fileprivate var presses: Bool {
        switch self {
        case .character(let scalar): scalar == " " || ("0"..."9").contains(scalar)
        case .enter: true
        default: false
        }
    }
}
