import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

@Suite("What public screens are told")
struct KioskStoreTests {
    @Test("kiosk store: is nothing at first, and then what was set last")
    func roundTrip() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        #expect(try store.kioskNotice() == KioskNotice())
        for notice in [
            KioskNotice(isOutOfService: true), KioskNotice(message: "none"), KioskNotice(message: "Back at five — ü"),
        ] {
            try store.setKioskNotice(notice, at: moment(1))
            #expect(try store.kioskNotice() == notice)
        }
        try store.close()
        #expect(try fixture.open().kioskNotice() == KioskNotice(message: "Back at five — ü"))
    }

    @Test(
        "kiosk store: that was altered keeps the screens out of service",
        arguments: ["out_of_service = 0", "message = 'Come in'", "message = NULL", "set_at_ms = 2", "seal = x'00'"])
    func altered(change: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        try store.setKioskNotice(KioskNotice(isOutOfService: true, message: "Closed"), at: moment(1))
        try store.close()
        try fixture.tamper("UPDATE kiosk_notice SET \(change)")
        #expect(try fixture.open().kioskNotice() == KioskNotice(isOutOfService: true))
    }
}
