import Foundation
import SeamComponents
import TestSupport
import Testing

// What README.md shows, but for `@main`.
struct Keys: App {
    var body: some Scene {
        let theme = SeamTheme.default.with(colors: .default.with(accent: .orange))
        WindowGroup { SeamAccessView().environment(\.seamTheme, theme) }
    }
}

@Suite struct ReadmeTests {
    @Test func theScreenIsCompiled() throws {
        let page = try String(contentsOfFile: "\(Products.package)README.md", encoding: .utf8)
        let shown = page.components(separatedBy: "@main\n").dropFirst().first?.components(separatedBy: "```").first
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        #expect(shown.map { source.contains($0) } == true)
    }
}
