import SeamComponents
import TermUI
import Testing

@testable import TerminalClient

/// Tests signing out at the screen, so that somebody else can sign in.
@MainActor @Suite struct SignOutTests {
    @Test("sign out: the settings ask first, and Enter stays") func asksFirst() async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(",")
        #expect(pilot.shows("Sign out, or let somebody else sign in"))
        pilot.click("Sign out, or let somebody else sign in")
        #expect(pilot.shows("They stay sealed on this machine"))
        pilot.press(.return)
        #expect(!pilot.shows("They stay sealed on this machine") && desk.isActive)
    }

    @Test("sign out: the session ends, with or without the keys on this machine", arguments: [false, true])
    func signsOut(erases: Bool) async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(",")
        pilot.click("Sign out, or let somebody else sign in")
        pilot.press(.tab)
        if erases { pilot.press(.tab) }
        pilot.press(.return)
        #expect(await pilot.wait { !desk.isActive })
        #expect(desk.ends == [erases])
        #expect(await pilot.wait { !pilot.shows("Sign out?") }, "the question closes")
    }

    @Test("sign out: where nobody is signed in, nobody can sign out") func nobody() {
        let desk = Desk().live()
        desk.show(isActive: false)
        let pilot = desk.pilot()
        pilot.press(",")
        #expect(pilot.shows("Spacing") && !pilot.shows("Sign out"))
    }
}
