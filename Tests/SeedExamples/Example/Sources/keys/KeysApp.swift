import SeamComponents
import SwiftUI

/// A person's keys in the house's looks. `keys --mock` shows a mock's, without any daemon.
@main struct KeysApp: App {
    private let service: any SeamServiceProtocol =
        CommandLine.arguments.contains("--mock") ? MockSeamService() : SeamService()

    var body: some Scene {
        WindowGroup {
            DoorsView(service: service)
                .environment(\.seamService, service)
                .environment(\.seamTheme, .brand)
        }
    }
}
