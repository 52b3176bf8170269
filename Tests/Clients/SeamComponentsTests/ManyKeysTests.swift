import SeamComponents
import TermUI
import TestSupport
import Testing

/// Compares two costs of the whole screen: with ten thousand keys, and with 46 keys.
@MainActor @Suite struct ManyKeysTests {
    private static func service(_ count: Int) -> TestService {
        TestService(
            (0..<count).map { number in
                SeamFixtures.credential(
                    id: "k\(number)", name: "Door \(number + 10_000)", location: "House \(number % 7)")
            })
    }

    /// The actions of a person, and the number of times that each action is measured.
    private static let acts: [(name: String, count: Int, act: (Pilot) -> Void)] = [
        ("a key down and up", 20, { $0.press(.downArrow, .upArrow) }),
        ("a page down and up", 10, { $0.press(.pageDown, .pageUp) }),
        ("to the end and back", 10, { $0.press(.end, .home) }),
        (
            "a search for four letters", 10,
            { pilot in
                pilot.press("/")
                pilot.type("door")
                pilot.press(.escape)
            }
        ),
    ]

    /// The average milliseconds for one action. The action runs once beforehand without being measured.
    private static func milliseconds(_ count: Int, _ work: () -> Void) -> Double {
        work()
        let start = ContinuousClock.now
        for _ in 0..<count { work() }
        return (ContinuousClock.now - start) / .milliseconds(1) / Double(count)
    }

    @Suite(.lane(.figures)) @MainActor struct FiguresLane {
        @Test("many keys: 10,000 cost what 46 cost", arguments: [SeamCredentialsViewStyle.grid, .list])
        func cost(style: SeamCredentialsViewStyle) {
            func screen(_ count: Int) -> Pilot {
                let pilot = Pilot(
                    SeamAccessView(style: style).environment(\.seamService, ManyKeysTests.service(count)), rows: 24)
                pilot.advance(by: .seconds(1))
                return pilot
            }
            let kind = style == .grid ? "cards" : "lines"
            let opening = [46, 10_000].map { count in ManyKeysTests.milliseconds(5) { _ = screen(count).frame } }
            print("keys: opening \(kind): 46 in \(opening[0]) ms, 10,000 in \(opening[1]) ms")
            let (few, many) = (screen(46), screen(10_000))
            for (name, count, act) in ManyKeysTests.acts {
                let costs = [few, many].map { pilot in
                    ManyKeysTests.milliseconds(count) {
                        act(pilot)
                        _ = pilot.frame
                    }
                }
                print("keys: \(name), \(kind): 46 in \(costs[0]) ms, 10,000 in \(costs[1]) ms")
                #expect(costs[1] < costs[0] * 2 + 5, "\(name)")
            }
        }
    }
}
