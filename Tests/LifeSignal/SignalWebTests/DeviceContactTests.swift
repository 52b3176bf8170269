import SeamWords
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

@testable import SignalWeb

/// Tests how contacts and settings are changed on a phone.
extension DevicePageTests {
    @Test("phone form: what is done about contacts, and what is set")
    func changes() {
        let (id, form) = (Self.ids[2], "contact=\(Self.ids[2])")
        let times = SettingsDeed.Times(
            checkIn: .seconds(86_400), reminder: .seconds(1_800), grace: .zero, pause: .seconds(86_400))
        var preferences = SignalPreferences(alerts: true, pings: false, checkIns: false, contacts: true)
        preferences.language = "de"
        let span = "check_in=1440&reminder=30&grace=0"
        let table: [(String, DeviceDeed.Order?)] = [
            ("do=tier&tier=2&\(form)", .perform(.contact(.setTier(id, 2, pin: nil)))), ("do=tier&tier=4&\(form)", nil),
            ("do=tier&tier=x&\(form)", nil),
            ("do=ask&role=dependent&\(form)", .perform(.contact(.ask(id, .dependent)))),
            ("do=ask&role=boss&\(form)", nil), ("do=drop&role=responder", nil),
            ("do=drop&role=responder&\(form)", .ask(.contact(.drop(id, .responder, pin: nil)))),
            ("do=end&pin=1234&sure=yes&\(form)", .perform(.contact(.end(id, pin: "1234")))),
            ("do=end&pin=12&sure=yes&\(form)", .badPIN(.contact(.end(id, pin: nil)))),
            ("do=mute&\(form)", .perform(.contact(.mute(id)))),
            ("do=find&person=+LS1%3AX+", .perform(.contact(.find("LS1:X")))),
            ("do=find", .perform(.contact(.find("")))),
            (
                "do=add_person&ticket=\(id)&dependent=yes",
                .perform(.contact(.add(ticket: id, isResponder: false, isDependent: true)))
            ),
            ("do=add_person&dependent=yes", nil), ("do=new_code", .ask(.contact(.renewCode))),
            ("do=times&\(span)&pause=1440", .perform(.settings(.setTimes(times, pin: nil)))),
            ("do=times&\(span)&pause=43201", nil), ("do=times&\(span)&pause=-1", nil), ("do=times&\(span)", nil),
            ("do=messages&alerts=yes&contacts=yes&language=de", .perform(.settings(.setMessages(preferences)))),
            (
                "do=name&first_name=+Ada+&last_name=M",
                .perform(.settings(.setName(firstName: "Ada", lastName: "M")))
            ),
            ("do=note&note=a%0D%0Ab", .perform(.settings(.setNote("a\nb")))),
            ("do=end_pause", .perform(.settings(.endPause))),
            ("do=withdraw&\(form)", .perform(.contact(.withdraw(id)))),
            ("do=remind&delay=60", .perform(.settings(.remind(.seconds(3_600))))), ("do=remind&delay=0", nil),
            (
                "do=set_pin&new_pin=1234&again=1234&forced_pin=&pin=9876",
                .perform(.settings(.setPIN(.init(new: "1234", again: "1234"), pin: "9876")))
            ),
            ("do=set_pin&new_pin=12", .badPIN(.settings(.setPIN(.init(new: "12"), pin: nil)))),
            ("do=set_pin&pin=9876", nil),
            ("do=remove_pin", .ask(.settings(.removePIN(pin: nil)))),
        ]
        for (form, order) in table { #expect(DeviceDeed.order(form) == order, "\(form)") }
    }

    @Test("phone page: a contact has the buttons for what is agreed on, and the last responder a warning")
    func contactButtons() {
        var ben = SignalContact(id: Self.ids[2], firstName: "<Ben>", lastName: "", phone: "+34 … 33", addedAt: Self.now)
        let deeds = { Self.deeds(Self.page(Self.sight { $0.contacts = [ben] }).show(.people).html.text) }
        #expect(deeds() == ["ask", "ask", "end", "find", "new_code"], "nothing is agreed on")
        (ben.isResponder, ben.tier, ben.consent) = (true, 2, "active")
        #expect(deeds() == ["tier", "drop", "ask", "end", "find", "new_code"])
        let page = Self.page(Self.sight { $0.contacts = [ben] })
        let people = page.show(.people).html.text
        #expect(people.contains("<option value=\"2\" selected>second</option>") && people.contains("&lt;Ben&gt;"))
        let warning = "Then nobody is alerted for you but the people who run this machine."
        for role in [ContactDeed.Role.responder, nil] {
            let question = page.question(page.words.endQuestion(role, ben), "end", takesPIN: true).html.text
            #expect(question.contains(warning) && !question.contains("name=\"pin\""), "the person has no PIN")
        }
        #expect(page.words.endQuestion(.dependent, ben).text.said(in: .english).isEmpty)
        ben.proposal = .init(isResponder: true, isDependent: true, isMine: true)
        #expect(deeds() == ["tier", "withdraw", "end", "find", "new_code"], "a request is open")
        (ben.proposal, ben.isResponder, ben.consent) = (nil, false, "ended")
        #expect(deeds() == ["end", "find", "new_code"])
        #expect(Self.page(Self.sight { $0.contacts = [ben] }).show(.people).html.text.contains("Remove from the list"))
    }

    @Test("phone page: the settings have the present values, and say what does not count yet") func settings() {
        var person = Self.sight().person
        (person.hasPIN, person.emergencyNote, person.pause) = (true, "a </textarea> b", .seconds(86_400))
        person.waiting = .init(checkIn: .seconds(100 * 60), reminder: .seconds(1_800), grace: .zero)
        let show = { (language: SeamLanguage) in
            Self.page(
                Self.sight { sight in
                    sight.person = person
                    sight.preferences = SignalPreferences(alerts: false, pings: true, checkIns: true, contacts: true)
                }, language
            ).show(.settings).html.text
        }
        let page = show(.english)
        for text in [
            "<option value=\"100\" selected>100 minutes</option>", "<option value=\"0\" selected>at once</option>",
            "<option value=\"0\">none</option>", "<option value=\"1440\" selected>1 day</option>",
            "This counts from your next check-in on. Until then: 1 day.", "a &lt;/textarea&gt; b",
            "name=\"alerts\" value=\"yes\">", "name=\"pings\" value=\"yes\" checked>",
            "<option value=\"machine\" selected>",
        ] { #expect(page.contains(text), "\(text)") }
        let deeds = ["times", "end_pause", "remind", "messages", "name", "note", "set_pin", "remove_pin"]
        #expect(Self.deeds(page) == deeds)
        person.emergencyNote = String(repeating: "ä", count: 601)
        #expect(!show(.english).contains("too long to be changed here"))
        person.emergencyNote = String(repeating: "ä", count: 640)
        #expect(show(.english).contains("too long to be changed here") && !show(.german).contains("Your"))
    }
}

extension WebSystemTests {
    @Test("web: on two phones, somebody is added by an address, agrees, is changed, and ends") func contacts()
        async throws
    {
        let bench = try await SenderBench(told: [], web: LinkBench.url) { _ in [] }
        try bench.bench.signIn(SignalBench.ada)
        let (web, client) = (try await WebBench(bench), try bench.bench.client())
        try bench.bench.signIn(SignalBench.ben, session: "ben")
        _ = try client.call(UserUpdate.self, .init(firstName: "Ada", lastName: "Moreno", emergencyNote: ""))
        let ada = try await web.addPhone(bench)
        let ben = try await web.addPhone(bench, session: "ben")
        func contact(_ session: String? = nil) throws -> SignalContact? {
            try client.call(ContactList.self, .init(session: session)).contacts.first
        }

        // Ada's address opens on Ben's phone. To open it changes nothing.
        let people = try await web.visit("/people", ["cookie": ada])
        let found = try #require(
            people.body.firstMatch(of: /<b class="code">https:\/\/alarm\.example\.org(\/add\/\w+)</))
        let offer = try await web.visit(String(found.1), ["cookie": ben])
        let code = try #require(offer.body.firstMatch(of: /name="person" value="([^"]+)"/)).1
        #expect(offer.body.contains("action=\"/people?lang=en\"") && code.hasSuffix(found.1))
        #expect(try await web.visit(String(found.1)).status == 403)
        let question = try await web.tap("do=find&person=\(code)", ben, on: "/people")
        #expect(try question.body.contains("This is the code of Ada (+49") && contact() == nil)
        let ticket = try #require(question.body.firstMatch(of: /name="ticket" value="([^"]+)"/)).1
        let asked = try await web.tap("do=add_person&responder=yes&ticket=\(ticket)", ben, on: "/people")
        #expect(asked.body.contains("They are asked. Until they agree, nobody is told of anything."))
        for (text, status) in [("LS1:X", 400), ("\(code)", 409)] {
            #expect(try await web.tap("do=find&person=\(text)", ada, on: "/people").status == status, "\(text)")
        }
        let form = "contact=\(try #require(try contact()).id)"
        _ = try await web.tap("do=agree&dependent=yes&\(form)", ada)
        let own = "contact=\(try #require(try contact("ben")).id)"
        #expect(try contact("ben")?.isResponder == true)

        // Ben changes when Ada is alerted, asks for the other role, and ends it all. The PIN guards the last.
        #expect(try await web.tap("do=tier&tier=3&\(own)", ben, on: "/people").body.contains("This has been changed."))
        #expect(try contact("ben")?.tier == 3)
        _ = try await web.tap("do=ask&role=dependent&\(own)", ben, on: "/people")
        #expect(try contact()?.proposal?.isMine == false && contact("ben")?.isResponder == true)
        // An open request stays when the tier is stored again.
        _ = try await web.tap("do=tier&tier=3&\(own)", ben, on: "/people")
        #expect(try contact()?.proposal?.isMine == false)
        _ = try await web.tap("do=withdraw&\(own)", ben, on: "/people")
        #expect(try contact()?.proposal == nil && contact("ben")?.isResponder == true)
        _ = try await web.tap("do=tier&tier=1&\(own)", ben, on: "/people")
        let settings = try await web.tap("do=set_pin&new_pin=1234&again=1234", ben, on: "/settings")
        #expect(settings.body.contains("The PIN is set."))
        #expect(try await web.tap("do=tier&tier=2&\(own)", ben, on: "/people").status == 403)
        #expect(try await web.tap("do=tier&tier=2&pin=1234&\(own)", ben, on: "/people").status == 200)
        let sure = try await web.tap("do=drop&role=responder&\(own)", ben, on: "/people")
        #expect(sure.body.contains("Then nobody is alerted for you") && sure.body.contains("name=\"pin\""))
        let again = try await web.tap("do=end&sure=yes&pin=4321&\(own)", ben, on: "/people")
        #expect(again.status == 403 && again.body.contains("The PIN is wrong.") && again.body.contains("name=\"pin\""))
        #expect(try await web.tap("do=end&sure=yes&pin=1234&\(own)", ben, on: "/people").body.contains("has ended."))
        #expect(try contact("ben") == nil && contact()?.consent == "ended")
        let old = try #require(code.split(separator: "/").last)
        _ = try await web.tap("do=new_code&sure=yes", ada, on: "/people")
        #expect(
            try await web.tap("do=find&person=LS1:\(old)", ben, on: "/people").body.contains("Nobody has this code."))
    }

    @Test("web: a phone changes times, messages, name and note, and a longer time needs the PIN") func settings()
        async throws
    {
        let bench = try await SenderBench(told: [], web: LinkBench.url) { _ in [] }
        try bench.bench.signIn(SignalBench.ada)
        let (web, client) = (try await WebBench(bench), try bench.bench.client())
        let ada = try await web.addPhone(bench)
        func set(_ form: String) async throws -> WebBench.Answer { try await web.tap(form, ada, on: "/settings") }
        #expect(try await set("do=note&note=Key").body.contains("Type both names."))
        #expect(try await set("do=name&first_name=Ada&last_name=Quux").body.contains("value=\"Quux\""))
        #expect(try await set("do=note&note=Key").body.contains("This has been changed."))
        let empty = try await set("do=name&first_name=&last_name=Typed")
        #expect(empty.status == 400 && empty.body.contains("value=\"Typed\""), "what was typed stays")
        #expect(try await set("do=messages&alerts=yes&language=es").body.contains("This has been changed."))
        #expect(try client.call(SettingsGet.self, .init()).language == "es")
        for (form, text) in [
            ("again=1243", "The PIN was not typed the same twice."),
            ("again=1234&forced_pin=1234", "The two PINs must differ."),
            ("again=1234&forced_pin=9999", "The PIN is set."),
        ] { #expect(try await set("do=set_pin&new_pin=1234&\(form)").body.contains(text)) }
        let longer = "do=times&check_in=10080&reminder=60&grace=30&pause=0"
        let refused = try await set(longer)
        #expect(refused.status == 403 && refused.body.contains("selected>7 days</option>"), "what was typed stays")
        // Nothing is stored without the PIN, not even what alone would not need it.
        #expect(try await set("do=times&check_in=480&reminder=60&grace=5&pause=1440").status == 403)
        #expect(try client.call(UserGet.self, .init()).checkInInterval == .seconds(86_400))
        let stored = try await set("\(longer)&pin=1234")
        #expect(stored.body.contains("The new times are stored") && stored.body.contains("selected>7 days</option>"))
        #expect(try await set("do=times&check_in=480&reminder=480&grace=30&pause=0&pin=1234").status == 400)
        #expect(try await set("do=times&check_in=10080&reminder=60&grace=30&pause=20160&pin=1234").status == 200)
        _ = try client.call(CheckInRecord.self, .init(pin: "1234"))
        let pausing = try await web.visit("/settings", ["cookie": ada])
        #expect(pausing.body.contains("A pause has begun.") && pausing.body.contains("value=\"end_pause\""))
        #expect(try await set("do=end_pause").body.contains("There is no pause now."))
        #expect(try await set("do=remind&delay=60").body.contains("You will be reminded then."))
        #expect(try await set("do=remove_pin").body.contains("Remove the PIN?"))
        #expect(try await set("do=remove_pin&sure=yes&pin=1234").body.contains("There is no PIN now."))
        let person = try client.call(UserGet.self, .init())
        #expect(person.lastName == "Quux" && person.emergencyNote == "Key" && !person.hasPIN)
    }
}

extension WebSystemTests {
    @Test("web: somebody who has asked already is agreed with by their code, and phones share no limit of look-ups")
    func agreedByCode() async throws {
        let bench = try await SenderBench(told: [], web: LinkBench.url) { _ in [] }
        try bench.bench.signIn(SignalBench.ada)
        try bench.bench.signIn(SignalBench.ben, session: "ben")
        let (web, client) = (try await WebBench(bench), try bench.bench.client())
        let (ada, ben) = (try await web.addPhone(bench), try await web.addPhone(bench, session: "ben"))
        let code = SignalCodeText.text(of: try client.call(UserGet.self, .init()).qrCodeID)
        let own = SignalCodeText.text(of: try client.call(UserGet.self, .init(session: "ben")).qrCodeID)
        var last = ""
        for _ in 0..<101 {
            let page = try await web.tap("do=find&person=\(code)", ben, on: "/people").body
            last = page.firstMatch(of: /name="ticket" value="([^"]+)"/).map { String($0.1) } ?? last
        }
        #expect(try await web.tap("do=find&person=\(code)", ben, on: "/people").status == 429)
        let found = try await web.tap("do=find&person=\(own.dropFirst(4))", ada, on: "/people")
        let ticket = try #require(found.body.firstMatch(of: /name="ticket" value="([^"]+)"/)).1
        let form = "do=add_person&dependent=yes&ticket=\(ticket)"
        #expect(try await web.tap(form, ada, on: "/people").body.contains("They are asked."))
        #expect(try await web.tap(form, ada, on: "/people").body.contains("Look up the code again."))
        let agreed = try await web.tap("do=add_person&responder=yes&ticket=\(last)", ben, on: "/people")
        #expect(agreed.body.contains("You have agreed. They are told."))
    }
}
