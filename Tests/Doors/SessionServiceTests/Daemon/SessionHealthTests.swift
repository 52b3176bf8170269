import RPC
import RadioAPI
import RadioModel
import SealedDatabase
import SeamCloud
import SessionStore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("What the daemon's parts say of themselves") struct SessionHealthTests {
    private let health = Health(topics: TopicSource(epoch: "e"))

    private func component(_ name: String) -> ComponentHealth? { health.components.first { $0.name == name } }

    @Test("health: a store whose write failed does not serve until one is durable again; a refused one says nothing")
    func store() {
        let parts = SessionHealth(health)
        #expect(component("store")?.status == .serving)
        parts.wrote(StoreError(.conflict, "no such row"))
        #expect(component("store")?.status == .serving)
        parts.wrote(StoreError(.diskFull, "no room to store the change"))
        #expect(component("store")?.status == .notServing)
        #expect(component("store")?.reason == "no room to store the change")
        parts.wrote(StoreError(.conflict, "no such row"))
        #expect(component("store")?.status == .notServing)
        parts.wrote(nil)
        #expect(component("store")?.status == .serving && component("store")?.reason == nil)
    }

    @Test("session health: a cloud that is not trusted says that a new authority needs a restart")
    func untrusted() {
        let parts = SessionHealth(health)
        parts.cloudAnswered(CloudError(.tls))
        #expect(component("cloud")?.status == .degraded)
        #expect(component("cloud")?.reason?.contains("restart") == true)
    }

    @Test("session health: a silent disk and a failed read are reported; a damaged row says nothing of the others")
    func reads() {
        let parts = SessionHealth(health)
        parts.look(atStoreThatIsBusyFor: .seconds(1))
        parts.readFailed(StoreError(.corrupt, "a sealed value does not verify"))
        #expect(component("store")?.status == .serving)
        parts.look(atStoreThatIsBusyFor: .seconds(4))
        #expect(component("store")?.status == .notServing)
        #expect(component("store")?.reason == "the disk does not answer")
        parts.wrote(nil)
        parts.readFailed(StoreError(.io, "reading or writing the file failed"))
        #expect(component("store")?.status == .notServing)
    }

    @Test("session health: the store tells of every write, and can be tried")
    func writes() throws {
        let parts = SessionHealth(health)
        let scratch = try TestDirectory()
        let store = try SessionStore(
            path: scratch.file("store.db"), machineKey: MachineKey(bytes: Array(0..<32)),
            now: Timestamp(millisecondsSince1970: 0), wrote: { parts.wrote($0) })
        parts.wrote(StoreError(.io, "failed"))
        try store.touch()
        #expect(component("store")?.status == .serving)
        try store.close()
        #expect(throws: StoreError.self) { try store.touch() }
        #expect(component("store")?.status == .notServing)
    }

    @Test(
        "session health: a cloud that says no is well; one that says nothing is not",
        arguments: [
            (CloudError.Kind.invalidToken(.expired), ComponentHealth.Status.serving), (.notPermitted, .serving),
            (.rejected(status: 400, type: "x"), .serving), (.offline, .degraded), (.server(status: 500), .degraded),
            (.rateLimited(retryAfter: nil), .degraded), (.unexpectedContent, .degraded),
        ])
    func cloud(kind: CloudError.Kind, expected: ComponentHealth.Status) {
        let parts = SessionHealth(health)
        parts.cloudAnswered(CloudError(kind, requestID: "secret-request"))
        #expect(component("cloud")?.status == expected)
        #expect(component("cloud")?.reason?.contains("secret") != true)
        parts.cloudAnswered(CloudError(.cancelled))
        #expect(component("cloud")?.status == expected, "who gave up knows nothing")
        parts.cloudAnswered(CloudError(.tooManyWaiting))
        #expect(component("cloud")?.status == expected, "what was not asked was not answered")
        parts.cloudAnswered(nil)
        #expect(component("cloud")?.status == .serving)
    }

    @Test("session health: the radio is the broker's, and its adapter's", arguments: RadioState.allCases)
    func radio(state: RadioState) {
        let parts = SessionHealth(health)
        #expect(component("radio")?.status == .notServing)
        parts.radioIs(RadioStatus(state: state, linksUsed: 0, linksMax: 4, isScanning: false, bus: .unknown))
        #expect(component("radio")?.status == (state == .ready ? .serving : .notServing))
        #expect((component("radio")?.reason == nil) == (state == .ready))
        parts.radioIs(nil)
        #expect(component("radio")?.status == .notServing)
    }

    @Test(
        "session health: a bus that is open is a restriction; one of which nothing is known is named",
        arguments: RadioStatus.Bus.allCases)
    func bus(bus: RadioStatus.Bus) {
        let parts = SessionHealth(health)
        #expect(component("bus")?.status == .serving && component("bus")?.reason != nil)
        parts.radioIs(RadioStatus(state: .ready, linksUsed: 0, linksMax: 4, isScanning: false, bus: bus))
        #expect(component("bus")?.status == (bus == .open ? .degraded : .serving))
        #expect((component("bus")?.reason == nil) == (bus == .closed))
        #expect(component("radio")?.status == .serving)
        parts.radioIs(nil)
        #expect(component("bus")?.status == .serving && component("bus")?.reason != nil)
    }
}
