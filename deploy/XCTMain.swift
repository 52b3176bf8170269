import Testing
import XCTest

/// Where the tests begin in a build without an index: SwiftPM then need not look there for tests of XCTest. It lies in
/// Tests only while such a build runs (deploy/lanes/support.bash): beside it, `swift test` would run nothing.
@main struct Beginning {
    static func main() async {
        guard CommandLine.arguments.contains("swift-testing") else { XCTMain([]) }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
