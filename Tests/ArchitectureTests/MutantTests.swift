import Foundation
import TestSupport
import Testing

/// The mutants of LifeSignal can be made from the sources as they are; `deploy/test --mutants` says whether they are
/// found.
@Suite struct MutantTests {
    @Test("mutant: each mutant's text is in its file once") func eachMutantsTextIsInItsFileOnce() async throws {
        let run = SourceTree.root.appending(path: "Tests/LifeSignal/Mutants/run").path(percentEncoded: false)
        let checked = try ChildProcess("/usr/bin/python3", [run, "--check"])
        #expect(try await checked.awaitExit() == 0, "\(checked.errors)")
        let count = try #require(Int(checked.output.prefix { $0.isNumber }))
        #expect(count >= 30)
    }
}
