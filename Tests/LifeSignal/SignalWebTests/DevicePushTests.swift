import SeamWords
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

@testable import SignalWeb

extension DevicePageTests {
    private static let browser = """
        https://push.example.net/x \
        BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4 BTBZMqHH6r4Tts7J_aSIgg
        """

    private static func phones(
        _ channels: [ReachChannel], _ addresses: [SignalReach] = [], _ language: SeamLanguage = .english
    ) -> String {
        page(sight { $0.push = DevicePush(.init(addresses: addresses, channels: channels)) }, language)
            .show(.devices).html.text
    }

    private static func reach(_ channel: String, isVerified: Bool, isBroken: Bool = false) -> SignalReach {
        SignalReach(
            id: ids[7], channel: channel, address: browser, isVerified: isVerified, isBroken: isBroken)
    }

    @Test("phone page: alarms can be shown where the sender has a key, and only a script shows the button")
    func alarmsOnThisPhone() {
        let mail = ReachChannel(name: "mail", kind: "mail")
        let (keyed, keyless) = (
            ReachChannel(name: "phone", kind: "push", key: "KEY"), ReachChannel(name: "phone", kind: "push")
        )
        #expect(!Self.phones([mail]).contains("notifications") && !Self.phones([keyless]).contains("notifications"))
        let offer = Self.phones([mail, keyed])
        #expect(offer.contains("<form method=\"post\" id=\"push\" data-key=\"KEY\" hidden>"))
        #expect(Self.deeds(offer) == ["show_alarms"] && offer.contains("On an iPhone"))
        let waiting = Self.phones(
            [keyed], [Self.reach("phone", isVerified: false), Self.reach("mail", isVerified: true)])
        #expect(Self.deeds(waiting) == ["code", "show_alarms"])
        let shown = Self.phones([keyed], [Self.reach("phone", isVerified: true)])
        #expect(shown.contains("A phone or browser (push.example.net) shows alarms.") && !shown.contains("id=\"code\""))
        #expect(Self.deeds(shown) == ["stop", "show_alarms"] && !shown.contains("BTBZMqHH6r4Tts7J"))
        #expect(Self.phones([keyless], [Self.reach("phone", isVerified: true, isBroken: true)]).contains("accepts no"))
        for language in SeamLanguage.spoken where language != .english {
            let page = Self.phones([keyed], [Self.reach("phone", isVerified: true)], language)
            #expect(!page.contains("shows alarms") && !page.contains("iPhone, this"), "\(language.code)")
        }
    }

    @Test("phone form: an address is one of a browser, and a code has six digits") func pushOrders() {
        let address = Self.browser.replacing(" ", with: "+").replacing(":", with: "%3A").replacing("/", with: "%2F")
        #expect(
            DeviceDeed.order("address=\(address)&do=show_alarms") == .perform(.showAlarms(address: Self.browser)))
        for bad in ["", "x", address.replacing("https", with: "http"), String(address.dropLast(4)), address + "%0A."] {
            #expect(DeviceDeed.order("address=\(bad)&do=show_alarms") == nil, "\(bad)")
        }
        #expect(DeviceDeed.order("code=+123456&do=code") == .perform(.giveCode("123456")))
        #expect(DeviceDeed.order("do=code") == .perform(.giveCode("")))
        #expect(DeviceDeed.isCode("123456") && !DeviceDeed.isCode("12345") && !DeviceDeed.isCode("12345a"))
        #expect(DeviceDeed.order("do=stop&reach=\(Self.ids[7])") == .perform(.stopAlarms(reach: Self.ids[7])))
    }
}

extension WebSystemTests {
    @Test(
        "web: a phone shows alarms once its code was given, and none when its push service has forgotten it",
        .enabled(if: PushService.isPresent || PushService.isRequired, PushService.howToGet))
    func aPhoneShowsAlarms() async throws {
        let service = try await PushService()
        let key = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        let bench = try await SenderBench(told: [], web: LinkBench.url) { directory in
            try directory.write("\(key)\n", to: "push-key", mode: 0o600)
            return [
                .members(
                    ("name", "phone"), ("kind", "push"), ("key_file", .string(directory.file("push-key"))),
                    ("contact", "ops@example.org"), ("services", .array([.string(service.origin)])))
            ]
        }
        try bench.agree()
        let (web, client) = (try await WebBench(bench), try bench.bench.client())
        let ben = try await web.addPhone(bench, session: "ben")
        let offer = try await web.visit("/devices", ["cookie": ben])
        #expect(offer.status == 200 && offer.body.contains("data-key=\"BP4z9KsN6nGRTbVYI_c7"))

        // A code comes through the push service, and counts once.
        let form = "do=show_alarms&address=\(service.address.replacing(" ", with: "+"))"
        let asked = try await web.tap(form, ben, on: "/devices")
        #expect(asked.status == 200 && asked.body.contains("A notification with a code comes to this phone."))
        let first = try await service.request()
        #expect(
            first["message"]?["kind"] == "code" && first["ttl"] == "60" && first["contact"] == "mailto:ops@example.org")
        let code = String((first["message"]?["text"]?.stringValue ?? "").prefix(6))
        let wrong = try await web.tap("do=code&code=12", ben, on: "/devices")
        #expect(wrong.status == 403 && wrong.body.contains("The code is wrong.") && wrong.body.contains("id=\"code\""))
        let given = try await web.tap("do=code&code=\(code)", ben, on: "/devices")
        #expect(given.body.contains("This phone shows alarms from now on.") && !given.body.contains("id=\"code\""))
        #expect(try await web.tap("do=code&code=\(code)", ben, on: "/devices").status == 409)
        #expect(try await web.tap(form, ben, on: "/devices").body.contains("This phone already shows alarms."))

        // The alarm, with its link.
        _ = try client.call(AlertActivate.self, .init())
        let alarm = try await service.request()
        let link = alarm["message"]?["link"]?.stringValue ?? ""
        #expect(alarm["urgency"] == "high" && alarm["topic"] != nil && link.hasPrefix("\(LinkBench.url)/a/"))
        #expect(try await web.visit(String(link.dropFirst(LinkBench.url.count))).body.contains("Ada Moreno"))

        // The service has forgotten the browser, so the all-clear comes to nobody.
        try await service.answer("410")
        _ = try client.call(AlertDeactivate.self, .init())
        #expect(try await service.request()["topic"] == alarm["topic"])
        try bench.await { $0.last?.state == "failed" }
        let broken = try await web.visit("/devices", ["cookie": ben])
        #expect(broken.body.contains("A phone or browser (") && broken.body.contains("accepts no notifications now."))
        let reach = try #require(try client.call(ReachList.self, .init(session: "ben")).addresses.first)
        let stopped = try await web.tap("do=stop&reach=\(reach.id)", ben, on: "/devices")
        #expect(stopped.body.contains("No alarms are shown there from now on."))
        #expect(try client.call(ReachList.self, .init(session: "ben")).addresses.isEmpty)

        // An address ends with its phone.
        _ = try await web.tap(form, ben, on: "/devices")
        #expect(try client.call(ReachList.self, .init(session: "ben")).addresses.count == 1)
        _ = try client.call(DeviceRemove.self, .init(session: "ben", isAll: true))
        #expect(try client.call(ReachList.self, .init(session: "ben")).addresses.isEmpty)
        let secrets = service.address.split(separator: " ").dropFirst().map(String.init)
        for secret in secrets + [key, code, "push-canary", String(link.dropFirst(LinkBench.url.count + 3))] {
            #expect(!(bench.logs + web.web.errors).contains(secret))
        }
    }
}
