import Foundation
import TermCore
import TermReplay
import TermUI
import TestSupport
import Testing

/// Shows names that come from people and clouds in every view that accepts a text. No character of a name may command
/// the terminal or reverse the line. This applies both to the screen and to the plain text.
@MainActor @Suite struct HostileViewTests {
    @Test("hostile view: hostile texts stay texts") func hostileTextsStayTexts() {
        Self.show(every: 144)
    }

    @Suite(.lane(.figures)) @MainActor struct FiguresLane {
        @Test("hostile view: hostile texts stay texts in every view") func hostileTextsStayTextsInEveryView() {
            let count = HostileViewTests.show(every: 1)
            print("hostile: \(HostileText.samples.count) texts in \(count) screens")
        }
    }

    /// Shows each text in some of the views, and returns how many screens were shown.
    @discardableResult
    private static func show(every step: Int) -> Int {
        var count = 0
        for (number, sample) in HostileText.samples.enumerated() {
            let tree = RandomTree(seed: UInt64(number), texts: [sample])
            for (kind, make) in views.enumerated() where (kind + number) % step == 0 {
                let pilot = Pilot(
                    VStack {
                        make(tree)
                        Text("kept").layoutPriority(1)
                    }
                    .frame(columns: 40, rows: 20).clipped().padding(.horizontal, 8), columns: 42, rows: 20)
                RandomTreeTests.check(pilot.frame, pilot.plain, "\(sample.debugDescription), view \(kind)")
                var (encoder, replay) = (FrameEncoder(for: .init(depth: .truecolor)), VTReplay(width: 42, height: 20))
                replay.feed(encoder.encode(pilot.frame))
                #expect(replay.unknown.isEmpty && replay.scrolled == 0, "\(sample.debugDescription), view \(kind)")
                pilot.press(.return)
                pilot.type("x")
                RandomTreeTests.check(pilot.frame, pilot.plain, "\(sample.debugDescription), view \(kind), pressed")
                pilot.close()
                count += 1
            }
        }
        return count
    }

    /// All views that take a text, once each.
    private static let views: [@MainActor (RandomTree) -> AnyView] = {
        func each(_ count: Int, _ make: @escaping @MainActor (RandomTree, Int) -> (any View)?)
            -> [@MainActor (RandomTree) -> AnyView]
        {
            (0..<count).map { kind in { RandomTree.erased(make($0, kind)) } }
        }
        return each(RandomTree.leafs) { $0.leaf($1) } + each(RandomTree.controls) { $0.control($1) }
            + each(RandomTree.containers) { $0.container($1, 1) }
            + each(RandomTree.modifiers) { $0.modified($0.control(), $1) }
    }()
}
