import Foundation
import SeamComponents
import TermControls
import TermUI
import TestSupport
import Testing

// The program in README.md, without `@main`.
struct DemoApp: App {
    var body: some Scene {
        WindowGroup {
            NavigationView { SeamAccessView().navigationTitle("Keys") }
                .environment(\.seamTheme, .default.with(colors: .default.with(accent: .orange)))
                .task {
                    guard let token = ProcessInfo.processInfo.environment["SEAM_DEVCLOUD_TOKEN"] else { return }
                    do {
                        try Seam.initialize(clientSessionToken: token)
                        try await Seam.shared.activate()
                    } catch {
                        print("Seam bootstrap failed:", error)
                    }
                }
        }
    }
}

@MainActor @Suite struct ReadmeTests {
    private static func page() throws -> String {
        try String(contentsOfFile: "\(Products.package)README.md", encoding: .utf8)
    }

    @Test("README: the screen is compiled") func theScreenIsCompiled() throws {
        let shown = try Self.page().components(separatedBy: "@main\n").dropFirst().first?
            .components(separatedBy: "```").first
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        #expect(shown.map { source.contains($0) && $0.split(separator: "\n").count <= 22 } == true)
    }

    /// The words in the picture are the same as the words on the screen.
    @Test("README: the picture is of that screen") func thePictureIsOfThatScreen() throws {
        let picture = try #require(try Self.page().components(separatedBy: "```\nKeys\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        let keys = [
            SeamFixtures.credential(id: "back", name: "Back Door", location: ""),
            SeamFixtures.credential(name: "Front Door", location: "", expiry: .now.addingTimeInterval(400 * 86_400)),
            SeamFixtures.credential(
                id: "archive", name: "Archive", location: "", errors: [.contactSeamSupport, .unknown]),
        ]
        let pilot = Pilot(
            NavigationView { SeamAccessView().navigationTitle("Keys") }
                .environment(\.seamService, SeamPreviewService(credentials: keys)))
        for words in ["Search keys", "> Back Door", "Front Door", "Archive", "+1", "ready", "needs you", "r refresh"] {
            #expect(picture.contains(words) && pilot.shows(words), "\(words)")
        }
    }
}
