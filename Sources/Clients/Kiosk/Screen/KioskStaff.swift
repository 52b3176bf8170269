import Foundation
import LinuxSupport
import TermUI

/// Staff's actions at a kiosk, and how staff are known: five tries an hour, each in the journal and none with its
/// digits.
final class KioskStaff {
    /// How the program ends for staff.
    enum Way: String {
        /// It starts again.
        case restart
        /// The kiosk is over, until somebody starts it again.
        case end
    }

    private let pin: StaffPIN?
    private let folder: String?
    private var record: KioskRecord
    private let end: (Way) -> Void
    private let log: (String) -> Void
    private let now: () -> Double

    /// `pin`: nil if nobody can come in. `end` ends the program; `log` writes a line to the journal; `now` is the wall
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

    /// Whether there is a PIN by which somebody could come in.
    var isKnown: Bool { pin != nil && folder != nil }

    /// Judges a PIN; nil if it is right. The try counts, and is kept, before it is judged: a program that is killed
    /// meanwhile gives none back. Where it cannot be kept, or there is no folder to keep it in, nobody comes in.
    func judge(_ digits: String) async -> KioskState.StaffRefusal? {
        guard let pin, folder != nil else { return .tooMany }
        // Another process may have written it.
        record = KioskRecord.read(in: folder, at: now())
        let isLeft = record.tries.take(at: now())
        do throws(LinuxError) {
            // Also one that is refused: times that a wrong clock wrote become those of now, once.
            try record.write(in: folder)
        } catch {
            log("staff: refused, the try cannot be kept: \(error.description)")
            return .tooMany
        }
        guard isLeft else {
            log("staff: refused, too many tries")
            return .tooMany
        }
        // Hashing takes some tenths of a second, in which the screen goes on.
        let isRight = await Task.detached { pin.isRight(digits) }.value
        guard isRight else {
            let left = record.tries.left(at: now())
            log("staff: wrong PIN, \(left) tries left this hour")
            return left > 0 ? .wrong(left: left) : .tooMany
        }
        keep { $0.tries.wasRight() }
        log("staff: known by the PIN")
        return nil
    }

    /// Takes the kiosk out of service, or back; it stays so when the program starts again.
    func setOutOfService(_ isOut: Bool) {
        keep { $0.isOutOfService = isOut }
        log(isOut ? "staff: out of service" : "staff: in service again")
    }

    /// Restarts the program, or ends it.
    func leave(_ way: Way) {
        log("staff: \(way.rawValue)")
        end(way)
    }

    /// Changes the record, as the file has it by now, so that nothing that another process wrote is lost.
    private func keep(_ change: (inout KioskRecord) -> Void) {
        record = KioskRecord.read(in: folder, at: now())
        change(&record)
        do throws(LinuxError) {
            try record.write(in: folder)
        } catch {
            log("cannot be kept: \(error.description)")
        }
    }
}
