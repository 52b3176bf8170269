import Foundation
import LinuxSupport
import ProviderRuntime
import Testing

/// A confined process cannot report through the test library, so it answers with nothing but its exit status.
@Suite struct ProviderProcessTests {
    @Test("provider process: a confined process computes and opens nothing")
    func aConfinedProcessComputesAndOpensNothing() async {
        await #expect(processExitsWith: .exitCode(42)) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            try ProviderProcess.confine(allThreads: false)
            let denied = [
                open("/dev/null", O_RDONLY), socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), kill(getppid(), 0),
                dup(0), chdir("/"),
            ]
            var byte: UInt8 = 7
            let passed = write(ends[1], &byte, 1) == 1 && read(ends[0], &byte, 1) == 1
            let random = try SystemRandom.bytes(16).count == 16
            _exit(denied.allSatisfy { $0 == -1 } && passed && random ? 42 : 1)
        }
    }

    @Test("provider process: executing is over") func executingIsOver() async {
        await #expect(processExitsWith: .exitCode(42)) {
            try ProviderProcess.confine(allThreads: false)
            do throws(LinuxError) {
                try Sandbox.execute("/bin/true", arguments: ["true"], environment: [])
            } catch {
                _exit(error == LinuxError(.permissionDenied, "") ? 42 : 1)
            }
        }
    }
}
