import Combine
import Foundation
import SeamComponents

/// A service for previews and tests. It has two keys, and doors that open after a moment.
@MainActor final class MockSeamService: SeamServiceProtocol {
    @Published private(set) var credentials: [SeamAccessCredential] = []
    @Published private(set) var isActive = false
    var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }

    func initialize(clientSessionToken: String) throws {}

    func activate() async throws {
        isActive = true
        credentials = [
            SeamFixtures.credential(id: "gate", name: "Harbour Gate", location: "Quay 3"),
            SeamFixtures.credential(id: "old", name: "Boat House", location: "Quay 3", errors: [.expired]),
        ]
    }

    @discardableResult func refresh() async throws -> [SeamAccessCredential] { credentials }

    func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        guard let key = credentials.first(where: { $0.id == credentialId }) else { throw SeamError.invalidCredentialId }
        guard key.errors.isEmpty else { throw SeamError.credentialErrors(key.errors) }
        let opened = Just(SeamAccessUnlockEvent.grantedAccess).delay(for: .seconds(1), scheduler: RunLoop.main)
        return Just(.launched).append(opened).eraseToAnyPublisher()
    }

    func deactivate(deintegrate: Bool) async { (credentials, isActive) = ([], false) }
}
