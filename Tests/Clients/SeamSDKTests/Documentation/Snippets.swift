import Foundation
import SeamCombine
import SeamSDK

// A copy of the documentation's snippets, so that they are compiled. ``SnippetTests`` compares the documents with this
// file.

private func readme() async throws {
    let token = sequence(state: (), next: { _ in readLine() }).first { !$0.isEmpty } ?? ""
    try Seam.initialize(clientSessionToken: token)
    try await Seam.shared.activate()
    for key in Seam.shared.credentials { debugPrint(key.name, key.errors) }

    guard let key = Seam.shared.credentials.first(where: \.errors.isEmpty) else { exit(1) }
    for await event in try Seam.shared.unlockEvents(using: key.id) { print(event) }
    await Seam.shared.deactivate()
}

private func signIn(_ token: String) async throws {
    try Seam.initialize(clientSessionToken: token)
    try await Seam.shared.activate()
}

private func list() async throws {
    for key in Seam.shared.credentials {
        debugPrint(key.name, key.location, key.errors.isEmpty ? "opens" : "does not open now")
    }
}

private func follow() async {
    for await keys in Seam.shared.credentialUpdates {
        print("\(keys.count) keys")
    }
}

private func open(_ key: SeamAccessCredential) async throws {
    for await event in try Seam.shared.unlockEvents(using: key.id, timeout: 10) {
        switch event {
        case .launched: print("looking for the door")
        case .grantedAccess: print("open")
        case .timedOut: print("nothing happened in time: try again?")
        case .connectionFailed(let debugDescription): print("it did not work", debugDescription)
        }
    }
}

@MainActor final class KeysModel: ObservableObject {
    @Published var rows: [SeamAccessCredential] = []
    private var bag = Set<AnyCancellable>()
    private let seam: any SeamServiceProtocol

    init(seam: any SeamServiceProtocol = SeamService()) {
        self.seam = seam
        seam.credentialsPublisher
            .receive(on: RunLoop.main)
            .assign(to: &$rows)
    }

    func open(_ id: String) throws {
        try seam.unlock(using: id)
            .sink { event in print(event) }
            .store(in: &bag)
    }
}

private func visit(_ token: String) async throws {
    let visitor = Seam(configuration: SeamConfiguration(session: .ephemeral(idleTimeout: 60)))
    try visitor.initialize(clientSessionToken: token)
    try await visitor.activate()
}

private func visit(code: String) async throws {
    let visit = try await SeamVisit.begin(code: code, idleTimeout: 60)
    print("\(visit.session.credentials.count) keys")
    await visit.end()
}

private func signOut() async {
    await Seam.shared.deactivate(deintegrate: true)
}

private func handle(_ key: SeamAccessCredential) async throws {
    do {
        for await event in try Seam.shared.unlockEvents(using: key.id) { print(event) }
    } catch SeamError.credentialErrors(let errors) {
        print("show the first:", errors[0])
    } catch let error as SeamError {
        print("sign in first, or pick another key:", error)
    } catch let error as SeamSystemError {
        if let seconds = error.retryAfter { print("try again in \(seconds) s") }
        print(error.message)
    }
}

private func providers() async throws {
    for provider in try await Seam.shared.providers() {
        debugPrint(provider.name, provider.state, provider.remedy)
    }
}

private func refreshed() async throws -> [SeamAccessCredential] {
    while true {
        do {
            return try await Seam.shared.refresh()
        } catch let error as SeamSystemError {
            guard let seconds = error.retryAfter else { throw error }
            try await Task.sleep(for: .seconds(seconds))
        }
    }
}
