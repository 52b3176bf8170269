import Foundation
import LumiKitCore
import Testing

@Suite struct LMKConcurrencyHelpersTests {
    private struct Key: Codable, Equatable {
        var name: String
        var uses: Double
    }

    @Test("LMK concurrency helpers: a value comes back as it went") func aValueComesBackAsItWent() throws {
        let keys = [Key(name: "漢字", uses: 2), Key(name: "", uses: -0.5)]
        let data = try #require(LMKConcurrencyHelpers.encode(keys))
        #expect(LMKConcurrencyHelpers.decode([Key].self, from: data) == keys)
    }

    @Test("LMK concurrency helpers: what has no JSON is nil") func whatHasNoJSONIsNil() {
        #expect(LMKConcurrencyHelpers.encode(Key(name: "", uses: .infinity)) == nil)
        #expect(LMKConcurrencyHelpers.decode(Key.self, from: Data("{".utf8)) == nil)
        #expect(LMKConcurrencyHelpers.decode(Key.self, from: Data("{\"name\": 1, \"uses\": 1}".utf8)) == nil)
    }

    @MainActor private final class Screen { var told: [String] = [] }

    @MainActor @Test("LMK concurrency helpers: work for an object runs on the main actor", .timeLimit(.minutes(1)))
    func workForAnObjectRunsOnTheMainActor() async {
        let screen = Screen()
        await withCheckedContinuation { done in
            LMKConcurrencyHelpers.onMainActor(weak: screen) {
                $0.told.append("told")
                done.resume()
            }
        }
        await withCheckedContinuation { done in
            LMKConcurrencyHelpers.executeTask(weak: screen) {
                $0.told.append("done")
                done.resume()
                throw CancellationError()
            }
        }
        for delay: TimeInterval in [0, -1, .nan, -.infinity] {
            await withCheckedContinuation { done in
                LMKConcurrencyHelpers.onMainActorAfter(delay: delay) {
                    LMKConcurrencyHelpers.assertMainActor(operation: "test")
                    done.resume()
                }
            }
        }
        #expect(screen.told == ["told", "done"])
    }

    @MainActor @Test("LMK concurrency helpers: nothing runs for an object that is gone", .timeLimit(.minutes(1)))
    func nothingRunsForAnObjectThatIsGone() async {
        var screen: Screen? = Screen()
        nonisolated(unsafe) var ran = false
        if let screen { LMKConcurrencyHelpers.onMainActor(weak: screen) { _ in ran = true } }
        screen = nil
        // When this call returns, all work that was queued on the main actor before the call has been done.
        await withCheckedContinuation { done in
            LMKConcurrencyHelpers.onMainActorAfter(delay: 0) { done.resume() }
        }
        #expect(!ran)
    }
}
