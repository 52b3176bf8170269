import Foundation
import TermUI
import Testing

/// Tests how a view learns that it has appeared or disappeared, and when its tasks run.
@MainActor @Suite struct AppearanceCheckTests {
    private func told(_ name: String, _ log: CheckLog) -> some View {
        Text(name).onAppear { log.note("+\(name)") }.onDisappear { log.note("-\(name)") }
    }

    // Checks 10a and 10b: SwiftUI documents this behaviour.
    @Test("appearance check: a view appears when it comes and not when it is redrawn")
    func aViewAppearsWhenItComesAndNotWhenItIsRedrawn() {
        let log = CheckLog()
        let pilot = Pilot(
            Turning { turn in
                Text("turn \(turn)")
                if turn < 3 || turn > 3 { told("x", log).padding(.leading, 8) }
            })
        pilot.press("s", "s")
        #expect(log.lines == ["+x"] && pilot.shows("turn 2"))
        pilot.press("s", "s")
        #expect(log.lines == ["+x", "-x", "+x"])
    }

    // SwiftUI behaves in this way without documenting the behaviour.
    @Test("appearance check: children appear before their parent and go before it")
    func childrenAppearBeforeTheirParentAndGoBeforeIt() {
        let log = CheckLog()
        let pilot = Pilot(
            Turning { turn in
                if turn == 0 {
                    VStack {
                        told("c1", log)
                        told("c2", log)
                    }
                    .onAppear { log.note("+parent") }.onDisappear { log.note("-parent") }
                }
            })
        pilot.press("s")
        #expect(log.lines == ["+c1", "+c2", "+parent", "-c1", "-c2", "-parent"])
    }

    // Check 11a: SwiftUI documents this behaviour.
    @Test("appearance check: a change is told with its old and its new value")
    func aChangeIsToldWithItsOldAndItsNewValue() {
        let log = CheckLog()
        let pilot = Pilot(
            Turning { turn in
                Text("\(turn)")
                    .onChange(of: turn / 2) { log.note("\($0) to \($1)") }
                    .onChange(of: turn, initial: true) { log.note("turn \(turn)") }
            })
        pilot.press("s", "s")
        #expect(log.lines == ["turn 0", "turn 1", "0 to 1", "turn 2"], "the inner one first")
    }

    /// Yields `number` when the task begins, and the negative number when the task is cancelled.
    private func waiting(_ number: Int, _ log: AsyncStream<Int>.Continuation) async {
        log.yield(number)
        await withTaskCancellationHandler {
            for await _ in AsyncStream<Never>.makeStream().stream {}
        } onCancel: {
            log.yield(-number)
        }
    }

    private func next(_ count: Int, _ numbers: AsyncStream<Int>) async -> [Int] {
        var found: [Int] = []
        for await number in numbers {
            found.append(number)
            if found.count == count { break }
        }
        return found.sorted()
    }

    // Check 5a: SwiftUI documents this behaviour.
    @Test("appearance check: a task starts once and is cancelled when its view goes")
    func aTaskStartsOnceAndIsCancelledWhenItsViewGoes() async {
        let (numbers, log) = AsyncStream<Int>.makeStream()
        let pilot = Pilot(
            Turning { turn in
                Text("turn \(turn)")
                if turn < 2 { Text("x").padding().task { await waiting(1, log) } }
            })
        #expect(await next(1, numbers) == [1])
        pilot.press("s", "s")
        #expect(await next(1, numbers) == [-1], "the driver has not started again")
    }

    // Check 5: SwiftUI documents this behaviour.
    @Test("appearance check: a task of another value starts anew") func aTaskOfAnotherValueStartsAnew() async {
        let (numbers, log) = AsyncStream<Int>.makeStream()
        let pilot = Pilot(Turning { turn in Text("x").task(id: turn) { await waiting(turn + 1, log) } })
        #expect(await next(1, numbers) == [1])
        pilot.press("s")
        #expect(await next(2, numbers) == [-1, 2])
        pilot.close()
        #expect(await next(1, numbers) == [-2])
    }

    // Check 5b: SwiftUI documents this behaviour.
    @Test("appearance check: a task of a view with another ID starts anew")
    func aTaskOfAViewWithAnotherIDStartsAnew() async {
        let (numbers, log) = AsyncStream<Int>.makeStream()
        let pilot = Pilot(Turning { turn in Text("x").task { await waiting(turn + 1, log) }.id(turn) })
        #expect(await next(1, numbers) == [1])
        pilot.press("s")
        #expect(await next(2, numbers) == [-1, 2])
        pilot.close()
    }
}
