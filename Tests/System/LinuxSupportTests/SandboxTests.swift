import Foundation
import LinuxSupport
import Testing

@Suite struct SandboxTests {
    @Test("sandbox: only the given places are readable") func onlyTheGivenPlacesAreReadable() async {
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchDirectory()
            try FileManager.default.createDirectory(atPath: scratch("in"), withIntermediateDirectories: false)
            try Data("x".utf8).write(to: URL(fileURLWithPath: scratch("in/file")))
            try Data("x".utf8).write(to: URL(fileURLWithPath: scratch("out")))
            try Data("x".utf8).write(to: URL(fileURLWithPath: scratch("single")))
            try Sandbox.forbidNewPrivileges()
            let rules = LandlockRuleset(readable: [scratch("in"), scratch("single"), scratch("absent")])
            let report = try rules.enforce()
            try #require(report.restrictsFiles, "this kernel has no Landlock")
            #expect(try SystemFile.read(scratch("in/file"), limit: 10) == Array("x".utf8))
            #expect(try SystemFile.read(scratch("single"), limit: 10) == Array("x".utf8))
            #expect(throws: LinuxError(.permissionDenied, "")) { try SystemFile.read(scratch("out"), limit: 10) }
            #expect(throws: LinuxError(.permissionDenied, "")) { try SystemFile.read("/etc/passwd", limit: 10_000) }
            #expect(throws: LinuxError(.permissionDenied, "")) { try SecretFile.create(scratch("in/n"), bytes: []) }
            #expect(open(scratch("in/file"), O_WRONLY) == -1)
            #expect(unlink(scratch("in/file")) == -1)
        }
    }

    @Test("sandbox: tcp is denied where the kernel can") func tcpIsDeniedWhereTheKernelCan() async {
        await #expect(processExitsWith: .success) {
            try Sandbox.forbidNewPrivileges()
            let report = try LandlockRuleset(readable: []).enforce()
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
            }
            // Landlock supports TCP since version 4. Debian 12's kernel has an older version, and says so.
            #expect((status == -1 && errno == EACCES) == report.restrictsNetwork)
        }
    }

    @Test("sandbox: a report says what each version can") func aReportSaysWhatEachVersionCan() {
        let reports = (0...6).map(LandlockRuleset.Report.init(version:))
        #expect(reports.map(\.restrictsFiles) == [false, true, true, true, true, true, true])
        #expect(reports.map(\.restrictsNetwork) == [false, false, false, false, true, true, true])
        #expect(reports.map(\.restrictsScope) == [false, false, false, false, false, false, true])
    }

    @Test("sandbox: mapped libraries include the loader and the runtime")
    func mappedLibrariesIncludeTheLoaderAndTheRuntime() throws {
        let directories = Sandbox.mappedLibraryDirectories()
        #expect(directories == directories.sorted() && Set(directories).count == directories.count)
        #expect(directories.allSatisfy { $0.hasPrefix("/") })
        #expect(directories.contains { FileManager.default.fileExists(atPath: "\($0)/libc.so.6") })
        #expect(directories.contains { FileManager.default.fileExists(atPath: "\($0)/libswiftCore.so") })
        #expect(try FileManager.default.isExecutableFile(atPath: Sandbox.executablePath()))
    }

    @Test("sandbox: descriptors are closed from a given one") func descriptorsAreClosedFromAGivenOne() async {
        await #expect(processExitsWith: .success) {
            let high = fcntl(0, F_DUPFD, 500)
            #expect(high >= 500)
            try Sandbox.closeDescriptors(from: 500)
            #expect(fcntl(high, F_GETFD) == -1)
            #expect(fcntl(0, F_GETFD) != -1)
        }
    }

    @Test("sandbox: executing replaces the program") func executingReplacesTheProgram() async {
        await #expect(processExitsWith: .exitCode(7)) {
            try Sandbox.execute("/bin/sh", arguments: ["sh", "-c", "exit $CODE"], environment: ["CODE=7"])
        }
        await #expect(processExitsWith: .success) {
            #expect(throws: LinuxError(.notFound, "")) {
                try Sandbox.execute("/nonexistent", arguments: ["x"], environment: [])
            }
        }
    }
}
