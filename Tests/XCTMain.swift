import Foundation
import Testing

/// Where the tests begin in a build without an index: SwiftPM then need not look there for tests of XCTest. It lies in
/// Tests only while such a build runs (deploy/lanes/support.bash): beside it, `swift test` would run nothing, and says
/// so.
@main struct Beginning {
    static func main() async {
        guard CommandLine.arguments.contains("swift-testing") else {
            FileHandle.standardError.write(Data("built by deploy/test: remove Tests/XCTMain.swift and .build\n".utf8))
            exit(1)
        }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
