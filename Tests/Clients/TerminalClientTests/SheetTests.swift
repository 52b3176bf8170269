import Foundation
import SeamComponents
import SeamWords
import TermCore
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// Tests the sheets in front of the list (details of a key, the latest attempts, help), and the sign-in screen.
@MainActor @Suite struct SheetTests {
    private static func select(_ name: String, _ desk: Desk, _ pilot: Pilot) {
        pilot.press(.home)
        for _ in 0..<20 where !pilot.shows(" > \(name)") { pilot.press(.downArrow) }
        #expect(pilot.shows(" > \(name)"))
    }

    // MARK: - Detail

    @Test("sheet: every error of a key is told with its remedy") func everyErrorOfAKeyIsToldWithItsRemedy() {
        let page = URL(string: "https://connect.example/otp/8F2K") ?? URL(filePath: "/")
        let errors: [(SeamCredentialError, String)] = [
            (.userInteractionRequired(.completeOtpAuthorization(otpUrl: page)), "https://connect.example/otp/8F2K"),
            (.userInteractionRequired(.enableBluetooth), "bluetoothctl power on"),
            (.userInteractionRequired(.enableInternet), "Needs the cloud. 'seam status' shows why"),
            (.userInteractionRequired(.grantBluetoothPermission), "Bluetooth is not permitted"),
            (.userInteractionRequired(.appRestartRequired), "The radio does not answer"),
            (.awaitingLocalCredential, "Wait, or ask the operator to bind the lock"),
            (.contactSeamSupport, "Misconfigured"),
            (.unsupportedDevice, "Cannot be opened from this machine"),
        ]
        let desk = Desk().live([Desk.key("Attic", errors.map(\.0))])
        let pilot = desk.pilot(columns: 90, rows: 40)
        pilot.press(.tab)
        for (_, words) in errors { #expect(pilot.shows(words), "\(words)") }
        #expect(pilot.shows("Esc back   h history"), "it cannot be opened")
        pilot.press(.escape)
        #expect(!pilot.shows("ask the operator to bind"))
    }

    @Test("detail: a key that expires while one looks says so, and is not opened any more")
    func expiry() {
        let desk = Desk().live([Desk.key("Attic"), Desk.key("Barn")])
        let pilot = desk.pilot()
        pilot.advance(by: .seconds(2))
        pilot.press(.tab)
        #expect(pilot.shows("It opens its door from here.") && pilot.shows("Enter open"))
        desk.show([Desk.key("Attic", [.expired], days: -0.01), Desk.key("Barn")])
        pilot.advance(by: .zero)
        #expect(pilot.shows("Expired. Ask for a new key") && pilot.shows("which has passed"), "\(pilot.text)")
        pilot.advance(by: .seconds(2))
        pilot.press(.return)
        #expect(desk.opened.isEmpty)
    }

    @Test("sheet: a door is opened from its detail") func aDoorIsOpenedFromItsDetail() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab)
        #expect(pilot.shows("until Fri 27 Nov 18:48, 2 days left"))
        pilot.press(.return)
        #expect(desk.opened == ["front door"] && !pilot.shows("2 days left"))
    }

    @Test("sheet: a detail is of its key and of no other") func aDetailIsOfItsKeyAndOfNoOther() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab)
        desk.show([Desk.key("Attic")] + Desk.keys)
        #expect(pilot.shows("2 days left"), "who looks at it has chosen it")
        desk.show([Desk.key("Attic")] + Desk.keys.dropFirst())
        pilot.advance(by: .zero)
        #expect(!pilot.hasWayBack, "its key has gone")
        pilot.press(.return)
        #expect(desk.opened.isEmpty)
    }

    @Test("sheet: v shows the detail and asks once") func vShowsTheDetailAndAsksOnce() async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press("v", "v", "v")
        #expect(await pilot.wait { desk.revealing == ["office"] && pilot.hasWayBack })
        desk.reveal(.success(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(await pilot.wait { pilot.shows("482915") } && desk.revealing.count == 1)
    }

    @Test("sheet: a key that vanishes takes its detail along") func aKeyThatVanishesTakesItsDetailAlong() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab)
        desk.show([])
        pilot.advance(by: .milliseconds(300))
        #expect(pilot.shows("No keys yet") && !pilot.hasWayBack)
    }

    // MARK: - Codes

    @Test("sheet: a code is shown for ten seconds and only when it is asked for")
    func aCodeIsShownForTenSecondsAndOnlyWhenItIsAskedFor() async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press(.tab)
        #expect(pilot.shows("••••") && pilot.shows("v shows it for 10 s; the journal records that"))
        pilot.press("v")
        #expect(await pilot.wait { desk.revealing == ["office"] } && pilot.shows("••••"))
        desk.reveal(.success(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(await pilot.wait { pilot.shows("482915") && pilot.shows("v hide") })
        pilot.advance(by: .milliseconds(9_999))
        #expect(pilot.shows("482915"))
        pilot.advance(by: .milliseconds(1))
        #expect(!pilot.text.contains("482915") && pilot.shows("••••"))
    }

    @Test("sheet: a code goes with what it was shown for", arguments: ["hide", "back", "another", "gone"])
    func aCodeGoesWithWhatItWasShownFor(_ way: String) async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press(.tab, "v")
        #expect(await pilot.wait { !desk.revealing.isEmpty })
        desk.reveal(.success(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(await pilot.wait { pilot.shows("482915") })
        switch way {
        case "hide": pilot.press("v")
        case "back": pilot.press(.escape)
        case "another": pilot.press(.escape, .upArrow)
        default: desk.show([])
        }
        pilot.advance(by: .zero)
        #expect(!pilot.text.contains("482915"))
    }

    @Test("sheet: a code that comes too late is not shown") func aCodeThatComesTooLateIsNotShown() async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press(.tab, "v")
        #expect(await pilot.wait { desk.revealing.count == 1 })
        pilot.press(.escape)
        desk.reveal(.success(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        pilot.press(.tab)
        // The person can ask for the code again once the screen has processed the first answer.
        let isAskedAgain = await pilot.wait {
            pilot.press("v")
            return desk.revealing.count == 2
        }
        #expect(isAskedAgain && !pilot.shows("482915"))
        desk.reveal(
            .failure(
                SeamSystemError(reason: "reveal.rate", message: "too many codes were shown; try again in 30 s")))
        #expect(await pilot.wait { pilot.shows("Too many codes were shown") })
        pilot.press(.escape, .tab)
        #expect(!pilot.shows("Too many codes were shown"))
        pilot.press(.escape)
        Self.select("Front Door", desk, pilot)
        pilot.press("v")
        #expect(desk.revealing.count == 2, "it has none")
    }

    // MARK: - Activity

    @Test("sheet: what was opened is told with its end") func whatWasOpenedIsToldWithItsEnd() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("a")
        #expect(pilot.shows("Reading the journal"))
        desk.tell(.success(Desk.records))
        let rows = [
            ("today 14:00", "Front Door", "under way"), ("today 13:59", "Front Door", "open"),
            ("today 13:00", "Letter Room", "timed out"), ("yesterday 18:33", "Sauna", "may be open"),
            ("yesterday 13:00", "Gym", "cancelled"), ("21 Oct 20:40", "Pool", "may be open"),
        ]
        for (when, door, end) in rows {
            #expect(
                pilot.lines.contains { $0.contains(when) && $0.contains(door) && $0.contains(end) },
                "\(when) \(door) \(end)\n\(pilot.text)")
        }
        pilot.press(.escape)
        #expect(!pilot.shows("may be open"))
    }

    @Test("sheet: the history of a key is of that key") func theHistoryOfAKeyIsOfThatKey() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab, "h")
        desk.tell(.success(Desk.records))
        #expect(pilot.shows("Activity of Front Door") && pilot.shows("today 13:59") && !pilot.shows("cancelled"))
        pilot.press(.escape, "a")
        desk.tell(.failure(SeamSystemError(reason: "rpc.unreachable", message: "the session daemon is not running")))
        #expect(pilot.shows("The session daemon is not running"))
        pilot.press(.escape, "a")
        desk.tell(.success([]))
        #expect(pilot.shows("No door has been opened yet."))
    }

    @Test("sheet: what was opened follows the journal") func whatWasOpenedFollowsTheJournal() {
        func record(_ outcome: SeamUnlockRecord.Outcome, mayHaveOpened: Bool) -> SeamUnlockRecord {
            SeamUnlockRecord(
                id: "attempt", credentialId: "front door", credentialName: "Front Door", entranceName: nil,
                startedAt: Desk.date, endedAt: nil, outcome: outcome, mayHaveOpened: mayHaveOpened)
        }
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("a")
        // The daemon has sent the command to the lock, so the record says that the door may be open.
        desk.tell(.success([record(.running, mayHaveOpened: true)]))
        #expect(pilot.shows("under way") && !pilot.shows("may be open"))
        let failed = record(.connectionFailed, mayHaveOpened: false).saying(.failed(.keyUnknown))
        desk.tell(.success([failed]))
        #expect(pilot.shows("The lock no longer knows this machine's key"), "\(pilot.text)")
        desk.tell(.success([record(.granted, mayHaveOpened: false)]))
        #expect(!pilot.shows("under way") && !pilot.shows("no longer knows"))
        #expect(pilot.lines.contains { $0.contains("today 14:00") && $0.contains("open") })
        desk.tell(.success([]))
        #expect(pilot.shows("No door has been opened yet."))
        #expect(pilot.lines.last == " Esc back   q quit   ? help", "\(pilot.text)")
        desk.show(SeamSystemError(reason: SeamSystemError.unreachable, message: "the daemon has gone"))
        #expect(pilot.shows("The session cannot be reached. This is the last known state."))
        desk.show(nil as SeamSystemError?)
        #expect(!pilot.shows("as it was last"))
    }

    // MARK: - Signing in

    /// A service and its screen, with nobody signed in.
    static func signedOut() async -> (Desk, Pilot) {
        let desk = Desk()
        let pilot = desk.pilot()
        desk.show(SeamConnectivity(radio: .ready))
        #expect(pilot.shows("Nobody is signed in."))
        pilot.advance(by: .seconds(1))
        await pilot.turn(50)
        #expect(!desk.isAsked, "who has signed out stays so")
        return (desk, pilot)
    }

    @Test("sheet: a token is taken once and never shown") func aTokenIsTakenOnceAndNeverShown() async {
        let (desk, pilot) = await Self.signedOut()
        pilot.type("seam_cst1Q")
        pilot.paste("uiet_word")
        #expect(!pilot.text.contains("cst1") && pilot.shows("•••") && pilot.shows("Enter sign in   Ctrl-C quit"))
        pilot.press(.return)
        #expect(await pilot.wait { desk.isAsked } && desk.tokens == ["seam_cst1Quiet_word"])
        #expect(pilot.shows("Signing in"))
        pilot.press(.return)
        #expect(desk.tokens.count == 1)
        desk.answer(SeamError.invalidClientSessionToken)
        #expect(await pilot.wait { pilot.shows("does not know the client session token") })
        #expect(!pilot.shows("•••"), "it is to be written anew")
        pilot.press(.return)
        #expect(await pilot.wait { desk.isAsked } && !pilot.shows("does not know"))
        #expect(desk.tokens.count == 1, "it goes on with the one that was here")
        desk.live()
        desk.answer()
        #expect(await pilot.wait { pilot.shows(" > Front Door") })
    }

    @Test("signing in: a session of one's own, of which nothing is known before, asks for the token")
    func ephemeral() async {
        let desk = Desk()
        let pilot = Pilot(SeamAccessView().environment(\.seamService, desk))
        #expect(await pilot.wait { desk.isAsked })
        desk.answer(SeamError.initializationRequired)
        #expect(await pilot.wait { pilot.shows("Nobody is signed in.") })
    }

    /// The screen shows the keys immediately, even if the topics report them much later.
    @Test("sheet: who is signed in sees their keys at once") func whoIsSignedInSeesTheirKeysAtOnce() async {
        let (desk, pilot) = await Self.signedOut()
        pilot.paste("seam_cst1word\n")
        #expect(await pilot.wait { desk.isAsked })
        desk.live()
        desk.answer()
        #expect(await pilot.wait { pilot.shows(" > Front Door") && !pilot.isBusy })
    }

    @Test("sheet: a scanner signs in") func aScannerSignsIn() async {
        let (desk, pilot) = await Self.signedOut()
        pilot.paste(" seam_cst1scanned \n")
        #expect(desk.tokens == ["seam_cst1scanned"])
    }

    @Test("sheet: a file may have the token") func aFileMayHaveTheToken() async {
        let (desk, pilot) = await Self.signedOut()
        let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = FileManager.default.createFile(
            atPath: file, contents: Data("seam_cst1from_a_file\n".utf8), attributes: [.posixPermissions: 0o600])
        pilot.type("/run/nothing")
        pilot.press(.return)
        #expect(desk.tokens.isEmpty && pilot.shows("The token cannot be read: "))
        pilot.type(file)
        pilot.press(.return)
        #expect(desk.tokens == ["seam_cst1from_a_file"] && !pilot.shows("cannot be read"))
    }

    @Test("sheet: what was written and not sent is nobody elses") func whatWasWrittenAndNotSentIsNobodyElses() async {
        let (desk, pilot) = await Self.signedOut()
        pilot.paste("\nseam_cst1half\n")
        #expect(desk.tokens == ["seam_cst1half"], "an empty first line is none")
        #expect(await pilot.wait { desk.isAsked })
        desk.answer(SeamError.invalidClientSessionToken)
        #expect(await pilot.wait { pilot.shows("does not know the client session token") })
        pilot.type("seam_cst1other")
        desk.live()
        #expect(pilot.shows("Front Door"))
        desk.show(isActive: false)
        desk.show([])
        #expect(pilot.shows("Nobody is signed in.") && !pilot.shows("•") && !pilot.shows("does not know"))
    }

    @Test("sheet: hostile text stays text in every sheet") func hostileTextStaysTextInEverySheet() async {
        for sample in HostileText.sampled {
            let key = SeamAccessCredential(
                id: "hostile", isManaged: false, name: sample, location: sample, expiry: nil, cardNumber: sample,
                code: sample, errors: [.expired])
            let record = SeamUnlockRecord(
                id: "attempt", credentialId: "hostile", credentialName: sample, entranceName: sample,
                startedAt: Desk.date,
                endedAt: nil, outcome: .granted, mayHaveOpened: false)
            let desk = Desk().live([key])
            let pilot = desk.pilot()
            pilot.press(.tab, "v")
            #expect(await pilot.wait { !desk.revealing.isEmpty })
            desk.reveal(.success(SeamRevealedCredential(code: sample, cardNumber: sample)))
            #expect(await pilot.wait { pilot.shows("v hide") })
            Self.expectSafe(pilot)
            pilot.press("h")
            desk.tell(.success([record]))
            Self.expectSafe(pilot)
            pilot.press(.escape, "/")
            pilot.paste(sample)
            Self.expectSafe(pilot)
        }
    }

    private static func expectSafe(_ pilot: Pilot) {
        let frame = pilot.frame
        for y in 0..<frame.height {
            for scalar in frame.row(y).flatMap(\.glyph.scalars) { #expect(!HostileText.isDangerous(scalar)) }
        }
    }
}
