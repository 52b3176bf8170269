import Combine
import Foundation
import SeamSDK
import SwiftUI

/// A service for a person without keys, who refreshes.
final class Preview: SeamServiceProtocol, ObservableObject {
    @Published private(set) var refreshed = 0
    let credentials: [SeamAccessCredential] = []
    let isActive = true
    var isActivePublisher: AnyPublisher<Bool, Never> { Just(true).eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { Just([]).eraseToAnyPublisher() }
    func initialize(clientSessionToken: String) throws {}
    func activate() async throws {}
    func refresh() async throws -> [SeamAccessCredential] {
        refreshed += 1
        return []
    }
    func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> { Empty().eraseToAnyPublisher() }
    func deactivate(deintegrate: Bool) async {}
}

enum ServiceKey: EnvironmentKey { static let defaultValue: any SeamServiceProtocol = SeamService() }

extension EnvironmentValues {
    var seamService: any SeamServiceProtocol {
        get { self[ServiceKey.self] }
        set { self[ServiceKey.self] = newValue }
    }
}

struct Screen: View {
    @StateObject private var service = Preview()

    var body: some View {
        VStack {
            EmptyKeysView().environment(\.seamService, service)
            Text(service.refreshed > 0 ? "refreshed once" : "")
        }
    }
}

struct Program: App {
    var body: some Scene { WindowGroup { Screen() } }
}

Program.main()
