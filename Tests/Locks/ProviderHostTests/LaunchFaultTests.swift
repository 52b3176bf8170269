import Foundation
import Glibc
import NukiProtocol
import ProviderAPI
import ProviderHost
import TestSupport
import Testing
import Wire

/// Tests kernels and containers that lack something. Without it, a provider cannot be confined. The host must find the
/// missing part.
@Suite(.serialized, .timeLimit(.minutes(1))) struct LaunchFaultTests {
    private static let refuse = "exec /usr/bin/python3 '\(Products.package)Tests/ProcessTests/Peers/refuse.py'"

    static let cases: [(command: String, fault: LaunchFault)] = [
        ("\(refuse) EPERM landlock", .noLandlock),
        ("\(refuse) ENOSYS landlock", .noLandlock),
        ("ulimit -n 150; exec", .descriptors),
        ("exit 82; :", .filter),
        ("exit 83; :", .limits),
        ("set -- /nowhere; exec", .unsuitableProgram),
        ("set --; exec", .usage),
    ]

    @Test("launch fault: an operation and a trial find the same", arguments: cases)
    func found(command: String, fault: LaunchFault) async throws {
        let fixture = try HostFixture()
        let host = try fixture.host(launcher: command)
        let (lock, credential) = try HostFixture.knownLock()
        var request = HostileProviderTests.request(credential)
        request.provider = "nuki"
        let outcome = await host.run(request, link: NukiLink(lock))
        guard case .failed(let failure) = outcome.verdict else { return #expect(Bool(false), "\(outcome)") }
        #expect(failure.code == .notStarted && failure.launch == fault, "\(failure) \(outcome.note)")
        #expect(failure.message.contains(fault.words))
        #expect(outcome.effect == .none)
        #expect(host.launchFaults == ["nuki": fault])
        await host.tryAll()
        #expect(host.launchFaults == ["nuki": fault])
    }

    @Test(
        "launch fault: nothing is missing where newer calls than it needs are refused",
        arguments: ["", "EPERM", "ENOSYS"])
    func nothingIsMissing(error: String) async throws {
        let names = "close_range,epoll_pwait2,faccessat2,io_uring,openat2,pidfd"
        let fixture = try HostFixture()
        let host = try fixture.host(launcher: error.isEmpty ? nil : "\(Self.refuse) \(error) \(names)")
        await host.tryAll()
        #expect(host.launchFaults.isEmpty, "\(host.launchFaults)")
    }

    @Test("launch fault: what a trial found is forgotten when a provider runs")
    func passes() async throws {
        let fixture = try HostFixture()
        let host = try fixture.host(launcher: "[ -e \"$(dirname \"$0\")/gone\" ] && exit 81; exec")
        try fixture.scratch.write("", to: "gone")
        await host.tryAll()
        #expect(host.launchFaults == ["nuki": .noLandlock])
        unlink(fixture.scratch.file("gone"))
        let (lock, credential) = try HostFixture.knownLock()
        var request = HostileProviderTests.request(credential)
        request.provider = "nuki"
        #expect(await host.run(request, link: NukiLink(lock)).isGranted)
        #expect(host.launchFaults.isEmpty)
    }

    @Test("launch fault: each fault has a status of its own, which no program of ours ends with for another reason")
    func statuses() {
        let statuses = LaunchFault.allCases.map(\.exitStatus)
        #expect(Set(statuses).count == statuses.count)
        for fault in LaunchFault.allCases { #expect(LaunchFault(exitStatus: fault.exitStatus) == fault) }
        for other: Int32 in [0, 1, 2, 64, 69, 70, 126, 127, 137] { #expect(LaunchFault(exitStatus: other) == nil) }
    }
}
