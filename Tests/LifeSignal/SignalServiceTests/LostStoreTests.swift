import Foundation
import Glibc
import RPC
import SealedDatabase
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a machine that had a store and starts without it. The daemon must not silently watch nobody. The daemon makes
/// no new store, and reports the loss.
@Suite(.timeLimit(.minutes(2))) struct LostStoreTests {
    private static let files = ["", "-wal", "-shm", "-reserve"]

    private static func health(_ bench: SignalBench) throws -> JSON {
        let health = try bench.administrator().call(OutgoingCall(unary: "rpc.health")).json
        return try #require(health["components"]?.arrayValue?.first { $0["name"] == "store" })
    }

    /// A bench with one person. The daemon of the bench has been killed.
    private static func withAda() async throws -> (SignalBench, store: String) {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        _ = try bench.client().call(CheckInRecord.self, .init())
        bench.daemon.signal(SIGKILL)
        _ = try await bench.daemon.awaitExit()
        return (bench, bench.directory.file("store/lifesignal.db"))
    }

    @Test("lost store: is said everywhere") func isSaidEverywhere() async throws {
        let (bench, store) = try await Self.withAda()
        let aside = try bench.directory.directory("aside")
        for part in Self.files { rename(store + part, "\(aside)/lifesignal.db\(part)") }
        try await bench.restart()
        try bench.advance(.seconds(90_000))
        #expect(reason { _ = try bench.client().call(UserGet.self, .init()) } == "store.missing")
        #expect(reason { _ = try bench.administrator().call(PersonList.self, .init()) } == "store.missing")
        let health = try Self.health(bench)
        #expect(health["status"] == "not_serving")
        #expect(health["reason"]?.stringValue?.contains("the store is missing") == true, "\(health)")
        let isWatching = try bench.administrator().call(ClockGet.self, NoParams()).isWatching
        #expect(!isWatching, "so no heartbeat is sent")
        #expect(bench.daemon.errors.contains(store) && bench.daemon.errors.contains("-first-start"))
        #expect(!FileManager.default.fileExists(atPath: store), "nothing is made")
        // The missing disk is mounted again.
        for part in Self.files { rename("\(aside)/lifesignal.db\(part)", store + part) }
        try await bench.restart()
        #expect(try bench.client().call(UserGet.self, .init()).phone == SignalBench.ada)
        try bench.advance(.seconds(90_000))
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.count > 0)
    }

    /// The operator is told once, at the addresses for alarms, that the store is missing.
    @Test("lost store: the operator is told") func theOperatorIsTold() async throws {
        let bench = try await SignalBench(configuration: PlayedSender.configuration)
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        for part in Self.files { unlink(bench.directory.file("store/lifesignal.db\(part)")) }
        try await bench.restart()
        let sender = try PlayedSender(bench)
        let claims = try sender.claiming()
        let told = try sender.next(of: claims)
        #expect(told.text.hasPrefix("This machine has lost LifeSignal's store: nobody on it is watched."))
        #expect(told.address == "ops" && told.kind == "alert")
        #expect(told.details?.hasPrefix("Since: ") == true && told.details?.contains(" (just now)\n") == true)
        #expect(try sender.report(told))
        try bench.advance(.seconds(7_200))
        #expect(sender.client.next(of: claims, within: .milliseconds(300)) == nil, "once")
    }

    /// The disk is mounted a moment after the start. Each address that was told of the loss is told later that the
    /// store is back.
    @Test("lost store: the operator is told that it is there") func theOperatorIsToldThatItIsThere() async throws {
        let bench = try await SignalBench(configuration: PlayedSender.configuration, isVirtual: false)
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        let store = bench.directory.file("store/lifesignal.db")
        let aside = try bench.directory.directory("aside")
        for part in Self.files { rename(store + part, "\(aside)/lifesignal.db\(part)") }
        try await bench.restart()
        let sender = try PlayedSender(bench)
        let claims = try sender.claiming()
        #expect(try sender.report(try sender.next(of: claims)))
        for part in Self.files { rename("\(aside)/lifesignal.db\(part)", store + part) }
        #expect(
            try sender.next(of: claims).text == "LifeSignal's store is back on this machine: people are watched again."
        )
    }

    @Test("lost store: a file of no bytes is no store, and stays") func anEmptyFile() async throws {
        let (bench, store) = try await Self.withAda()
        for part in Self.files { unlink(store + part) }
        try Data().write(to: URL(filePath: store))
        chmod(store, 0o600)
        try await bench.restart()
        #expect(reason { _ = try bench.client().call(UserGet.self, .init()) } == "store.missing")
        #expect(try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int == 0)
    }

    @Test("lost store: an administrator begins again") func anAdministratorBeginsAgain() async throws {
        let (bench, store) = try await Self.withAda()
        unlink(store)
        let mark = store + FirstStart.suffix
        try Data().write(to: URL(filePath: mark))
        try await bench.restart()
        #expect(
            reason { _ = try bench.client().call(UserGet.self, .init()) } == "store.missing",
            "what was written last is in the log, which SQLite would remove")
        #expect(FileManager.default.fileExists(atPath: store + "-wal"))
        unlink(store + "-wal")
        try await bench.restart()
        #expect(reason { _ = try bench.client().call(UserGet.self, .init()) } == "signal.not_signed_in")
        #expect(try Self.health(bench)["status"] == "serving")
        #expect(!FileManager.default.fileExists(atPath: mark), "it allows one store")
        try bench.signIn(SignalBench.ada)
        for part in Self.files { unlink(store + part) }
        try await bench.restart()
        #expect(reason { _ = try bench.client().call(UserGet.self, .init()) } == "store.missing")
    }

    @Test("lost store: a file that allows a store and cannot be removed is told of") func theFileStays() throws {
        let place = try TestDirectory()
        let first = FirstStart(store: place.file("store"), key: nil)
        #expect(first.founding == .refused)
        try first.end()
        try place.directory("store" + FirstStart.suffix)
        #expect(first.founding == .allowed)
        #expect(throws: StoreError(.unavailable, "")) { try first.end() }
    }
}
