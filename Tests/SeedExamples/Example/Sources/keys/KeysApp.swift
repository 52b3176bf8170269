import SeamComponents
import SwiftUI

/// A person's keys in the style of the house. `keys --mock` shows the keys of a mock, without any daemon.
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
