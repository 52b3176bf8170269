import Foundation
import LumiKitUI
import SeamComponents

// A copy of the documentation's snippets, so that they are compiled. ``SnippetTests`` compares the documents with this
// file.

private struct KeysApp: App {
    var body: some Scene {
        WindowGroup { SeamAccessView() }
    }
}

struct SignedInView: View {
    let token: String
    @State private var problem: String?

    var body: some View {
        VStack(alignment: .leading) {
            if let problem { Text(problem).foregroundColor(.orange) }
            SeamAccessView()
        }
        .task {
            do {
                try Seam.initialize(clientSessionToken: token)
                try await Seam.shared.activate()
            } catch {
                problem = (error as? SeamSystemError)?.message ?? "Signing in did not succeed."
            }
        }
    }
}

struct VisitorView: View {
    @StateObject private var service = SeamService(
        seam: Seam(configuration: SeamConfiguration(session: .ephemeral(idleTimeout: 60))))

    var body: some View {
        VStack(alignment: .leading) {
            SeamAccessView().environment(\.seamService, service)
            if service.isActive {
                Button("I am done") { Task { await service.deactivate() } }
            }
        }
    }
}

@MainActor func withoutDaemons() -> some View {
    SeamAccessView().environment(\.seamService, SeamPreviewService())
}

private let theme = SeamTheme.default.with(colors: .default.with(accent: .orange, success: .teal))

@MainActor func themed() -> some View {
    SeamAccessView().environment(\.seamTheme, theme)
}

private let branded = SeamTheme.default
    .with(colors: .default.with(accent: Color(red: 1, green: 0.5, blue: 0), warning: .yellow))
    .with(fonts: .default.with(title3: .system(size: 20, weight: .bold), caption: .system(size: 11)))

private let card = SeamTheme.default.with(
    keyCard: .default.with(
        backgroundGradient: [Color(red: 0.1, green: 0.1, blue: 0.3), Color(red: 0.2, green: 0.1, blue: 0.4)],
        accentColor: .orange, logoAssetName: "HARBOUR", cornerRadius: 4, shadowRadius: 8))

private let rest = SeamTheme.default
    .with(toast: .default.with(background: .black, textColor: .white, borderColor: .orange))
    .with(unlockCard: .default.with(keyIconColorIdle: .orange, phaseTitleColor: .orange, successColor: .teal))

@MainActor func designed() -> some View {
    SeamAccessView().lmk_design(LMKDesign.named("phosphor") ?? LMKDesign())
}

private func callTheDesk() {}

let style = SeamAccessCredentialErrorStyle(
    message: { error in
        switch error {
        case .expired: "This key has ended. The desk makes you a new one."
        default: SeamAccessCredentialErrorStyle.default.message(error)
        }
    },
    primaryActionTitle: { error in
        switch error {
        case .contactSeamSupport: "Call the desk"
        default: SeamAccessCredentialErrorStyle.default.primaryActionTitle(error)
        }
    },
    primaryAction: { error in
        switch error {
        case .contactSeamSupport: { callTheDesk() }
        default: SeamAccessCredentialErrorStyle.default.primaryAction(error)
        }
    })

@MainActor func styled() -> some View {
    SeamAccessView(errorStyle: style)
}

private func showNetworkSettings() {}

@MainActor func helped() {
    SeamInteractionHandler.shared.ownWay = { action in
        guard case .enableInternet = action else { return false }
        showNetworkSettings()
        return true
    }
}

struct DoorRows: View {
    @ObservedObject var model: SeamCredentialsViewModel

    var body: some View {
        List(model.credentials, selection: $model.selectedCredentialId) { key in
            HStack {
                Text(key.name).bold()
                Spacer()
                Text(key.errors.isEmpty ? "come in" : "not now")
            }
        }
    }
}

struct DoorsView: View {
    @StateObject var model: SeamCredentialsViewModel

    var body: some View {
        HStack(alignment: .top) {
            SeamCredentialTable(
                credentials: model.credentials, selectedId: model.selectedCredentialId,
                isLoading: model.isActivating, searchText: $model.searchText, onSelect: model.select)
            if let chosen = model.selectedCredentialId {
                SeamUnlockCardView(
                    viewModel: SeamUnlockCardViewModel(credentialId: chosen, service: model.service))
            }
        }
        .onAppear { model.didAppear() }
    }
}

@MainActor final class MockSeamService: SeamServiceProtocol {
    @Published private(set) var credentials = [SeamFixtures.credential(name: "Harbour Gate")]
    @Published private(set) var isActive = true
    var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }

    func initialize(clientSessionToken: String) throws {}
    func activate() async throws { isActive = true }
    @discardableResult func refresh() async throws -> [SeamAccessCredential] { credentials }
    func unlock(using id: String, timeout: TimeInterval) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        Just(.launched).append(Just(.timedOut)).eraseToAnyPublisher()
    }
    func deactivate(deintegrate: Bool) async { isActive = false }
}

#Preview {
    SeamAccessView().environment(\.seamService, MockSeamService())
}
