import LinuxSupport
import SeamComponents
import TermUI
import Testing

@MainActor @Suite("The events of a screen") struct EventTests {
    @Test("events: screens and actions are reported in order, without a name of a key")
    func order() async throws {
        let seen = Locked<[UIEventMonitorEvent]>([])
        let monitor = UIEventMonitor { event in seen.withLock { $0.append(event) } }
        let service = TestService()
        let pilot = Pilot(
            SeamAccessView(style: .list).environment(\.seamService, service).enableUIEventMonitor(monitor))
        pilot.advance(by: .milliseconds(400))
        pilot.press(.return)
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        let names = seen.withLock { $0.map(\.rawValue) }
        #expect(
            names == [
                "credentials_view_appeared", "access_view_appeared", "action_select_key", "unlock_view_appeared",
                "action_unlock",
            ])
        #expect(!names.joined().contains("Front"))
    }

    @Test("events: a raw value gives its event, and no other value does")
    func names() {
        let events: [UIEventMonitorEvent] = [
            .accessViewAppeared, .accessViewDisappeared, .credentialsViewAppeared, .credentialsViewDisappeared,
            .unlockViewAppeared, .unlockViewDisappeared, .action(name: "tap_unlock"),
        ]
        for event in events { #expect(UIEventMonitorEvent(rawValue: event.rawValue) == event) }
        #expect(UIEventMonitorEvent(rawValue: "unlock") == nil)
        #expect(UIEventMonitorEvent.action(name: "x").description == "action:x")
        #expect(UIEventMonitorEvent.unlockViewAppeared.description == "screen:unlock appear")
    }

    @Test("events: a recorder keeps them in order")
    func recorder() async {
        let recorder = UIEventMonitorTestRecorder()
        let client = await recorder.client()
        for name in ["a", "b", "c"] { client.action(name) }
        while await recorder.events.count < 3 { await Task.yield() }
        #expect(await recorder.events == ["a", "b", "c"].map { .action(name: $0) })
        await recorder.reset()
        #expect(await recorder.events.isEmpty)
    }
}
