import SeamWords
import SignalAPI
import TestSupport
import Testing
import Wire

@testable import SignalWeb

/// Tests what the pages of a person's phone say and take.
@Suite struct DevicePageTests {
    static let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)
    static let ids = (1...9).compactMap { SignalID(bytes: Array(repeating: UInt8($0), count: 16)) }

    static func sight(_ change: (inout DeviceSight) -> Void = { _ in }) -> DeviceSight {
        var person = SignalPerson(
            id: ids[0], firstName: "Ada", lastName: "Moreno", phone: "+4915112345678", emergencyNote: "",
            checkInInterval: .seconds(86_400), reminderInterval: .seconds(3_600), grace: .seconds(300),
            status: "active", qrCodeID: ids[1], isArmed: true, isWatched: true)
        person.nextDue = now.advanced(by: .seconds(3 * 3_600 + 59 * 60))
        var sight = DeviceSight(now: now, person: person, contacts: [], questions: [], unread: 0)
        change(&sight)
        return sight
    }

    private static func caller(_ name: String, _ change: (inout SignalAlert) -> Void = { _ in }) -> SignalContact {
        var alert = SignalAlert(id: ids[3], at: now, kind: "manual", status: "active", word: "WOWOWO")
        change(&alert)
        var contact = SignalContact(id: ids[2], firstName: name, lastName: "", phone: "+34 600 112233", addedAt: now)
        (contact.isDependent, contact.alert) = (true, alert)
        return contact
    }

    static func page(_ sight: DeviceSight = sight(), _ language: SeamLanguage = .english) -> DevicePage {
        let words = DeviceWords(
            sight: sight, local: { "T+\(now.duration(to: $0).components.seconds)" }, spoken: { _ in "NOON" })
        return DevicePage(words: words, language: language, site: "site:")
    }

    private static func home(_ change: (inout DeviceSight) -> Void = { _ in }) -> String {
        page(sight(change)).home().html.text
    }

    /// The deeds that a page offers, in order.
    static func deeds(_ page: String) -> [String] {
        page.matches(of: /name="do" value="(\w+)"/).map { String($0.1) }
    }

    @Test("phone page: the deadline, and how late it is") func deadline() {
        let page = Self.home()
        #expect(page.contains("Check in by NOON.") && page.contains("in 239 minutes") == false)
        #expect(page.contains("in 3 hours (T+14340)") && page.contains("Last check-in: never"))
        #expect(Self.deeds(page) == ["check_in", "help", "sign_out"] && !page.contains("name=\"pin\""))
        for (seconds, text) in [(0, "1 minute late"), (119 * 60, "119 minutes late"), (7_200, "2 hours late")] {
            let late = Self.home { $0.person.nextDue = Self.now.advanced(by: .seconds(-seconds)) }
            #expect(late.contains("<h1 class=\"late\">Your check-in is \(text).</h1>"), "\(text)")
        }
        for (grace, status, text) in [
            (300, "active", "Others are alerted in 4 minutes."), (61, "active", "Others are alerted in 1 minute."),
            (60, "active", "Others are being alerted."), (60, "nonResponsive", "Others have been alerted. Check in as"),
        ] {
            let late = Self.home {
                $0.person.nextDue = Self.now.advanced(by: .seconds(-60))
                ($0.person.grace, $0.person.status) = (.seconds(grace), status)
            }
            #expect(late.contains(text), "\(text)")
        }
        #expect(Self.home { $0.person.isWatched = false }.contains("LifeSignal is not watching at the moment"))
        let far = Self.home { $0.person.nextDue = Self.now.advanced(by: .seconds(2 * 86_400)) }
        #expect(far.contains("in 2 days (T+172800)"))
    }

    @Test("phone page: alarms of others come first, and a call of one's own can be ended") func alarms() throws {
        let page = Self.home { $0.contacts = [Self.caller("Ben")] }
        #expect(Self.deeds(page) == ["on_my_way", "all_right", "check_in", "help", "sign_out"])
        #expect(page.contains("Ben calls for help.") && page.contains("href=\"tel:+34600112233\""))
        #expect(page.contains("name=\"alert\" value=\"\(Self.ids[3])\"") && page.contains("Please help: Phone them."))
        let helped = Self.home { $0.contacts = [Self.caller("Ben") { $0.acknowledgedAt = Self.now }] }
        #expect(Self.deeds(helped).first == "all_right" && helped.contains("Somebody is on the way."))
        let secret = Self.home { $0.contacts = [Self.caller("Ben") { $0.isConcealed = true }] }
        #expect(!secret.contains("tel:") && !secret.contains("112233") && secret.contains("Do not phone or write"))
        let own = Self.home { sight in
            sight.alarm = Self.caller("").alert
            sight.person.hasPIN = true
        }
        #expect(Self.deeds(own) == ["check_in", "cancel", "help", "sign_out"])
        #expect(own.contains("You called for help just now. Nobody has answered yet."))
        #expect(own.count { $0 == "<" } > 10 && own.matches(of: /name="pin" type="password"/).count == 2)
        let overdue = Self.home { $0.alarm = Self.caller("") { $0.kind = "overdue" }.alert }
        #expect(!Self.deeds(overdue).contains("cancel"), "only a check-in ends it")
        let question = SignalPing(id: Self.ids[4], contact: Self.ids[2], isMine: false, at: Self.now, status: "pending")
        let asked = Self.home { ($0.contacts, $0.questions) = ([Self.caller("Ben")], [question]) }
        #expect(asked.contains("Ben asks: are you all right?"))
    }

    @Test(
        "phone page: each page is in the reader's language, and has no script in attributes",
        arguments: SeamLanguage.spoken)
    func languages(_ language: SeamLanguage) {
        let sight = Self.sight { $0.contacts = [Self.caller("Ben")] }
        let plain = [
            DeviceWords.notAdded, DeviceWords.signedOut, DeviceWords.pairing, DeviceWords.unknownCode,
            DeviceWords.tooManyCodes, DeviceWords.tooManyPhones, DeviceWords.pairingUncertain, DeviceWords.away,
            DeviceWords.uncertain(.checkIn(pin: nil)), DeviceWords.uncertain(.callForHelp), DeviceWords.uncertain(nil),
        ]
        let pages =
            [
                Self.page(sight, language).home(),
                Self.page(sight, language).question(DeviceWords.helpQuestion, "help"),
                DevicePage.pairing(hasToken: false, language), DevicePage.notAdded(language),
                DevicePage.offline(language),
                Self.page(sight, language).show(.people), Self.page(sight, language).show(.inbox),
                Self.page(sight, language).show(.settings), Self.page(sight, language).adding("X"),
            ] + plain.map { WebPage.plain($0, language) }
        for page in pages.map(\.html.text) {
            #expect(page.contains("<html lang=\"\(language.code)\">") && !page.contains("%@") && !page.contains("://"))
            #expect(page.firstMatch(of: /\son\w+=/) == nil && page.utf8.count < 16_000)
        }
        if language != .english {
            for words in plain { #expect(words.text.said(in: language) != words.text.said(in: .english)) }
        }
    }

    @Test("phone page: no text of others becomes markup") func hostile() {
        let tags = Self.home { $0.contacts = [Self.caller("Ben")] }.count { $0 == "<" }
        for text in ["<script>alert(1)</script>", "\"><img src=x>", "' onclick='x"] + HostileText.samples
        where text.utf8.count < 4_000 {
            let page = Self.home { sight in
                var contact = Self.caller(text)
                (contact.phone, contact.emergencyNote) = (text, text)
                (sight.contacts, sight.person.firstName) = ([contact], text)
            }
            #expect(
                page.count { $0 == "<" } <= tags + 8 && !page.contains("<script>") && !page.contains("<img"), "\(text)")
            #expect(!page.contains(" onclick='"), "\(text)")
        }
    }

    @Test("phone page: the people on both sides, the inbox with its count, and the phones") func lists() {
        var (late, well, helper, deaf) = (
            Self.caller("Late"), Self.caller("Well"), Self.caller("Helper"), Self.caller("Deaf")
        )
        (late.alert, late.status, well.alert, helper.alert, deaf.alert) = (nil, "nonResponsive", nil, nil, nil)
        well.lastCheckIn = Self.now
        (helper.isDependent, helper.isResponder, helper.tier, helper.channels) = (false, true, 1, ["mail", "box"])
        (deaf.isDependent, deaf.isResponder, deaf.tier, deaf.isSilent) = (false, true, 2, true)
        let message = SignalNotification(
            id: Self.ids[5], at: Self.now, type: "system", title: "<T>", message: "one\ntwo", isRead: false)
        let phone = SignalDevice(
            id: Self.ids[6], name: "<iPhone>", pairedAt: Self.now, usedAt: Self.now, isCurrent: true)
        let sight = Self.sight { sight in
            sight.contacts = [well, deaf, Self.caller("Ben"), helper, late]
            (sight.unread, sight.inbox, sight.devices) = (7, [message], [phone])
        }
        let people = Self.page(sight).show(.people).html.text
        #expect(
            people.matches(of: /<b>(\w+)<\/b>/).map { String($0.1) }
                == ["Ben", "Late", "Well", "Helper", "Deaf"] + ["Well", "Deaf", "Ben", "Helper", "Late"])
        for text in [
            "CALLS FOR HELP, just now", "has missed a check-in", "checked in just now", "1. <b>Helper</b> mail, box",
            "cannot be alerted: has turned alarms off", "aria-current=\"page\">People</a>", ">Inbox (7)</a>",
        ] { #expect(people.contains(text), "\(text)") }
        let inbox = Self.page(sight).show(.inbox).html.text
        #expect(inbox.contains("&lt;T&gt;") && inbox.contains("one\ntwo") && inbox.contains("new, T+0 (just now)"))
        #expect(Self.deeds(inbox) == ["read"])
        let phones = Self.page(sight).show(.devices).html.text
        #expect(phones.contains("&lt;iPhone&gt;") && phones.contains("this phone") && Self.deeds(phones) == ["remove"])
        #expect(Self.page().show(.people).html.text.contains("You have no contacts yet."))
        #expect(Self.page().show(.inbox).html.text.contains("Nothing has happened yet."))
    }

    @Test("phone page: what contacts ask for is answered, and a person is asked whether they are well") func wishes() {
        var asking = Self.caller("<Zoe>")
        (asking.alert, asking.isDependent, asking.consent) = (nil, false, "awaiting")
        for (isResponder, isDependent, text, fields) in [
            (true, true, "wants to look out for you, and asks you to look out for them.", ["responder", "dependent"]),
            (true, false, "wants to look out for you.", ["responder"]),
            (false, true, "asks you to look out for them.", ["dependent"]),
        ] {
            asking.proposal = .init(isResponder: isResponder, isDependent: isDependent, isMine: false)
            let sight = Self.sight { $0.contacts = [asking] }
            for page in [Self.page(sight).home(), Self.page(sight).show(.people)].map(\.html.text) {
                #expect(page.contains("&lt;Zoe&gt; \(text)") && Self.deeds(page).prefix(2) == ["agree", "decline"])
                let hidden = page.matches(of: /name="(\w+)" value="yes"/).map { String($0.1) }
                #expect(hidden == fields && page.contains("name=\"contact\" value=\"\(Self.ids[2])\""))
            }
        }
        for (isMine, consent) in [(true, "awaiting"), (false, "ended")] {
            asking.proposal = .init(isResponder: true, isDependent: false, isMine: isMine)
            asking.consent = consent
            #expect(!Self.deeds(Self.page(Self.sight { $0.contacts = [asking] }).home().html.text).contains("agree"))
        }
        var well = Self.caller("Well")
        (well.alert, well.lastCheckIn) = (nil, Self.now)
        let people = { Self.deeds(Self.page(Self.sight { $0.contacts = [well] }).show(.people).html.text) }
        #expect(people().first == "ping")
        well.status = "pendingPing"
        #expect(!people().contains("ping"), "they were asked already")
    }

    @Test("phone page: can be installed, with a small service worker that leaves forms and links in messages alone")
    func installed() throws {
        let page = Self.home()
        for file in [WebFile.manifest, .icon, .phoneScript] { #expect(page.contains(file.path)) }
        #expect(page.contains("id=\"unsent\" class=\"warning\" role=\"alert\" hidden>This was not sent"))
        let manifest = try #require(try JSON(parsing: WebFile.manifest.bytes).objectValue)
        #expect(manifest["start_url"] == "/" && manifest["display"] == "standalone")
        let worker = String(decoding: WebFile.worker.bytes, as: UTF8.self)
        #expect(worker.utf8.count < 3_000 && worker.contains(WebFile.style.path))
        #expect(worker.contains(#"if (request.method !== "GET") { return; }"#) && worker.contains(#"!/^\/[ap](\/|$)/"#))
        let fields = WebAnswer(WebFile.worker).fields(isSecure: true)
        #expect(WebFile.worker.path == "/worker.js" && fields.contains { $0 == ("cache-control", "no-store") })
        for language in SeamLanguage.spoken {
            let offline = DevicePage.offline(language).html.text
            #expect(offline.contains(DeviceWords.offline.text.said(in: language)) && !offline.contains("<script"))
        }
    }

    @Test("phone form: says what to do, asks first where it is serious, and takes only PINs as PINs") func orders() {
        let (id, other) = (Self.ids[3], "00000000-0000-0000-0000-00000000000G")
        let table: [(String, DeviceDeed.Order?)] = [
            ("do=check_in", .perform(.checkIn(pin: nil))), ("do=check_in&pin=", .perform(.checkIn(pin: nil))),
            ("do=check_in&pin=+1234+", .perform(.checkIn(pin: "1234"))),
            ("pin=%31234&do=cancel", .perform(.cancelCall(pin: "1234"))),
            ("do=check_in&pin=123", .badPIN(.checkIn(pin: nil))),
            ("do=check_in&pin=123456789", .badPIN(.checkIn(pin: nil))),
            ("do=check_in&pin=12a4", .badPIN(.checkIn(pin: nil))),
            ("do=check_in&pin=%", .badPIN(.checkIn(pin: nil))),
            ("do=check_in&pin=%D9%A1%D9%A2%D9%A3%D9%A4", .badPIN(.checkIn(pin: nil))),
            ("do=help", .ask(.callForHelp)), ("do=help&sure=yes", .perform(.callForHelp)),
            ("do=help&sure=no", .ask(.callForHelp)),
            ("do=on_my_way&alert=\(id)", .perform(.onMyWay(alert: id))),
            ("do=all_right&alert=\(id)", .ask(.allRight(alert: id))),
            ("do=read", .perform(.markRead)),
            (
                "do=agree&contact=\(id)&responder=yes",
                .perform(.contact(.agree(id, isResponder: true, isDependent: false)))
            ),
            (
                "do=agree&contact=\(id)&dependent=yes&responder=no",
                .perform(.contact(.agree(id, isResponder: false, isDependent: true)))
            ),
            ("do=agree&responder=yes", nil), ("do=decline&contact=\(id)", .perform(.contact(.decline(id)))),
            ("do=ping&contact=\(id)", .perform(.contact(.ping(id)))), ("do=ping&contact=\(other)", nil),
            ("do=remove&device=\(id)", .ask(.remove(device: id))), ("do=remove", nil), ("do=on_my_way", nil),
            ("do=on_my_way&alert=\(other)", nil), ("do=sign_out", .ask(.signOut)),
            ("", nil), ("do=", nil), ("do=format", nil), ("DO=check_in", nil), ("%64o=check_in", nil),
        ]
        for (form, order) in table { #expect(DeviceDeed.order(form) == order, "\(form)") }
    }

    @Test("phone cookie: has the prefix with TLS only, and is read only as a token") func cookie() throws {
        let secure = DeviceCookie(try #require(WebSite("https://a.example")))
        let plain = DeviceCookie(try #require(WebSite("http://127.0.0.1:8480")))
        #expect(secure.setting("T") == "__Host-device=T; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure")
        #expect(plain.setting("T") == "device=T; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax")
        func token(_ cookie: String) -> String? {
            secure.token(WebHead(method: "GET", target: "/", host: nil, fields: ["cookie": cookie]))
        }
        #expect(token("a=b; __Host-device=T_-9; c=d") == "T_-9" && token("__Host-device=T") == "T")
        for bad in [
            "", "device=T", "__Host-device=", "__Host-device", "__Host-device=T T", "x__Host-device=T",
            "__Host-device=T==",
        ] {
            #expect(token(bad) == nil, "\(bad)")
        }
    }
}
