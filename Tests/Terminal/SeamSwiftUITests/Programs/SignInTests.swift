import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct SignInTests {
    @Test("sign in: by keys") func byKeys() async {
        let pilot = Pilot(SignInView())
        pilot.type("ada@example.org")
        pilot.press(.return)
        pilot.type("abcd")
        #expect(!pilot.shows("abcd"), "a password is not shown")
        pilot.press(.return)
        #expect(await pilot.wait { pilot.shows("Wrong password") })
        #expect(pilot.shows("Try again, or ask for a new one."))
        pilot.press(.return)
        pilot.type("seam")
        pilot.press(.tab, .space)
        #expect(pilot.shows("[ ] Stay signed in"))
        pilot.press(.tab, .return)
        #expect(await pilot.wait { pilot.shows("Welcome, ada@example.org") })
        pilot.press(.return)
        #expect(pilot.shows("Stay signed in") && !pilot.shows("Welcome"))
    }

    @Test("sign in: by mouse") func byMouse() async {
        let pilot = Pilot(SignInView())
        pilot.click("Password")
        pilot.type("seam")
        pilot.click("[  ")
        #expect(!pilot.shows("Welcome"), "without an address the button does nothing")
        pilot.click("you@example.org")
        pilot.paste("ada@example.org")
        pilot.click("Stay signed in")
        #expect(pilot.shows("[ ] Stay"))
        pilot.click("[  ")
        #expect(await pilot.wait { pilot.shows("Welcome, ada@example.org") })
        pilot.click("Sign out")
        #expect(pilot.shows("Stay signed in"))
    }

    @Test("sign in: in lines") func inLines() async {
        let pilot = Pilot(SignInView())
        pilot.fill("Email", with: "ada@example.org")
        #expect(pilot.tells("Email: ada@example.org"))
        pilot.choose("Password")
        #expect(pilot.plain.isSecret && pilot.plain.prompt.description == "Password, not shown, ? help, q quit:")
        pilot.write(line: "wrong")
        #expect(await pilot.wait { pilot.tells("Wrong password") })
        pilot.choose("OK")
        pilot.fill("Password", with: "seam")
        #expect(await pilot.wait { pilot.tells("Welcome, ada@example.org") })
        pilot.choose("Sign out")
        #expect(pilot.tells("Stay signed in, on"))
    }
}
