import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

extension WebSystemTests {
    private static func alert(_ bench: SenderBench) throws -> SignalAlert? {
        try bench.bench.client().call(AlertGet.self, .init()).alert
    }

    /// Ada's alarm as Ben sees it.
    private static func seen(_ bench: SenderBench) throws -> SignalAlert? {
        try bench.bench.client().call(ContactList.self, .init(session: "ben")).contacts.compactMap(\.alert).first
    }

    private static func lastCheckIn(_ bench: SenderBench) throws -> Timestamp? {
        try bench.bench.client().call(UserGet.self, .init()).lastCheckIn
    }

    /// Ben asks Ada to look out for him. She agrees on her phone, and asks whether he is well.
    private static func looksOut(_ bench: SenderBench, _ web: WebBench, _ phone: String) async throws {
        let client = try bench.bench.client()
        let ada = try #require(try client.call(ContactList.self, .init(session: "ben")).contacts.first)
        let wish = ContactWish(
            firstName: "Ada", lastName: "Moreno", phone: SignalBench.ada, isResponder: true, isDependent: true)
        _ = try client.call(ContactUpdate.self, .init(session: "ben", contact: ada.id, wish: wish))
        #expect(try await web.visit("/", ["cookie": phone]).body.contains("Ben Moreno asks you to look out for them."))
        func ben() throws -> SignalContact? {
            try client.call(ContactList.self, .init()).contacts.first { $0.firstName == "Ben" }
        }
        let form = "contact=\(try #require(try ben()).id)"
        // The page showed another wish than the one that is there now.
        let other = try await web.tap("do=agree&dependent=yes&\(form)", phone)
        #expect(other.status == 409 && other.body.contains("It has changed since this page was shown."))
        let agreed = try await web.tap("do=agree&responder=yes&dependent=yes&\(form)", phone, on: "/people")
        #expect(agreed.status == 200 && agreed.body.contains("You have agreed. They are told."))
        #expect(try ben()?.isDependent == true)
        #expect(try await web.tap("do=ping&\(form)", phone, on: "/people").body.contains("They are asked."))
        #expect(try client.call(PingList.self, .init(session: "ben")).pings.count == 1)
        #expect(try await web.tap("do=ping&\(form)", phone).status == 429)
        #expect(try await web.tap("do=ping&contact=\(DevicePageTests.ids[8])", phone).status == 409)
    }

    @Test("web: a phone is added once, checks in, calls for help, answers, and is nothing once it is removed")
    func aPhoneIsItsPerson() async throws {
        let (bench, box) = try await LinkBench.make()
        let (web, client) = (try await WebBench(bench), try bench.bench.client())

        // Loading the page adds nothing, and neither does a form of somebody else's page.
        let code = try await ShownCode(bench)
        let asked = try await web.visit(code.path)
        #expect(asked.status == 200 && asked.body.contains("Add this phone?"))
        #expect(!asked.body.contains(code.path.dropFirst(3)), "a saved page gives no right to others")
        #expect(try await web.visit(code.path, ["sec-fetch-site": "cross-site"], form: "do=add").status == 403)
        #expect(try client.call(DeviceList.self, .init()).devices.isEmpty)
        let added = try web.post(code.path, "do=add")
        #expect(added.hasPrefix("HTTP/1.1 303 ") && added.contains("location: /?lang=en\r\n"), "\(added)")
        let rules = "Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure"
        let found = try #require(added.firstMatch(of: /set-cookie: (__Host-device=[\w-]{22}); ([^\r]+)\r\n/))
        let ada = String(found.1)
        #expect(try client.call(DeviceList.self, .init()).devices.map(\.name) == ["iPhone"] && found.2 == rules)
        let own = ["sec-fetch-site": "same-origin"]
        let again = try await web.visit(code.path, own, form: "do=add")
        #expect(again.status == 404 && again.body.contains("This code is not valid"))
        #expect(try await web.visit("/p", own, form: "letters=\(code.pairing.letters)") == again)
        #expect(try await web.visit("/p/AAAAAAAAAAAAAAAAAAAAAA", own, form: "do=add") == again)
        let typed = try await ShownCode(bench, session: "ben")
        let answer = try web.post("/p", "letters=+\(typed.pairing.letters.lowercased().replacing("-", with: "+"))+")
        let ben = try String(#require(answer.firstMatch(of: /set-cookie: (__Host-device=[^;]+)/)).1)

        // The first check-in.
        let home = try await web.visit("/", ["cookie": "x=y; \(ada)"])
        #expect(home.status == 200 && home.body.contains("No deadline is running.") && home.body.contains("Ada Moreno"))
        #expect(home.fields.contains("cache-control: no-store") && home.fields.contains("set-cookie: \(ada); \(rules)"))
        for fields in [["cookie": ada], ["cookie": ada, "origin": "null"], ["cookie": ada, "sec-fetch-site": "none"]] {
            #expect(try await web.visit("/", fields, form: "do=check_in").status == 403)
        }
        #expect(try Self.lastCheckIn(bench) == nil)
        let well = try await web.tap("do=check_in", ada)
        #expect(well.status == 200 && well.body.contains("Thank you. You have checked in."))
        #expect(try well.body.contains("Check in by ") && Self.lastCheckIn(bench) != nil)

        // The lists, and a second phone that is removed from the first.
        #expect(try await web.visit("/people", ["cookie": ada]).body.contains("<b>Ben Moreno</b> box"))
        let inbox = try await web.visit("/inbox", ["cookie": ada])
        #expect(inbox.body.contains("A phone was added") && inbox.body.contains("<h1>Inbox ("), "with its count")
        #expect(try await web.tap("do=read", ada, on: "/inbox").body.contains("<h1>Inbox</h1>"))
        try await Self.looksOut(bench, web, ada)
        let second = try await web.addPhone(bench)
        let phones = try client.call(DeviceList.self, .init()).devices
        let other = "do=remove&device=\(try #require(phones.last).id)"
        #expect(try await web.visit("/devices", ["cookie": second]).body.matches(of: />iPhone</).count == 2)
        #expect(try await web.tap(other, ada, on: "/devices").body.contains("Remove the phone iPhone?"))
        #expect(try client.call(DeviceList.self, .init()).devices.count == 2)
        #expect(try await web.tap("\(other)&sure=yes", ada, on: "/devices").body.contains("The phone was removed."))
        #expect(try await web.visit("/inbox", ["cookie": second]).status == 403)
        #expect(try client.call(DeviceList.self, .init()).devices.map(\.id) == [phones[0].id])

        // With a PIN. The second one looks the same, and alerts Ben.
        _ = try client.call(PINSet.self, .init(new: "1234", forced: "9999"))
        #expect(try await web.visit("/", ["cookie": ada]).body.contains("name=\"pin\" type=\"password\""))
        for (pin, text) in [("4321", "The PIN is wrong."), ("12", "A PIN has 4 to 8 digits."), ("%zz", "A PIN has")] {
            let refused = try await web.tap("do=check_in&pin=\(pin)", ada)
            #expect(refused.status == 403 && refused.body.contains("This was not recorded. \(text)"), "\(pin)")
        }
        let real = try await web.tap("do=check_in&pin=1234", ada)
        #expect(try real.status == 200 && Self.seen(bench) == nil)
        #expect(try await web.tap("do=check_in&pin=9999", ada) == real)
        let secret = try #require(try Self.seen(bench))
        let shown = try await web.visit("/", ["cookie": ada])
        #expect(secret.isConcealed && !shown.body.contains("help in secret") && !shown.body.contains("called for help"))

        // Ben's phone, on the same connection to lifesignald.
        let calls = try await web.visit("/", ["cookie": ben])
        #expect(calls.body.contains("Ada Moreno calls for help in secret.") && !calls.body.contains("tel:"))
        #expect(calls.body.contains("Do not phone or write to them"))
        let way = try await web.tap("do=on_my_way&alert=\(secret.id)", ben)
        #expect(way.status == 200 && way.body.contains("Recorded: you are on the way."))
        let taken = try await web.tap("do=on_my_way&alert=\(secret.id)", ben)
        #expect(taken.status == 409 && taken.body.contains("because somebody else is already on the way"))
        let sure = try await web.tap("do=all_right&alert=\(secret.id)", ben)
        #expect(try sure.body.contains("Is Ada Moreno all right?") && Self.seen(bench) != nil)
        let over = try await web.tap("do=all_right&alert=\(secret.id)&sure=yes", ben)
        #expect(try over.body.contains("Recorded: they are all right.") && Self.seen(bench) == nil)
        let late = try await web.tap("do=all_right&alert=\(secret.id)", ben)
        #expect(late.status == 409 && late.body.contains("because the alarm is already over"))

        // A call for help takes two presses, and the PIN ends it.
        let question = try await web.tap("do=help", ada)
        #expect(try question.body.contains("Call for help?") && Self.alert(bench) == nil)
        let called = try await web.tap("do=help&sure=yes", ada)
        #expect(try called.body.contains("Help is being called.") && Self.alert(bench) != nil)
        #expect(try await web.visit("/", ["cookie": ben]).body.contains("tel:\(SignalBench.ada)"))
        #expect(try await web.tap("do=cancel&pin=4321", ada).status == 403)
        #expect(try await web.tap("do=cancel", ada).body.contains("Type your PIN, and press the button again."))
        #expect(try Self.alert(bench) != nil)
        let ended = try await web.tap("do=cancel&pin=1234", ada)
        #expect(try ended.body.contains("Your call for help has ended.") && Self.alert(bench) == nil)

        // A phone that was removed, one that never was, and one without a cookie are the same.
        let checkedIn = try Self.lastCheckIn(bench)
        _ = try client.call(DeviceRemove.self, .init(isAll: true))
        let gone = try await web.visit("/", ["cookie": ada])
        #expect(gone.status == 403 && gone.body.contains("This phone is not added to LifeSignal"))
        #expect(gone.fields.contains { $0.hasPrefix("set-cookie: __Host-device=; Path=/; Max-Age=0;") })
        #expect(try await web.visit("/", ["cookie": "__Host-device=AAAAAAAAAAAAAAAAAAAAAA"]) == gone)
        #expect(try await web.visit("/") == gone)
        #expect(try await web.tap("do=check_in&pin=1234", ada) == gone)
        #expect(try Self.lastCheckIn(bench) == checkedIn)
        #expect(try await web.tap("do=sign_out", ben).body.contains("Sign out?"))
        #expect(try client.call(DeviceList.self, .init(session: "ben")).devices.count == 1)
        #expect(try await web.tap("do=sign_out&sure=yes", ben).body.contains("You are signed out."))
        #expect(try client.call(DeviceList.self, .init(session: "ben")).devices.isEmpty)
        #expect(try await web.visit("/", ["cookie": ben]) == gone)
        for secret in [ada, ben, code.path, "Ada", "1234", "9999", "/p/"].map({
            $0.replacing("__Host-device=", with: "")
        }) {
            #expect(!web.web.errors.contains(secret), "the log contains \(secret)")
        }
        withExtendedLifetime((code, typed, box)) {}
    }
}
