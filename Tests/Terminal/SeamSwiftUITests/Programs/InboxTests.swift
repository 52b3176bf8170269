import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct InboxTests {
    @Test("inbox: by keys") func byKeys() async {
        let pilot = Pilot(InboxView())
        #expect(pilot.shows("Inbox 2") && pilot.shows("2 unread"))
        pilot.press("r")
        #expect(pilot.shows("Refreshing"))
        #expect(await pilot.wait { pilot.shows("Dora") })
        #expect(pilot.shows("Inbox 3"))
        pilot.press(.downArrow, .return)
        #expect(pilot.shows("From Dora") && pilot.shows("< Dora"))
        pilot.press(.escape)
        #expect(pilot.shows("2 unread"))
        pilot.press("m")
        #expect(pilot.shows("Delete") && pilot.shows("Flag") && pilot.shows("Read or not"))
        pilot.press(.downArrow, .return)
        #expect(pilot.lines.contains { $0.contains("Dora") && $0.contains("⚑") })
        pilot.press("/")
        pilot.type("Cl")
        #expect(pilot.shows("Cleo") && !pilot.shows("Ben"))
        pilot.press(.escape, "2")
        #expect(pilot.shows("Nothing sent"))
        pilot.press("1")
        #expect(pilot.shows("Cleo"))
    }

    @Test("inbox: by mouse") func byMouse() {
        let pilot = Pilot(InboxView())
        pilot.click("Compose")
        #expect(pilot.shows("New message"))
        pilot.click("[ Send ]")
        #expect(pilot.shows("New message"), "nothing is sent to nobody")
        pilot.click("To")
        pilot.paste("Eve")
        pilot.click("[ Send ]")
        #expect(!pilot.shows("New message"))
        pilot.click("Sent")
        #expect(pilot.shows("To Eve") && !pilot.shows("Cleo"))
        pilot.click("Inbox")
        pilot.click("Cleo")
        #expect(pilot.shows("From Cleo"))
        pilot.click("< Cleo")
        #expect(pilot.shows("1 unread"))
        pilot.rightClick("Ada")
        pilot.click("Delete")
        #expect(!pilot.shows("Ada") && pilot.shows("0 unread"))
        pilot.click("/ Search")
        pilot.paste("Be")
        #expect(pilot.shows("Ben") && !pilot.shows("Cleo"))
    }

    @Test("inbox: in lines") func inLines() async {
        let pilot = Pilot(InboxView())
        #expect(pilot.tells("Inbox, 2") && pilot.tells("Ada, Notes on the engine"))
        #expect(pilot.plain.prompt.description == "number to open, / search, m menu, r refresh:")
        pilot.write(line: "r")
        #expect(await pilot.wait { pilot.tells("Dora, News") })
        pilot.choose("Ada")
        #expect(pilot.tells("From Ada"))
        pilot.write(line: ".")
        #expect(pilot.tells("2 unread"))
        pilot.write(line: "/Cl")
        #expect(!pilot.tells("Ben, Kites") && pilot.tells("Cleo, Invitation"))
        pilot.write(line: ".")
        pilot.choose("Compose")
        pilot.fill("To", with: "Eve")
        pilot.fill("Text", with: "hello")
        #expect(pilot.tells("To: Eve") && pilot.tells("Text: hello"))
        pilot.choose("Send")
        pilot.choose("Sent")
        #expect(pilot.tells("To Eve"))
    }
}
