import Combine
import Foundation
import SeamSDK

/// Runs the main run loop, as an app does, until `holds` returns true.
func wait(until holds: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 20)
    while !holds(), Date() < end { RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05)) }
    precondition(holds(), "it took too long")
}

final class Preview: SeamServiceProtocol {
    @Published private(set) var credentials: [SeamAccessCredential] = []
    let isActive = true
    var isActivePublisher: AnyPublisher<Bool, Never> { Just(true).eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }
    var unlocked: [String] = []
    func initialize(clientSessionToken: String) throws {}
    func activate() async throws {
        credentials = [
            SeamAccessCredential(
                id: "front", isManaged: true, name: "Front Door", location: "", expiry: nil, cardNumber: nil, code: nil,
                errors: [])
        ]
    }
    func refresh() async throws -> [SeamAccessCredential] { credentials }
    func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        unlocked.append(credentialId)
        return Just(.grantedAccess).eraseToAnyPublisher()
    }
    func deactivate(deintegrate: Bool) async {}
}

/// Keeps the result of a command for a `main` that is not allowed to suspend.
final class Answer<Value> { var value: Value? }

if let token = ProcessInfo.processInfo.environment["SEAM_DEVCLOUD_TOKEN"] {
    let service = SeamService()
    let model = KeysVM(seam: service)
    try service.initialize(clientSessionToken: token)
    Task { try await service.activate() }
    wait { model.rows.contains { $0.errors.isEmpty } }
    if let key = model.rows.first(where: \.errors.isEmpty) { model.unlock(key.id) }
    let granted = Answer<Bool>()
    Task {
        while granted.value == nil {
            if try await Seam.shared.recentUnlocks(limit: 1).first?.outcome == .granted { granted.value = true }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
    wait { granted.value == true }
    print("ok: KeysVM listed \(model.rows.count) keys and opened a door")
} else {
    let service = Preview()
    let model = KeysVM(seam: service)
    Task { try await service.activate() }
    wait { !model.rows.isEmpty }
    model.unlock("front")
    precondition(service.unlocked == ["front"])
    print("ok: KeysVM lists and opens")
}
