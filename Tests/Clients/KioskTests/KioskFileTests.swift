import ConfigurationFiles
import Foundation
import LinuxSupport
import SeamWords
import TestSupport
import Testing

@testable import Kiosk

/// The configuration, the staff's PIN, and the data that outlives the program.
@Suite struct KioskFileTests {
    private func read(_ text: String) throws -> KioskConfiguration {
        try KioskConfiguration.parse(Array(text.utf8), name: "kiosk.json")
    }

    @Test("kiosk file: reads each member") func readsEachMember() throws {
        let small = try read(#"{"name":"Harbour House","help":"the desk"}"#)
        #expect(small.languages == [.english, .spanish, .german] && small.times == KioskTimes())
        let full = try read(
            #"""
            {"name":"Harbour House","help":"the desk","socket":"/run/s","languages":["de","en"],"theme":"mono",
            "letters":true,"sound":false,"staff_pin":"/etc/seam/kiosk.pin","state":"/var/lib/seam-kiosk","idle_ms":10000,
            "warning_ms":20000,"cap_ms":60000,"extensions":10,"after_opening_ms":20000,
            "night":{"from":"22:30","to":"06:00"}}
            """#)
        #expect(full.languages == [.german, .english] && full.hasLetters && !full.hasSound)
        #expect(full.times.idle == .seconds(10))
        #expect(full.night?.contains(22 * 60 + 30) == true && full.night?.contains(6 * 60) == false)
        #expect(full.night?.contains(0) == true && full.night?.contains(12 * 60) == false)
    }

    @Test(
        "kiosk file: names what is wrong",
        arguments: [
            (#"{"help":"x"}"#, "/name is missing"), (#"{"name":"","help":"x"}"#, "/name"),
            (#"{"name":"x","help":"x","languages":[]}"#, "/languages"),
            (#"{"name":"x","help":"x","languages":["en","en"]}"#, "/languages may contain"),
            (#"{"name":"x","help":"x","languages":["xx"]}"#, "/languages may contain"),
            (#"{"name":"x","help":"x","warning_ms":19999}"#, "/warning_ms"),
            (#"{"name":"x","help":"x","extensions":9}"#, "/extensions"),
            (#"{"name":"x","help":"x","night":{"from":"24:00","to":"06:00"}}"#, "/night/from is not a time"),
            (#"{"name":"x","help":"x","night":{"from":"+1:00","to":"06:00"}}"#, "/night/from is not a time"),
            (#"{"name":"x","help":"x","pin":"123456"}"#, "/pin is not a known member"),
        ])
    func namesWhatIsWrong(_ text: String, _ fault: String) {
        #expect { try read(text) } throws: { "\($0)".contains(fault) }
    }

    @Test("kiosk file: a PIN is known by its digits alone") func aPINIsKnownByItsDigitsAlone() throws {
        let directory = try TestDirectory()
        let pin = try #require(StaffPIN(digits: "493817"))
        #expect(pin.text.hasPrefix("$argon2id$v=19$m=65536,") && !pin.text.contains("493817"))
        let file = try directory.write("\(pin.text)\n", to: "kiosk.pin")
        let read = try StaffPIN(file: file)
        #expect(read.isRight("493817") && !read.isRight("493818") && !read.isRight("") && !read.isRight("4938170"))
        for bad in ["12345", "1234567890123", "12345a", "١٢٣٤٥٦"] { #expect(StaffPIN(digits: bad) == nil) }
        let wrong = try directory.write("493817\n", to: "plain.pin")
        #expect(throws: ConfigurationError.self) { try StaffPIN(file: wrong) }
        // A file that everyone can write is refused, because anyone could set their own PIN in such a file.
        chmod(file, 0o666)
        #expect(throws: LinuxError.self) { try StaffPIN(file: file) }
    }

    @Test("kiosk file: the record never takes the configuration's place") func theRecordNeverTakesThePlace() {
        #expect(KioskRecord.isPlace("/srv/a/../kiosk/kiosk.json", in: "/srv/kiosk"))
        #expect(KioskRecord.isPlace(nil, in: "/etc/seam/"))
        #expect(!KioskRecord.isPlace("/srv/kiosk/lobby.json", in: "/srv/kiosk"))
        #expect(!KioskRecord.isPlace(nil, in: "/var/lib/seam-kiosk"))
    }

    @Test("kiosk file: tries and the sign outlive the program")
    @MainActor func triesAndTheSignOutliveTheProgram() async throws {
        let directory = try TestDirectory()
        let pin = try #require(StaffPIN(digits: "493817"))
        var (lines, now) = ([String](), 1_000.0)
        func staff() -> KioskStaff {
            KioskStaff(pin: pin, folder: directory.path, end: { _ in }, log: { lines.append($0) }, now: { now })
        }
        // A visitor who kills the program after each attempt at the PIN must not gain any attempts.
        for left in (0..<StaffTries.most).reversed() {
            let refusal = await staff().judge("000000")
            #expect(refusal == (left > 0 ? .wrong(left: left) : .tooMany))
        }
        #expect(await staff().judge("493817") == .tooMany)
        now += 3600
        #expect(await staff().judge("493817") == nil)
        staff().setOutOfService(true)
        #expect(staff().isOutOfService)
        #expect(!lines.isEmpty && !lines.joined().contains("000000") && !lines.joined().contains("493817"))
        // If the file with the attempts is damaged, no attempts are left.
        _ = try directory.write("{", to: KioskRecord.place)
        #expect(await staff().judge("493817") == .tooMany)
    }

    @Test("kiosk file: tries that another process has written count, and are not taken back by what this one writes")
    @MainActor func triesOfAnotherProcess() async throws {
        let directory = try TestDirectory()
        let pin = try #require(StaffPIN(digits: "493817"))
        func staff() -> KioskStaff {
            KioskStaff(pin: pin, folder: directory.path, end: { _ in }, log: { _ in }, now: { 1_000 })
        }
        let (here, idle, there) = (staff(), staff(), staff())
        for _ in 0..<StaffTries.most { _ = await there.judge("000000") }
        #expect(await idle.judge("493817") == .tooMany, "it has written nothing meanwhile")
        here.setOutOfService(true)
        #expect(await here.judge("493817") == .tooMany)
        #expect(await staff().judge("493817") == .tooMany)
        #expect(staff().isOutOfService)
    }

    @Test("kiosk file: where no try can be kept nobody comes in")
    @MainActor func whereNoTryCanBeKeptNobodyComesIn() async throws {
        let pin = try #require(StaffPIN(digits: "493817"))
        for folder in ["/proc/none", nil] {
            let staff = KioskStaff(pin: pin, folder: folder, end: { _ in }, log: { _ in })
            #expect(await staff.judge("493817") == .tooMany)
        }
    }
}
