import Foundation
import LinuxSupport
import Testing

@Suite struct ProcessHygieneTests {
    @Test("process hygiene: a broken pipe is an error and not the end") func aBrokenPipeIsAnErrorAndNotTheEnd() async {
        await #expect(processExitsWith: .success) {
            try ProcessHygiene.ignoreFatalSignals()
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            close(ends[0])
            let writer = try OwnedDescriptor(adopting: ends[1])
            #expect(throws: LinuxError(.closed, "")) { try writer.write([1], deadline: .after(.seconds(5))) }
        }
    }

    @Test("process hygiene: a full disk is an error and not the end") func aFullDiskIsAnErrorAndNotTheEnd() async {
        await #expect(processExitsWith: .success) {
            try ProcessHygiene.ignoreFatalSignals()
            try ResourceLimit(.fileSize, 0).apply()
            let error = #expect(throws: LinuxError.self) {
                try SecretFile.create("/tmp/sl-full-\(getpid())", bytes: [1])
            }
            unlink("/tmp/sl-full-\(getpid())")
            #expect(error?.errorNumber == EFBIG)
        }
    }

    @Test("process hygiene: memory is closed to others of the same user")
    func memoryIsClosedToOthersOfTheSameUser() async {
        await #expect(processExitsWith: .success) {
            #expect(!ProcessHygiene.isMemoryProtected)
            try ProcessHygiene.protectMemory()
            #expect(ProcessHygiene.isMemoryProtected)
            #expect(try ResourceLimit.current(.core).hard == 0)
        }
    }

    @Test("process hygiene: open files are raised within the hard limit")
    func openFilesAreRaisedWithinTheHardLimit() async {
        await #expect(processExitsWith: .success) {
            try ResourceLimit(.openFiles, 256).apply()
            #expect(try ProcessHygiene.raiseOpenFiles(to: 16_384) == 256)
        }
    }

    @Test("process hygiene: only the full user map is accepted") func onlyTheFullUserMapIsAccepted() throws {
        try ProcessHygiene.requireFullUserMap("         0          0 4294967295\n")
        for map in ["", "0 1000 1\n", "0 0 65536\n", "0 0 4294967295\n1 1 1\n", "0 1 4294967295", "junk"] {
            #expect(throws: LinuxError(.partialUserMap, "")) { try ProcessHygiene.requireFullUserMap(map) }
        }
        try ProcessHygiene.requireFullUserMap()
    }

    @Test("process hygiene: a process ends with its parent") func aProcessEndsWithItsParent() async {
        await #expect(processExitsWith: .success) { try ProcessHygiene.endWithParent(getppid()) }
        await #expect(processExitsWith: .success) {
            #expect(throws: LinuxError(.closed, "")) { try ProcessHygiene.endWithParent(1 << 21) }
        }
    }

    @Test("process hygiene: a daemon is prepared in one call") func aDaemonIsPreparedInOneCall() async {
        await #expect(processExitsWith: .success) {
            try ProcessHygiene.prepareDaemon()
            #expect(try ResourceLimit.current(.openFiles).soft >= 256)
        }
    }

    @Test("process hygiene: limits never rise") func limitsNeverRise() async {
        await #expect(processExitsWith: .success) {
            for kind in ResourceLimit.Kind.allCases {
                let before = try ResourceLimit.current(kind)
                try ResourceLimit(kind, .max).apply()
                #expect(try ResourceLimit.current(kind).hard == before.hard)
            }
            try ResourceLimit(.openFiles, 100).apply()
            try ResourceLimit(.openFiles, 200).apply()
            #expect(try ResourceLimit.current(.openFiles) == (100, 100))
        }
    }
}
