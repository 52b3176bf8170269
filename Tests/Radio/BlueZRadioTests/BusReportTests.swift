import BlueZRadio
import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Testing
import Wire

/// Tests forged reports, and reports that are out of date.
@Suite("What the broker believes of the bus") struct BusReportTests {
    private static let bus = "unix:path=/run/dbus/system_bus_socket"
    private static let boot = "01234567-89ab-cdef-0123-456789abcdef"

    private func report(_ access: BusAccess = .closed, boot: String = boot, at: Duration = .seconds(100)) -> BusReport {
        BusReport(BusFinding(access, "so it is"), address: Self.bus, uid: 65534, bootID: boot, sinceBoot: at)
    }

    @Test("bus report: a report holds in its boot, for its bus and its time", arguments: BusAccess.allCases)
    func holds(access: BusAccess) {
        let report = report(access)
        func found(_ address: String = Self.bus, boot: String = Self.boot, now: Duration) -> BusFinding {
            report.holds(at: address, bootID: boot, sinceBoot: now)
        }
        let end = Duration.seconds(100) + BusReport.longestAge
        #expect(found(now: .seconds(100)) == report.finding)
        #expect(found(now: end) == report.finding)
        #expect(found(now: end + .milliseconds(1)).access == .unknown)
        #expect(found(now: .seconds(99)).access == .unknown, "of the future")
        #expect(found(boot: "11234567-89ab-cdef-0123-456789abcdef", now: .seconds(100)).access == .unknown)
        #expect(found("unix:path=/tmp/bus", now: .seconds(100)).access == .unknown)
        let byRoot = BusReport(report.finding, address: Self.bus, uid: 0, bootID: Self.boot, sinceBoot: .zero)
        #expect(byRoot.holds(at: Self.bus, bootID: Self.boot, sinceBoot: .zero).access == .unknown)
    }

    @Test("bus report: every report reads as it was written, and what is none is none")
    func reading() throws {
        for access in BusAccess.allCases {
            #expect(try BusReport(json: try JSON(parsing: report(access).json.bytes), at: "") == report(access))
        }
        let text = String(decoding: report().json.bytes, as: UTF8.self)
        for junk in [
            "", "{}", "[]", "closed", text.replacing("closed", with: "shut"), text.dropLast() + #","more":1}"#,
            text.replacing("65534", with: "-1"), text.replacing("65534", with: "4294967296"),
            text.replacing(Self.boot, with: "x"), text.replacing("so it is", with: ""),
            text.replacing("so it is", with: String(repeating: "x", count: 201)), text + text,
        ] {
            #expect(throws: (any Error).self, "\(junk)") {
                try BusReport(json: try JSON(parsing: Array(junk.utf8)), at: "")
            }
        }
    }

    @Test("bus report: a file is believed that nobody else could have written", .enabled(if: canBeOtherUsers))
    func files() throws {
        let directory = try TestDirectory()
        let checker: UInt32 = 65534
        let place = try directory.directory("report", mode: 0o755, owner: checker)
        let now = SystemClock.sinceBoot()
        let text = String(
            decoding: report(boot: try SystemClock.bootID(), at: now - .seconds(1)).json.bytes, as: UTF8.self)
        func put(_ text: String, mode: UInt32 = 0o644, owner: UInt32 = checker, name: String = "report/report") throws {
            try directory.write(text, to: name, mode: mode, owner: owner)
        }
        func read(_ path: String = "report/report") -> BusFinding {
            BusReport.read(directory.file(path), owners: [0, checker], about: Self.bus)
        }
        #expect(read().reason == "there is no report: seam-bus-check has not run")
        try put(text)
        #expect(read() == BusFinding(.closed, "so it is"))
        try put(text, owner: 0)
        #expect(read().access == .closed, "root may say so too")
        try put(text, owner: 1)
        #expect(read().access == .unknown, "another user's")
        for mode in [0o664, 0o646] as [UInt32] {
            try put(text, mode: mode)
            #expect(read().access == .unknown, "others may write it")
        }
        try put(text + String(repeating: " ", count: BusReport.sizeLimit - text.utf8.count))
        #expect(read().access == .closed)
        try put(text + String(repeating: " ", count: BusReport.sizeLimit + 1 - text.utf8.count))
        #expect(read().access == .unknown, "too large")
        for junk in ["", "closed", "\u{0}", text.replacing("closed", with: "shut")] {
            try put(junk)
            #expect(read().access == .unknown, "\(junk)")
        }
        try put(String(decoding: report(at: now).json.bytes, as: UTF8.self))
        #expect(read().access == .unknown, "of another boot")
        try put(text, name: "report/other")
        unlink(directory.file("report/report"))
        #expect(symlink(directory.file("report/other"), directory.file("report/report")) == 0)
        #expect(read().access == .unknown, "a link")
        unlink(directory.file("report/report"))
        #expect(mkfifo(directory.file("report/report"), 0o644) == 0)
        #expect(read().access == .unknown, "a pipe, and nobody waits for its other end")
        unlink(directory.file("report/report"))
        try put(text)
        #expect(read().access == .closed)
        for mode in [0o777, 0o1777, 0o775] as [mode_t] {
            chmod(place, mode)
            #expect(read().access == .unknown, "in a directory that others may write")
        }
        chmod(place, 0o755)
        chown(place, 1, 1)
        #expect(read().access == .unknown, "in another user's directory")
        #expect(BusReport.read("report/report", owners: [0, checker], about: Self.bus).access == .unknown)
    }
}
