import Foundation
import SeamSDK
import SeamWords
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// The names of a key's states, and the order of keys.
@MainActor @Suite struct KeyStateTests {
    private static func state(_ error: SeamCredentialError?, code: String? = nil, card: String? = nil) -> KeyState {
        let key = Desk.key("Door", error.map { [$0] } ?? [], code: code, card: card)
        return KeyState(of: key, at: DateText(now: Desk.date, calendar: DateTextTests.calendar))
    }

    @Test func eachErrorHasAWordAndARemedy() throws {
        let url = try #require(URL(string: "https://connect.example/otp"))
        let table: [(SeamCredentialError?, KeyState.Rank, String, String)] = [
            (nil, .ready, "ready", "until Fri 18:48"), (.awaitingLocalCredential, .notYet, "not yet", "being made"),
            (.expired, .other, "expired", "Fri 18:48"),
            (
                .userInteractionRequired(.completeOtpAuthorization(otpUrl: url)), .needsYou, "needs you",
                "finish sign-in"
            ),
            (.userInteractionRequired(.enableInternet), .needsYou, "needs you", "needs the cloud"),
            (.userInteractionRequired(.enableBluetooth), .needsYou, "needs you", "Bluetooth off"),
            (.userInteractionRequired(.grantBluetoothPermission), .needsYou, "needs you", "not permitted"),
            (.userInteractionRequired(.appRestartRequired), .needsYou, "needs you", "radio stuck"),
            (.contactSeamSupport, .needsYou, "needs you", "ask the operator"),
            (.unsupportedDevice, .other, "elsewhere", "not from here"),
            (.unknown, .other, "not now", "try again later"),
        ]
        for (error, rank, word, note) in table {
            let state = Self.state(error)
            #expect(state.rank == rank && state.word == word && state.note == note, "\(state)")
            #expect((state.remedy == nil) == (error == nil))
            #expect(word.count <= 9 && note.count <= 18, "it fits its column")
        }
        #expect(
            Self.state(.userInteractionRequired(.completeOtpAuthorization(otpUrl: url))).remedy?.contains(
                url.absoluteString) == true)
        #expect(Self.state(.unsupportedDevice, code: "••••").note == "type its code")
        #expect(Self.state(.unsupportedDevice, card: "••••").note == "hold its card")
    }

    @Test func whatOpensStandsFirst() {
        let rows = KeyRow.all(of: Desk.keys.reversed(), at: DateText(now: Desk.date))
        #expect(
            rows.map(\.key.name) == [
                "Front Door", "Letter Room", "Sauna", "Gym", "Summer House", "Office", "Pool",
            ])
    }

    @Test(arguments: [0, 1, 12, 20, 40, 56, 57, 76, 80, 110, 200, 1000])
    func columnsHaveRoom(_ width: Int) {
        let columns = KeyColumns(width: width)
        let parts = [columns.name, columns.place, columns.state, columns.note].compactMap(\.self)
        #expect(columns.name >= 0 && parts.reduce(0, +) + 2 * (parts.count - 1) <= max(width, 14))
    }
}

/// Times as people read them.
@Suite struct DateTextTests {
    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    @Test @MainActor func nearTimesAreByDay() {
        let text = DateText(now: Desk.date, calendar: Self.calendar)
        let table: [(hours: Double, expected: String)] = [
            (0, "14:00"), (9.5, "23:30"), (10, "tomorrow 00:00"), (24, "tomorrow 14:00"), (48, "Fri 14:00"),
            (6 * 24, "Tue 14:00"), (7 * 24, "2 Dec"), (-14, "00:00"), (-15, "yesterday"), (-39, "23 Nov"),
            (24 * 400, "30 Dec 2027"),
        ]
        for (hours, expected) in table {
            #expect(text.text(Desk.date + hours * 3600) == expected, "\(hours)")
        }
    }

    @Test("times follow the machine's zone while the program runs")
    func zoneThatChanges() async {
        await #expect(processExitsWith: .exitCode(42)) {
            setenv("TZ", "Europe/Berlin", 1)
            let before = await DateText.here().clock(Date(timeIntervalSince1970: 1_795_615_200))
            setenv("TZ", "Asia/Tokyo", 1)
            let after = await DateText.here().clock(Date(timeIntervalSince1970: 1_795_615_200))
            exit(before == "15:00" && after == "23:00" ? 42 : 1)
        }
    }

    @Test("a clock or a zone that is set is seen within a minute")
    @MainActor func patience() {
        #expect(DateText(now: Desk.date, calendar: Self.calendar).untilTomorrow == .seconds(60))
        let late = DateText(now: Desk.date + 10 * 3600 - 20, calendar: Self.calendar)
        #expect(late.untilTomorrow == .seconds(20))
    }

    @Test @MainActor func aMomentHasItsHourAndAValidityAllOfIt() {
        let text = DateText(now: Desk.date, calendar: Self.calendar)
        let table: [(hours: Double, moment: String)] = [
            (-1, "today 13:00"), (-20, "yesterday 18:00"), (-48, "Mon 14:00"), (-6 * 24, "Thu 14:00"),
            (-7 * 24, "18 Nov 14:00"), (24, "tomorrow 14:00"),
        ]
        for (hours, moment) in table { #expect(text.moment(Desk.date + hours * 3600) == moment) }
        #expect(text.exact(Desk.date) == "Wed 25 Nov 14:00")
        let left: [(Double, String)] = [
            (-1, ""), (30, "0 min left"), (3_599, "59 min left"), (3_600, "1 hour left"), (7_200, "2 hours left"),
            (172_799, "47 hours left"), (172_800, "2 days left"),
        ]
        for (seconds, words) in left { #expect(text.left(until: Desk.date + seconds) == words) }
    }
}
