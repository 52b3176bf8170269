import Foundation
import OpenCombine
import SeamSDK
import TermCore
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// What comes in front of the list: all about a key, the latest attempts, help; and signing in.
@MainActor @Suite struct SheetTests {
    private static func select(_ name: String, _ desk: Desk, _ pilot: Pilot) {
        desk.model.select(name.lowercased())
        #expect(pilot.shows(" > \(name)"))
    }

    // MARK: - Detail

    @Test func everyErrorOfAKeyIsToldWithItsRemedy() {
        let page = URL(string: "https://connect.example/otp/8F2K") ?? URL(filePath: "/")
        let errors: [(SeamCredentialError, String)] = [
            (.userInteractionRequired(.completeOtpAuthorization(otpUrl: page)), "https://connect.example/otp/8F2K"),
            (.userInteractionRequired(.enableBluetooth), "bluetoothctl power on"),
            (.userInteractionRequired(.enableInternet), "Needs the cloud: it could not be asked; 'seam status' says"),
            (.userInteractionRequired(.grantBluetoothPermission), "Bluetooth is not permitted"),
            (.userInteractionRequired(.appRestartRequired), "The radio does not answer"),
            (.awaitingLocalCredential, "ask the operator to bind the lock"), (.contactSeamSupport, "Misconfigured"),
            (.unsupportedDevice, "Not supported on this device"),
        ]
        let desk = Desk().live([Desk.key("Attic", errors.map(\.0))])
        let pilot = desk.pilot(columns: 90, rows: 40)
        pilot.press(.tab)
        for (_, words) in errors { #expect(pilot.shows(words), "\(words)") }
        #expect(pilot.shows("Esc back   h history"), "it cannot be opened")
        pilot.press(.tab)
        #expect(!pilot.shows("ask the operator to bind"), "Tab goes back, too")
    }

    @Test func aDoorIsOpenedFromItsDetail() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab)
        #expect(pilot.shows("until Fri 27 Nov 18:48, 2 days left"))
        pilot.press(.return)
        #expect(desk.opened == ["front door"] && !pilot.shows("2 days left"))
    }

    @Test func aDetailIsOfItsKeyAndOfNoOther() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab)
        desk.model.list.show([Desk.key("Attic")] + Desk.keys)
        #expect(pilot.shows("2 days left") && desk.model.list.selected == "front door", "who looks at it has chosen it")
        desk.model.list.show([Desk.key("Attic")] + Desk.keys.dropFirst())
        #expect(desk.model.router.front == nil, "its key has gone")
        pilot.press(.return)
        #expect(desk.opened.isEmpty)
    }

    @Test func vShowsTheDetailAndAsksOnce() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press("v", "v", "v")
        #expect(desk.revealing == ["office"] && desk.model.router.front == .detail)
        desk.reveal(.value(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(pilot.shows("482915"))
    }

    @Test func aKeyThatVanishesTakesItsDetailAlong() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab)
        desk.model.list.show([])
        #expect(pilot.shows("No keys yet.") && desk.model.router.front == nil)
    }

    // MARK: - Codes

    @Test func aCodeIsShownForTenSecondsAndOnlyWhenItIsAskedFor() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press(.tab)
        #expect(pilot.shows("••••") && pilot.shows("v shows it for 10 s; that is noted in the journal"))
        pilot.press("v")
        #expect(desk.revealing == ["office"] && pilot.shows("••••"))
        desk.reveal(.value(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(pilot.shows("482915") && pilot.shows("v hide"))
        desk.advance(by: .milliseconds(9_999))
        #expect(pilot.shows("482915"))
        desk.advance(by: .milliseconds(1))
        #expect(!pilot.text.contains("482915") && pilot.shows("••••"))
    }

    @Test(arguments: ["hide", "back", "another", "gone"]) func aCodeGoesWithWhatItWasShownFor(_ way: String) {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press(.tab, "v")
        desk.reveal(.value(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(pilot.shows("482915"))
        switch way {
        case "hide": pilot.press("v")
        case "back": pilot.press(.escape)
        case "another": desk.model.move(by: -1)
        default: desk.model.list.show([])
        }
        #expect(desk.model.reveals.revealed == nil && !pilot.text.contains("482915"))
        desk.advance(by: .seconds(10))
        #expect(desk.model.reveals.revealed == nil)
    }

    @Test func aCodeThatComesTooLateIsNotShown() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        Self.select("Office", desk, pilot)
        pilot.press(.tab, "v", .escape)
        desk.reveal(.value(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(desk.model.reveals.revealed == nil)
        pilot.press(.tab, "v")
        desk.reveal(.problem("Too many codes were shown; try again in 30 s"))
        #expect(pilot.shows("Too many codes were shown"))
        pilot.press(.escape, .tab)
        #expect(!pilot.shows("Too many codes were shown") && desk.revealing.isEmpty)
        pilot.press(.escape)
        Self.select("Front Door", desk, pilot)
        pilot.press("v")
        #expect(desk.revealing.isEmpty, "it has none")
    }

    // MARK: - Activity

    @Test func whatWasOpenedIsToldWithItsEnd() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("a")
        #expect(pilot.shows("Reading the journal"))
        desk.tell(.value(Desk.records))
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

    @Test func theHistoryOfAKeyIsOfThatKey() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.tab, "h")
        desk.tell(.value(Desk.records))
        #expect(pilot.shows("What Front Door opened") && pilot.shows("today 13:59") && !pilot.shows("cancelled"))
        pilot.press(.escape, "a")
        desk.tell(.problem("The session daemon is not running"))
        #expect(pilot.shows("The session daemon is not running"))
        pilot.press(.escape, "a")
        desk.tell(.value([]))
        #expect(pilot.shows("Nothing yet."))
    }

    @Test func whatWasOpenedFollowsTheJournal() {
        func record(_ outcome: SeamUnlockRecord.Outcome, mayHaveOpened: Bool) -> SeamUnlockRecord {
            SeamUnlockRecord(
                id: "attempt", credentialId: "front door", credentialName: "Front Door", entranceName: nil,
                startedAt: Desk.date, endedAt: nil, outcome: outcome, mayHaveOpened: mayHaveOpened)
        }
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("a")
        // The command is out, so the journal holds that the door may have opened.
        desk.tell(.value([record(.running, mayHaveOpened: true)]))
        #expect(pilot.shows("under way") && !pilot.shows("may be open"))
        desk.tell(.value([record(.granted, mayHaveOpened: false)]))
        #expect(!pilot.shows("under way") && pilot.lines.contains { $0.contains("today 14:00") && $0.contains("open") })
        desk.tell(.value([]))
        #expect(pilot.shows("Nothing yet."))
        desk.model.session.show(SeamSystemError(reason: SeamSystemError.unreachable, message: "the daemon has gone"))
        #expect(pilot.shows("the daemon has gone. This is as it was last."))
        desk.model.session.show(nil as SeamSystemError?)
        #expect(!pilot.shows("as it was last"))
        desk.tell(.value([record(.granted, mayHaveOpened: false)]))
        desk.advance(by: .seconds(86_400))
        #expect(pilot.shows("yesterday"), "days change")
    }

    // MARK: - Signing in

    @Test func aTokenIsTakenOnceAndNeverShown() {
        let desk = Desk()
        let pilot = desk.pilot()
        desk.model.session.show(SeamConnectivity(radio: .ready))
        pilot.type("seam_cst1Q")
        pilot.paste("uiet_word")
        #expect(!pilot.text.contains("cst1") && pilot.shows("•••") && pilot.shows("Enter sign in   Ctrl-C quit"))
        pilot.press(.return)
        #expect(desk.tokens == ["seam_cst1Quiet_word"] && pilot.shows("Signing in"))
        pilot.press(.return)
        #expect(desk.tokens.count == 1)
        desk.signedIn("Nobody knows this token.")
        #expect(pilot.shows("Nobody knows this token.") && !pilot.shows("•••"), "it is to be written anew")
        pilot.press(.return)
        #expect(desk.tokens == ["seam_cst1Quiet_word", ""] && !pilot.shows("Nobody knows this token."))
        desk.signedIn(nil)
        desk.live()
        #expect(pilot.shows(" > Front Door"))
    }

    /// The topics may report the keys later, however long that takes.
    @Test func whoIsSignedInSeesTheirKeysAtOnce() {
        let desk = Desk()
        let pilot = desk.pilot()
        desk.model.session.show(SeamConnectivity(radio: .ready))
        pilot.paste("seam_cst1word\n")
        desk.read = Desk.keys
        desk.signedIn(nil)
        #expect(pilot.shows(" > Front Door") && !desk.model.isBusy)
    }

    @Test func aScannerSignsIn() {
        let desk = Desk()
        let pilot = desk.pilot()
        desk.model.session.show(SeamConnectivity(radio: .ready))
        pilot.paste(" seam_cst1scanned \n")
        #expect(desk.tokens == ["seam_cst1scanned"])
    }

    @Test func aFileMayHaveTheToken() {
        let desk = Desk()
        desk.files = ["/run/visitor/token": "seam_cst1from_a_file\n"]
        let pilot = desk.pilot()
        desk.model.session.show(SeamConnectivity(radio: .ready))
        pilot.type("/run/nothing")
        pilot.press(.return)
        #expect(desk.tokens.isEmpty && pilot.shows("The token cannot be read: no such file"))
        pilot.type("/run/visitor/token")
        pilot.press(.return)
        #expect(desk.tokens == ["seam_cst1from_a_file"] && !pilot.shows("cannot be read"))
    }

    @Test func whatWasWrittenAndNotSentIsNobodyElses() {
        let desk = Desk()
        let pilot = desk.pilot()
        desk.model.session.show(SeamConnectivity(radio: .ready))
        pilot.paste("\nseam_cst1half\n")
        #expect(desk.tokens == ["seam_cst1half"], "an empty first line is none")
        desk.signedIn("Nobody knows this token.")
        pilot.type("seam_cst1other")
        desk.live()
        #expect(pilot.shows("Front Door"))
        desk.model.session.show(isActive: false)
        desk.model.list.show([])
        #expect(pilot.shows("Nobody is signed in.") && !pilot.shows("•") && !pilot.shows("Nobody knows"))
        #expect(desk.model.signIn.token.isEmpty)
    }

    @Test func hostileTextStaysTextInEverySheet() {
        for sample in HostileText.samples.sampled {
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
            desk.reveal(.value(SeamRevealedCredential(code: sample, cardNumber: sample)))
            Self.expectSafe(pilot)
            pilot.press("h")
            desk.tell(.value([record]))
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
