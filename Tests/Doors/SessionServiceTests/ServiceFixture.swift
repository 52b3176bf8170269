import DaemonCore
import DaemonStore
import Dispatch
import Foundation
import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import RPC
import SealedDatabase
import SeamCloud
import SeamModel
import SessionCore
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// The time that is `milliseconds` after the tests' fixed starting time.
func moment(_ milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_800_000_000_000 + milliseconds)
}

func sessionID(_ uid: UInt32 = 1000, _ name: String = "default") throws -> SessionID {
    try #require(SessionID(uid: uid, name: name))
}

func testToken(_ text: String = "seam_cst_0123456789abcdef") throws -> ClientSessionToken {
    try ClientSessionToken(text.utf8)
}

/// A store, a cloud that cannot be reached, and a host whose only provider, `silent`, never answers.
final class ServiceFixture: Sendable {
    let scratch: TestDirectory
    let store: SessionStoreThread
    let cloud: CloudClient
    let host: ProviderHost

    init() throws {
        scratch = try TestDirectory()
        let key = try MachineKey(bytes: (0..<MachineKey.byteCount).map(UInt8.init))
        store = SessionStoreThread(try SessionStore(path: scratch.file("store.db"), machineKey: key, now: moment(0)))
        cloud = CloudClient(.init(address: try CloudAddress("unix:\(scratch.file("no-cloud"))")))
        try scratch.directory("providers", mode: 0o755)
        try scratch.write(Self.silentManifest, to: "providers/silent.json")
        try scratch.write("#!/bin/sh\n", to: "providers/silent", mode: 0o755)
        let launcher = try scratch.write("#!/bin/sh\nexec sleep 60\n", to: "launcher", mode: 0o755)
        let providers = try ProviderDirectory(manifests: scratch.file("providers"), acceptsOwnUser: true)
        host = try ProviderHost(settings: .init(launcher: launcher, directory: providers), logger: silent)
    }

    private static let silentManifest = """
        {"name":"silent","executable":"silent","seam_providers":["silent"],"seam_module":"SeamSilentIntegration",
        "scan_services":["a92ee200-5501-11e4-916c-0800200c9a66"],
        "characteristics":[{"service":"a92ee200-5501-11e4-916c-0800200c9a66","characteristic":"a92ee202-5501-11e4-916c-0800200c9a66"}],"operations":["unlock"],"actions":["unlock"],
        "pin":"optional","confirmation":"confirmed"}
        """

    var environment: SessionEnvironment {
        SessionEnvironment(
            store: store, cloud: PacedCloud(client: cloud), providers: ProviderCatalog(installed: []),
            policy: .nearbyOnly,
            offlineGrace: .seconds(3600), periods: SyncPlan.Periods(), logger: silent, now: { moment(1) },
            settled: { moment(1) }, named: { nil }, isClockSuspect: { false }, monotonic: SystemClock.monotonic,
            topics: TopicSource(epoch: "e"), attempts: AttemptRegister(slots: 4),
            hub: UnlockHub(TopicSource(epoch: "e")))
    }

    /// A session that nobody has signed in to.
    func session() throws -> LiveSession {
        LiveSession(
            id: try sessionID(), lifecycle: SessionLifecycle(offlineGrace: .seconds(3600)),
            environment: environment)
    }

    func directory(_ environment: SessionEnvironment? = nil) -> SessionDirectory {
        SessionDirectory(environment: environment ?? self.environment, manifests: [])
    }

    func stored(_ owner: SessionID) async throws -> SessionRecord? {
        try await store.run { store throws(StoreError) in try store.session(owner) }
    }

    func storedCount() async throws -> Int {
        try await store.run { store throws(StoreError) in try store.sessionIDs().count }
    }

    /// In the store's file, changes a byte of the sealed data that comes after `text`. The store must be closed
    /// beforehand.
    func damage(_ text: String) throws {
        let url = URL(filePath: scratch.file("store.db"))
        var bytes = try Data(contentsOf: url)
        let place = try #require(bytes.range(of: Data(text.utf8)))
        bytes[place.upperBound + 20] ^= 1
        try bytes.write(to: url)
    }

    /// Opens the store again after it has been closed.
    func reopened() throws -> SessionStoreThread {
        let key = try MachineKey(bytes: (0..<MachineKey.byteCount).map(UInt8.init))
        return SessionStoreThread(try SessionStore(path: scratch.file("store.db"), machineKey: key, now: moment(0)))
    }

    /// Closes the store and shuts down the HTTP client, which requires a shutdown.
    func end() async {
        await cloud.shutdown()
        try? await store.close()
    }
}

func withService(_ body: (ServiceFixture) async throws -> Void) async throws {
    let fixture = try ServiceFixture()
    do { try await body(fixture) } catch {
        await fixture.end()
        throw error
    }
    await fixture.end()
}

/// The ``WireError`` that `body` throws.
func wireError(_ body: () async throws -> Void) async throws -> WireError {
    do {
        try await body()
    } catch let error as WireError {
        return error
    }
    throw TestFailure("nothing was thrown")
}

/// An event for which a test can wait.
final class Event: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func happen() { continuation.yield(()) }

    func wait() async { for await _ in stream { return } }
}

/// A disk that does not answer until `heal()` is called. Until then, the store's thread is blocked.
final class HungDisk: Sendable {
    let hangs = Event()
    private let freed = DispatchSemaphore(value: 0)
    private let call: Task<Void, any Error>

    init(_ store: SessionStoreThread) {
        let (hangs, freed) = (hangs, freed)
        call = Task {
            try await store.run { _ throws(StoreError) in
                hangs.happen()
                _ = freed.wait(timeout: .now() + 60)
            }
        }
    }

    func heal() async throws {
        freed.signal()
        try await call.value
    }
}

extension SessionStoreThread {
    /// Runs `body` on the store in the same way as the daemon does its own work.
    func run<Answer: Sendable>(
        _ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await run(for: .daemon, body)
    }

    func begin<Answer: Sendable>(
        _ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await begin(for: .daemon, body)
    }

    func complete(_ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Void) async throws(StoreError) {
        try await complete(for: .daemon, within: .seconds(30), body)
    }
}
