import Foundation
import SeamCombine
import SeamSDK
import TestSupport
import Testing

/// Tests programs written for the SDK's public reference. The programs use the names that the reference has in addition
/// to the seed's names.
@Suite(.serialized, .timeLimit(.minutes(3))) @MainActor struct ReferenceTests {
    /// A model that follows the `Seam` object itself, as in the reference.
    @MainActor private final class Wallet: ObservableObject {
        @Published private(set) var credentials: [SeamCredential] = []
        @Published private(set) var isActive = false
        @Published private(set) var events: [SeamUnlockEvent] = []
        private let seam: Seam
        private var bag = Set<AnyCancellable>()

        init(_ seam: Seam) {
            self.seam = seam
            seam.$credentials.receive(on: RunLoop.main).assign(to: &$credentials)
            seam.$isActive.receive(on: RunLoop.main).assign(to: &$isActive)
        }

        func unlock(_ key: SeamCredential) throws {
            try seam.unlock(using: key.id, proximity: key.supportedUnlockProximities.first, timeout: 10)
                .sink { [weak self] event in self?.events.append(event) }
                .store(in: &bag)
        }
    }

    private func awaits<Value>(_ values: some Publisher<Value, Never>, until fits: @escaping (Value) -> Bool) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let subscription = values.sink { if fits($0) { continuation.yield() } }
        defer { subscription.cancel() }
        for await _ in stream { return }
    }

    @Test("reference: the session publishes its keys, and opens a door in a way of the key") func aWallet() async throws
    {
        let system = try await TestSystem()
        try await system.bind()
        let seam = system.program()
        let wallet = Wallet(seam)
        var changes = 0
        let watching = seam.objectWillChange.sink { changes += 1 }
        defer { watching.cancel() }
        try seam.initialize(clientSessionToken: try system.cloud.token())
        try await seam.activate()
        await awaits(wallet.$isActive) { $0 }
        await awaits(wallet.$credentials) { $0.contains { !$0.supportedUnlockProximities.isEmpty } }
        let key = try #require(wallet.credentials.first { $0.name == "Front Door" })
        #expect(key.providerName == "nuki" && key.supportedUnlockProximities == [.nearby])
        #expect(wallet.credentials.first { $0.name == "Pool" }?.supportedUnlockProximities == [])
        let before = changes
        #expect(before > 0)
        try wallet.unlock(key)
        await awaits(wallet.$events) { $0.last == .grantedAccess }
        #expect(try wallet.events == [.launched, .grantedAccess] && system.openings() == 1)
        await seam.deactivate()
        await awaits(wallet.$credentials) { $0.isEmpty }
        await awaits(seam.objectWillChange) { changes > before }
        #expect(!seam.isActive && seam.credentials.isEmpty)
    }

    @Test("reference: a way that the key has not is refused before anything is sent") func anotherWay() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let key = try seam.key("Front Door")
        #expect(throws: (any Error).self) { try seam.unlock(using: key.id, proximity: .remote, timeout: 5) }
        #expect(try system.openings() == 0)
    }

    @Test("reference: what a person must do is written and read as JSON") func codable() throws {
        let page = try #require(URL(string: "https://example.com/otp"))
        let errors: [SeamCredentialError] = [
            .expired, .userInteractionRequired(.completeOtpAuthorization(otpUrl: page)),
            .userInteractionRequired(.enableBluetooth),
        ]
        #expect(try JSONDecoder().decode([SeamCredentialError].self, from: JSONEncoder().encode(errors)) == errors)
        let ways = SeamUnlockProximity.allCases
        #expect(try JSONDecoder().decode([SeamUnlockProximity].self, from: JSONEncoder().encode(ways)) == ways)
    }

    @Test("reference: a code and a card number are masked in the list, and shown in clear when asked for")
    func reveal() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let (room, garage) = (try seam.key("Letter Room"), try seam.key("Garage"))
        #expect(room.code?.contains("482913") == false && garage.cardNumber?.contains("0004761553") == false)
        let (code, card) = (try await seam.reveal(room.id), try await seam.reveal(garage.id))
        #expect(code.code == "482913" && card.cardNumber == "0004761553")
        #expect(!"\(code)\(card)".contains("482913") && !"\(code)\(card)".contains("0004761553"))
        #expect(try system.openings() == 0)
    }
}
