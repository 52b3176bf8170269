import Foundation
import LinuxSupport
import ProviderAPI
import ProviderHost
import RadioModel
import TestSupport
import Testing
import Wire

/// Tests which operations the real SwitchBot provider refuses to begin. The provider is confined as in production.
/// `SwitchBotDoorTests` has the operations that it begins.
@Suite(.timeLimit(.minutes(2))) struct ProviderHostSwitchBotTests {
    let fixture: HostFixture

    init() throws {
        fixture = try HostFixture()
        try FileManager.default.createSymbolicLink(
            atPath: fixture.scratch.file("seam-provider-switchbot"),
            withDestinationPath: Products.executable("seam-provider-switchbot"))
        let manifest = HostFixture.nukiManifest.deletingLastPathComponent().appending(path: "switchbot.json")
        try fixture.scratch.write(String(decoding: Data(contentsOf: manifest), as: UTF8.self), to: "switchbot.json")
    }

    /// Runs an operation, and returns the reason for its failure.
    private func reason(
        _ operation: OperationStart.Operation, credential: [UInt8]? = nil, sharedKey: String? = nil,
        on link: SilentLink = SilentLink(hasNotify: true)
    ) async throws -> String? {
        let request = ProviderRequest(
            provider: "switchbot", operation: operation, action: operation == .unlock ? .unlock : nil,
            credential: credential, sharedKey: sharedKey, timeout: .seconds(20), overtime: .milliseconds(300))
        let outcome = try await fixture.host().run(request, link: link)
        guard case .finished(let finish) = outcome.verdict else { throw TestFailure("\(outcome)") }
        #expect(finish.outcome == .failed && outcome.effect == .none)
        #expect(await link.writes == 0)
        return finish.reason
    }

    @Test("provider host SwitchBot: what cannot be begun is refused, and nothing is sent")
    func whatCannotBeBegunIsRefused() async throws {
        let key = "5a 0f1e2d3c4b5a69788796a5b4c3d2e1f0"
        #expect(try await reason(.bind) == "switchbot_already_registered")
        #expect(try await reason(.bind, sharedKey: "5a 0f1e") == "switchbot_bad_key")
        let other = SilentLink(hasNotify: false)
        #expect(try await reason(.bind, sharedKey: key, on: other) == "switchbot_not_a_lock")
        #expect(try await reason(.unlock, credential: [1, 2]) == "switchbot_bad_credential")
        #expect(try await reason(.status, credential: [2] + Array(1...17)) == "switchbot_bad_credential")
    }
}

/// A link to a device that never answers.
private actor SilentLink: LockLink {
    private let hasNotify: Bool
    private let events: AsyncStream<LockLinkEvent>
    private let sink: AsyncStream<LockLinkEvent>.Continuation
    private(set) var writes = 0

    init(hasNotify: Bool) {
        self.hasNotify = hasNotify
        (events, sink) = AsyncStream.makeStream()
    }

    func opened() async throws(WireError) -> OpenedLink {
        let names =
            ["cba20002-224d-11e6-9fb8-0002a5d5c51b"] + (hasNotify ? ["cba20003-224d-11e6-9fb8-0002a5d5c51b"] : [])
        let characteristics = names.compactMap(BluetoothUUID.init).map {
            GATTCharacteristic(uuid: $0, properties: [.writeWithoutResponse, .notify])
        }
        guard let service = BluetoothUUID("cba20d00-224d-11e6-9fb8-0002a5d5c51b") else {
            throw WireError(.internal, "link.unknown", "a misspelt UUID")
        }
        return OpenedLink(mtu: 23, services: [GATTService(uuid: service, characteristics: characteristics)])
    }

    func next() async -> LockLinkEvent? {
        // No event arrives, so the loop ends when the task is cancelled.
        for await event in events { return event }
        return nil
    }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] {
        throw WireError(.failedPrecondition, "link.att_error", "cannot be read")
    }

    func subscribe(_ path: CharacteristicPath) async throws(WireError) {}

    func write(_ write: GATTWrite) async throws(WireError) { writes += 1 }
}
