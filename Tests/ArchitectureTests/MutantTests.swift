import Foundation
import TestSupport
import Testing

/// Each mutant of LifeSignal (its source with a deliberate fault) can be made from the current sources. `deploy/test
/// --mutants` checks that the tests find the mutants.
@Suite struct MutantTests {
    @Test("mutant: each mutant's text is in its file once") func eachMutantsTextIsInItsFileOnce() async throws {
        let run = SourceTree.root.appending(path: "Tests/LifeSignal/Mutants/run").path(percentEncoded: false)
        let checked = try ChildProcess("/usr/bin/python3", [run, "--check"])
        #expect(try await checked.awaitExit() == 0, "\(checked.errors)")
        let count = try #require(Int(checked.output.prefix { $0.isNumber }))
        #expect(count >= 30)
    }
}
