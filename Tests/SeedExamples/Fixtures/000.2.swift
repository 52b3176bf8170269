import Combine
import Foundation
import SeamSDK

/// Uses every member of the declaration. Each member must have the type that the declaration states.
func uses(_ service: any SeamServiceProtocol) async throws {
    let credentials: [SeamAccessCredential] = service.credentials
    let isActive: Bool = service.isActive
    let isActivePublisher: AnyPublisher<Bool, Never> = service.isActivePublisher
    let credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> = service.credentialsPublisher
    try service.initialize(clientSessionToken: "token")
    try await service.activate()
    try await service.refresh()
    let refreshed: [SeamAccessCredential] = try await service.refresh()
    let unlock: (String, TimeInterval) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> = service.unlock
    await service.deactivate(deintegrate: true)
    _ = (credentials, isActive, isActivePublisher, credentialsPublisher, refreshed, unlock)
}

func isObservable(_ object: some ObservableObject) {}

let service = SeamService(seam: Seam(configuration: SeamConfiguration(socketPath: "/nowhere/session.sock")))
isObservable(service)
do {
    try await uses(service)
} catch let error as SeamSystemError where error.reason == SeamSystemError.unreachable {
    print("ok: every member of SeamServiceProtocol")
}
