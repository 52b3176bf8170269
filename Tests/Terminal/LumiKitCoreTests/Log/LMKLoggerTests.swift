import Foundation
import LumiKitCore
import Testing

@Suite struct LMKLogStoreTests {
    private func entry(_ message: String, _ level: LMKLogLevel = .info) -> LMKLogEntry {
        LMKLogEntry(timestamp: Date(timeIntervalSince1970: 0), level: level, category: "Data", message: message)
    }

    @Test(
        "LMK log store: the oldest goes",
        arguments: [(3, ["2", "3", "4"]), (1, ["4"]), (0, ["4"]), (-7, ["4"]), (9, ["0", "1", "2", "3", "4"])])
    func theOldestGoes(_ limit: Int, _ left: [String]) {
        let store = LMKLogStore(maxEntries: limit)
        #expect(store.isEmpty && store.formatted() == "(no logs captured)")
        for number in 0..<5 { store.append(entry("\(number)")) }
        let entries = store.entries
        #expect(entries.map(\.message) == left && store.count == left.count)
        store.clear()
        #expect(store.isEmpty && entries.count == left.count)
    }

    @Test("LMK log store: a line has time level and category") func aLineHasTimeLevelAndCategory() {
        let store = LMKLogStore(maxEntries: 2)
        store.append(entry("late", .warning))
        #expect(store.formatted().hasSuffix(":00:00.000] [WARNING] [Data] late"))
        #expect(LMKLogLevel.allCases.map(\.rawValue) == ["debug", "info", "warning", "error"])
    }

    @Test("LMK log store: many threads may append") func manyThreadsMayAppend() async {
        let store = LMKLogStore(maxEntries: 100)
        await withTaskGroup { group in
            for number in 0..<200 { group.addTask { store.append(self.entry("\(number)")) } }
        }
        #expect(store.count == 100 && Set(store.entries.map(\.message)).count == 100)
    }
}

@Suite(.serialized) struct LMKLoggerTests {
    private enum Trouble: LocalizedError {
        case lost
        var errorDescription: String? { "it is lost" }
    }

    @Test("LMK logger: what is logged is kept where that was asked") func whatIsLoggedIsKeptWhereThatWasAsked() throws {
        LMKLogger.configure(subsystem: "com.test.lumikit")
        LMKLogger.disableLogStore()
        LMKLogger.info("not kept")
        #expect(LMKLogger.logStore == nil)
        LMKLogger.enableLogStore(maxEntries: 100)
        defer { LMKLogger.disableLogStore() }
        let mine = LMKLogger.LogCategory(name: "Mine \(UUID())")
        LMKLogger.debug("one", category: mine)
        LMKLogger.info("two", category: mine)
        LMKLogger.warning("three", category: mine)
        LMKLogger.error("four", error: Trouble.lost, category: mine, file: "a/b/C.swift", function: "f()", line: 7)
        let kept = try #require(LMKLogger.logStore).entries.filter { $0.category == mine.name }
        #expect(kept.map(\.level) == [.debug, .info, .warning, .error])
        #expect(kept.last?.message == "[C.swift:7] f() - four | Error: it is lost")
    }

    @Test("LMK logger: the categories have names") func theCategoriesHaveNames() {
        let all: [LMKLogger.LogCategory] = [.general, .data, .ui, .network, .error, .localization]
        #expect(all.map(\.name) == ["General", "Data", "UI", "Network", "Error", "Localization"])
    }
}
