import Crypto
import Foundation
import LinuxSupport
import ProviderAPI
import ProviderHost
import RadioModel
import TestSupport
import Testing
import Wire

/// Tests the example provider from the protocol's documentation with the toy lock that the documentation describes. The
/// provider is confined as usual.
@Suite(.timeLimit(.minutes(2))) struct ProviderExampleTests {
    let fixture: HostFixture

    init() throws {
        var fixture = try HostFixture()
        // A busy machine takes seconds to start an interpreter.
        fixture.limits.silence = .seconds(60)
        for (name, mode) in [("toy.json", 0o644), ("provider.py", 0o755)] as [(String, mode_t)] {
            let text = try String(contentsOfFile: "\(Products.package)Protocol/examples/\(name)", encoding: .utf8)
            try fixture.scratch.write(text, to: name, mode: mode)
        }
        self.fixture = fixture
    }

    private func request(_ operation: OperationStart.Operation, _ credential: [UInt8]? = nil) -> ProviderRequest {
        ProviderRequest(
            provider: "toy", operation: operation, action: operation == .unlock ? .unlock : nil, credential: credential,
            timeout: .seconds(60), overtime: .seconds(1))
    }

    @Test("provider example: a toy lock is bound and opened") func aToyLockIsBoundAndOpened() async throws {
        let host = try fixture.host()
        #expect(host.directory["toy"] != nil)
        let lock = ToyLink()
        let pressed = ProviderObserver(prompt: { (prompt) async throws(WireError) -> OperationAnswer in
            await lock.holdButton()
            return OperationAnswer()
        })
        let bound = await host.run(request(.bind), link: lock, observer: pressed)
        guard case .finished(let finish) = bound.verdict, let credential = finish.credential else {
            throw TestFailure("\(bound)")
        }
        #expect(finish.outcome == .bound)
        let second = await ToyLink(key: lock.key)
        let opened = await host.run(request(.unlock, credential), link: second)
        #expect(opened.isGranted && opened.commit == .written, "\(opened)")
        #expect(await second.isOpen)
        let third = await ToyLink(key: lock.key)
        let refused = await host.run(request(.unlock, [UInt8](repeating: 1, count: 32)), link: third)
        guard case .finished(let reason) = refused.verdict else { throw TestFailure("\(refused)") }
        #expect(reason.reason == "toy_not_authorized")
        #expect(await !third.isOpen)
    }

    @Test("provider example: without the button nothing is bound") func withoutTheButtonNothingIsBound() async throws {
        let observer = ProviderObserver(prompt: { (prompt) async throws(WireError) -> OperationAnswer in
            OperationAnswer()
        })
        let outcome = try await fixture.host().run(request(.bind), link: ToyLink(), observer: observer)
        guard case .finished(let finish) = outcome.verdict else { throw TestFailure("\(outcome)") }
        #expect(finish.reason == "toy_button_not_held" && finish.credential == nil)
    }
}

/// A link to a toy lock.
private actor ToyLink: LockLink {
    private let events: AsyncStream<LockLinkEvent>
    private let sink: AsyncStream<LockLinkEvent>.Continuation
    private(set) var key: [UInt8]?
    private(set) var isOpen = false
    private var isHeld = false
    private var challenge: [UInt8]?

    init(key: [UInt8]? = nil) {
        self.key = key
        (events, sink) = AsyncStream.makeStream()
    }

    func holdButton() { isHeld = true }

    func opened() async throws(WireError) -> OpenedLink {
        let service = GATTService(
            uuid: Self.path.service,
            characteristics: [GATTCharacteristic(uuid: Self.path.characteristic, properties: [.write, .notify])])
        return OpenedLink(mtu: 247, services: [service])
    }

    func next() async -> LockLinkEvent? {
        for await event in events { return event }
        return nil
    }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] {
        throw WireError(.failedPrecondition, "link.att_error", "cannot be read")
    }

    func subscribe(_ path: CharacteristicPath) async throws(WireError) {}

    func write(_ write: GATTWrite) async throws(WireError) {
        let rest = Array(write.value.bytes.dropFirst())
        switch write.value.bytes.first {
        case UInt8(ascii: "?"):
            let fresh = (0..<32).map { _ in UInt8.random(in: 0...255) }
            challenge = fresh
            say(fresh)
        case UInt8(ascii: "="):
            if isHeld { key = rest }
            say(isHeld ? [UInt8(ascii: "+")] : [UInt8(ascii: "-")])
        case UInt8(ascii: "!"):
            isOpen = isProof(rest)
            say(isOpen ? [UInt8(ascii: "+")] : [UInt8(ascii: "-")])
        default:
            say([UInt8(ascii: "-")])
        }
    }

    private func isProof(_ proof: [UInt8]) -> Bool {
        guard let key, let challenge else { return false }
        self.challenge = nil
        return HMAC<SHA256>.isValidAuthenticationCode(
            proof, authenticating: challenge, using: SymmetricKey(data: key))
    }

    private func say(_ value: [UInt8]) { sink.yield(.value(Self.path, value)) }

    private static let path = CharacteristicPath(
        service: BluetoothUUID(high: 0x746F_7900_0000_4000, low: 0x8000_0000_0000_0001),
        characteristic: BluetoothUUID(high: 0x746F_7900_0000_4000, low: 0x8000_0000_0000_0002))
}
