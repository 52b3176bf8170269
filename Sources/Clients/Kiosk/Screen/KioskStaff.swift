import Foundation
import LinuxSupport
import TermUI

/// The staff's actions at a kiosk, and the check of the staff PIN. Staff have five attempts an hour. Each attempt is
/// recorded in the journal, without its digits.
final class KioskStaff {
    /// The ways in which staff end the program.
    enum Way: String {
        /// The program starts again.
        case restart
        /// The kiosk stops until somebody starts the kiosk again.
        case end
    }

    private let pin: StaffPIN?
    private let folder: String?
    private var record: KioskRecord
    private let end: (Way) -> Void
    private let log: (String) -> Void
    private let now: () -> Double

    /// `pin` is nil if nobody can get in. `end` ends the program. `log` writes a line to the journal. `now` is the wall
    /// clock in seconds since 1970.
    init(
        pin: StaffPIN?, folder: String?, end: @escaping (Way) -> Void, log: @escaping (String) -> Void,
        now: @escaping () -> Double = { Date().timeIntervalSince1970 }
    ) {
        (self.pin, self.folder, self.end, self.log, self.now) = (pin, folder, end, log, now)
        record = KioskRecord.read(in: folder, at: now())
    }

    /// Whether staff have taken the kiosk out of service.
    var isOutOfService: Bool { record.isOutOfService }

    /// Whether there is a PIN with which staff can sign in.
    var isKnown: Bool { pin != nil && folder != nil }

    /// Checks a PIN, and returns nil if the PIN is correct. The attempt is counted and stored before the check, so that
    /// killing the program gives no attempt back. If the attempt cannot be stored, or if there is no folder for the
    /// record, no PIN is accepted.
    func judge(_ digits: String) async -> KioskState.StaffRefusal? {
        guard let pin, folder != nil else { return .tooMany }
        // Another process may have written the file.
        record = KioskRecord.read(in: folder, at: now())
        let isLeft = record.tries.take(at: now())
        do throws(LinuxError) {
            // A time from a wrong clock is replaced by the current time. The record is written even if the attempt is
            // refused, so that this happens only once.
            try record.write(in: folder)
        } catch {
            log("staff: refused, because the try cannot be recorded: \(error.description)")
            return .tooMany
        }
        guard isLeft else {
            log("staff: refused, too many tries")
            return .tooMany
        }
        // Hashing takes some tenths of a second, during which the screen keeps running.
        let isRight = await Task.detached { pin.isRight(digits) }.value
        guard isRight else {
            let left = record.tries.left(at: now())
            log("staff: wrong PIN, \(left) tries left this hour")
            return left > 0 ? .wrong(left: left) : .tooMany
        }
        keep { $0.tries.wasRight() }
        log("staff: identified by the PIN")
        return nil
    }

    /// Takes the kiosk out of service, or puts it back into service. The setting survives a restart.
    func setOutOfService(_ isOut: Bool) {
        keep { $0.isOutOfService = isOut }
        log(isOut ? "staff: out of service" : "staff: in service again")
    }

    /// Restarts the program, or ends it.
    func leave(_ way: Way) {
        log("staff: \(way.rawValue)")
        end(way)
    }

    /// Reads the record from the file again and changes it, so that no change by another process is lost.
    private func keep(_ change: (inout KioskRecord) -> Void) {
        record = KioskRecord.read(in: folder, at: now())
        change(&record)
        do throws(LinuxError) {
            try record.write(in: folder)
        } catch {
            log("the record cannot be written: \(error.description)")
        }
    }
}
