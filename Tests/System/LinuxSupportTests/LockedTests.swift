import LinuxSupport
import Testing

@Suite struct LockedTests {
    @Test("locked: many tasks lose nothing") func manyTasksLoseNothing() async {
        let counts = Locked<[Int: Int]>([:])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for step in 0..<2_000 { counts.withLock { $0[step % 7, default: 0] += 1 } }
                }
            }
        }
        #expect(counts.withLock { $0.values.reduce(0, +) } == 16_000)
    }

    @Test("locked: errors pass and release the lock") func errorsPassAndReleaseTheLock() {
        let value = Locked(1)
        #expect(throws: LinuxError(.closed, "")) {
            try value.withLock { value throws(LinuxError) in
                value = 2
                throw LinuxError(.closed, "")
            }
        }
        #expect(value.withLock { $0 } == 2)
    }
}
