import Foundation
import Testing

/// The rule for the values that a lock may guard.
@Suite struct LockTests {
    /// If a lock guards a function directly, Swift adds one wrapper around the function at each read. The chain of
    /// wrappers then grows as long as the process lives. A function that is a member of a struct is not wrapped.
    @Test("lock: no lock guards a function itself") func noLockGuardsAFunctionItself() throws {
        let found = try SourceTree.files(in: "Sources").flatMap { file in
            file.lines.enumerated().filter { _, line in
                guard line.contains("Locked<("), let range = line.range(of: "Locked<") else { return false }
                // The guarded type is a function if it has an arrow outside all inner brackets. The brackets around an
                // optional function do not count.
                let type = line[range.upperBound...].prefix { $0 != "=" }
                return type.contains("->") && (type.hasPrefix("(@") || type.hasPrefix("(("))
            }
            .map { "\(file.path):\($0.offset + 1)" }
        }
        #expect(found == [])
    }
}
