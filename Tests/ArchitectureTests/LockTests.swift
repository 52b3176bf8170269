import Foundation
import Testing

/// The values that locks may guard.
@Suite struct LockTests {
    /// A function that is itself what a lock guards is wrapped once more each time it is read: the chain of wrappings
    /// grows as long as the process lives. As a member of a structure it is not.
    @Test("lock: no lock guards a function itself") func noLockGuardsAFunctionItself() throws {
        let found = try SourceTree.files(in: "Sources").flatMap { file in
            file.lines.enumerated().filter { _, line in
                guard line.contains("Locked<("), let range = line.range(of: "Locked<") else { return false }
                // An arrow outside of all inner brackets of the guarded type, but those around an optional function.
                let type = line[range.upperBound...].prefix { $0 != "=" }
                return type.contains("->") && (type.hasPrefix("(@") || type.hasPrefix("(("))
            }
            .map { "\(file.path):\($0.offset + 1)" }
        }
        #expect(found == [])
    }
}
