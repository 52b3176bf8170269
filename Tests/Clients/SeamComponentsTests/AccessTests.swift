import Foundation
import SeamComponents
import TermCore
import TermUI
import TestSupport
import Testing

@MainActor @Suite("The access screens") struct AccessTests {
    private static func screen(_ service: any SeamServiceProtocol, columns: Int = 80, rows: Int = 24) -> Pilot {
        Pilot(SeamAccessView().environment(\.seamService, service), columns: columns, rows: rows)
    }

    @Test("access: keys that open come first, then those that a person can mend, then the rest")
    func order() {
        let model = SeamCredentialsViewModel(seam: SeamPreviewService())
        #expect(model.credentials.prefix(3).map(\.id) == ["front", "shed", "gate"])
        #expect(model.credentials.last?.errors == [.unknown] && model.credentials[3].errors == [.contactSeamSupport])
        model.searchText = "gAtE"
        #expect(model.searchedCredentials.map(\.id) == ["gate"])
        model.select(credential: model.searchedCredentials.first)
        #expect(model.selectedCredentialId == "gate")
        model.select(credential: nil)
        #expect(model.selectedCredentialId == nil)
    }

    @Test("From the list to the open door, and back: by keys")
    func byKeys() {
        let service = TestService()
        let pilot = Self.screen(service)
        #expect(pilot.shows("> Front Door") && service.activations == 0)
        pilot.press(.rightArrow, .return)
        #expect(pilot.hasWayBack && pilot.shows("Ready to open") && service.unlocks.isEmpty)
        // Holding Enter down must not open the door.
        for _ in 0..<20 {
            pilot.press(.return)
            pilot.advance(by: .milliseconds(40))
        }
        #expect(service.unlocks.isEmpty)
        pilot.advance(by: .milliseconds(200))
        pilot.press(.return)
        #expect(service.unlocks == ["shed"])
        service.end(.grantedAccess, SeamUnlockProgress(confirmation: .communicated))
        pilot.advance(by: .zero)
        #expect(pilot.shows("The lock accepted the command."))
        pilot.advance(by: .seconds(3))
        #expect(!pilot.hasWayBack && pilot.shows("> Shed"))
        // The first Esc cancels the attempt, the second closes the card.
        pilot.press(.return)
        pilot.advance(by: .milliseconds(200))
        pilot.press(.return, .escape)
        #expect(service.cancels == 1 && pilot.hasWayBack)
        service.end(nil)
        pilot.press(.escape)
        #expect(!pilot.hasWayBack)
    }

    @Test("access: by mouse, and in lines")
    func byMouse() {
        let service = TestService()
        let pilot = Self.screen(service)
        pilot.click("Gate")
        pilot.advance(by: .milliseconds(200))
        pilot.click("[ Open")
        #expect(service.unlocks == ["gate"])
        service.end(.timedOut)
        pilot.advance(by: .zero)
        pilot.advance(by: .seconds(1))
        pilot.click("[ Close")
        #expect(!pilot.hasWayBack)
        pilot.choose("Shed, ready, discovered")
        pilot.advance(by: .milliseconds(200))
        pilot.choose("Open")
        #expect(service.unlocks == ["gate", "shed"] && pilot.tells("Finding the lock, under way"))
        #expect(pilot.plain.perform(".") != .unknown)
        #expect(service.cancels == 1)
    }

    @Test("access: a code is shown on the unlock card, by its service")
    func reveal() async {
        let pilot = Self.screen(TestService())
        pilot.click("Gate")
        #expect(pilot.lines.contains { $0.contains("[ Open ]") } && pilot.shows("[ Show ]"))
        pilot.press("v")
        #expect(await pilot.wait { pilot.shows("Code 4711") })
        pilot.advance(by: .seconds(10))
        #expect(!pilot.shows("4711"))
    }

    @Test("access: r and the wheel at the top refresh, / searches, g changes between cards and lines")
    func keys() async {
        let service = TestService()
        let pilot = Self.screen(service)
        let ways: [() -> Void] = [
            { pilot.press("r") }, { pilot.click("r refresh") }, { #expect(pilot.plain.perform("r") == .done) },
            { for _ in 0..<3 { pilot.scroll(down: false, x: 5, y: 5) } },
        ]
        for (count, ask) in ways.enumerated() {
            ask()
            #expect(await pilot.wait { service.refreshes == count + 1 && pilot.shows("The keys are up to date.") })
            pilot.advance(by: .seconds(10))
        }
        service.refusal = SeamError.internetConnectionRequired
        pilot.press("r")
        #expect(await pilot.wait { pilot.shows("The cloud must be asked") })
        pilot.advance(by: .seconds(10))
        #expect(!pilot.shows("The cloud must be asked"))
        pilot.press("/")
        pilot.type("gat")
        #expect(pilot.shows("Gate") && !pilot.shows("Shed"))
        pilot.press(.return)
        #expect(pilot.hasWayBack && pilot.shows("Ready to open"))
        pilot.press(.escape, .escape)
        #expect(pilot.shows("Shed") && pilot.shows("╭"))
        pilot.press("g")
        #expect(pilot.shows("> Gate  ") && !pilot.shows("╭"), "the cursor stays at its key")
        pilot.click("g cards")
        #expect(pilot.shows("╭") && pilot.plain.perform("g") == .done)
        pilot.advance(by: .zero)
        #expect(!pilot.shows("╭"))
    }

    @Test("access: a sole key is chosen once, however the session became active")
    func sole() async {
        for isActive in [true, false] {
            let service = TestService([SeamFixtures.credential()], isActive: isActive)
            // The focused button must be visible, even on a very small screen.
            let pilot = Self.screen(service, columns: 30, rows: 6)
            #expect(await pilot.wait { pilot.hasWayBack && pilot.shows("[ Open ]") })
            pilot.press(.escape)
            service.credentials = [SeamFixtures.credential(name: "Back Door")]
            pilot.advance(by: .zero)
            #expect(!pilot.hasWayBack && pilot.shows("Back Door"))
        }
    }

    @Test("access: a key that goes closes its card, cancels, and is told of")
    func vanishing() {
        let service = TestService()
        let pilot = Self.screen(service)
        pilot.press(.return)
        pilot.advance(by: .milliseconds(200))
        pilot.press(.return)
        #expect(service.unlocks == ["front"])
        service.credentials.removeFirst()
        pilot.advance(by: .zero)
        #expect(!pilot.hasWayBack && service.cancels == 1 && pilot.shows("Front Door is no longer in the list."))
        #expect(pilot.tells("Front Door is no longer in the list."))
        pilot.advance(by: .seconds(3))
        #expect(!pilot.shows("no longer in the list") && pilot.shows("> Shed"))
    }

    @Test("Signing in: the token is not shown, and what is wrong with it is said")
    func signIn() async {
        let service = TestService(isActive: false)
        service.activation = SeamError.initializationRequired
        let pilot = Self.screen(service)
        #expect(await pilot.wait { pilot.shows("Nobody is signed in.") })
        // Pressing Enter without a token tries to continue the earlier session.
        pilot.press(.return)
        #expect(await pilot.wait { service.activations == 2 && !pilot.isBusy } && service.tokens.isEmpty)
        #expect(pilot.shows("Nobody is signed in."))
        pilot.type("seam_cst_1 ")
        #expect(!pilot.shows("seam_cst") && !pilot.told.contains { $0.contains("seam_cst") })
        pilot.press(.return)
        #expect(await pilot.wait { pilot.shows("> Front Door") } && service.tokens == ["seam_cst_1"])
        // Another program signs the person out.
        pilot.press(.return)
        await service.deactivate(deintegrate: false)
        pilot.advance(by: .zero)
        #expect(!pilot.hasWayBack && pilot.shows("Nobody is signed in.") && !pilot.shows("Front Door"))
        #expect(pilot.plain.isSecret && pilot.plain.perform("seam_cst_2") == .done)
        #expect(await pilot.wait { pilot.shows("Front Door") } && service.tokens.last == "seam_cst_2")
        #expect(!pilot.shows("no longer in the list"), "what was told to the last person is not told to the next")
    }

    @Test("access: why signing in failed is shown in a banner, with a way to try again")
    func activationError() async {
        let service = TestService(isActive: false)
        service.activation = SeamSystemError(reason: SeamSystemError.unreachable, message: "the daemon does not run")
        let pilot = Self.screen(service)
        #expect(pilot.shows("Your keys are being read"))
        #expect(await pilot.wait { pilot.shows("The daemon does not run") } && pilot.tells("Try again"))
        for isLast in [false, true] {
            if isLast { service.activation = nil }
            let before = service.activations
            if isLast { pilot.click("Try again") } else { pilot.choose("Try again") }
            #expect(await pilot.wait { service.activations == before + 1 && !pilot.isBusy })
            #expect(pilot.shows("Front Door") == isLast)
        }
        #expect(!pilot.shows("The daemon does not run"))
    }

    @Test("No keys: said, and asked for")
    func noKeys() async {
        let service = TestService([])
        let pilot = Self.screen(service)
        #expect(pilot.shows("No keys yet"))
        pilot.press(.return)
        #expect(await pilot.wait { service.refreshes == 1 })
        service.credentials = [SeamFixtures.credential(), SeamFixtures.credential(id: "2", name: "Gym")]
        pilot.advance(by: .zero)
        #expect(pilot.shows("> Front Door") && pilot.shows("Gym"))
    }

    /// A program's own screen of keys. It shows a card instead of the sheet.
    private struct Screen: View {
        @StateObject var model: SeamCredentialsViewModel
        let isTable: Bool

        var body: some View {
            VStack {
                if isTable {
                    SeamCredentialTable(
                        credentials: model.credentials, selectedId: model.selectedCredentialId, onSelect: model.select)
                } else {
                    SeamCredentialGrid(
                        credentials: model.credentials, selectedId: model.selectedCredentialId, onSelect: model.select)
                }
                if let chosen = model.selectedCredentialId {
                    SeamUnlockCardView(
                        viewModel: SeamUnlockCardViewModel(credentialId: chosen, service: model.service))
                }
            }
        }
    }

    @Test("access: a program may compose the parts itself; another key is another card", arguments: [true, false])
    func composed(isTable: Bool) {
        let service = TestService()
        let pilot = Pilot(
            Screen(model: SeamCredentialsViewModel(seam: service), isTable: isTable), columns: 90, rows: 30)
        pilot.click("Gate")
        #expect(pilot.shows("Ready to open") && !pilot.hasWayBack)
        pilot.advance(by: .milliseconds(200))
        pilot.click("[ Open")
        #expect(service.unlocks == ["gate"])
        pilot.click("Shed")
        #expect(service.cancels == 1 && pilot.shows("Ready to open"))
        pilot.advance(by: .milliseconds(200))
        pilot.click("[ Open")
        #expect(service.unlocks == ["gate", "shed"])
    }

    @Test("access: the two views with a model, and a theme of one's own", arguments: [true, false])
    func coordinators(isTable: Bool) {
        let model = SeamCredentialsViewModel(seam: SeamPreviewService())
        let view =
            isTable
            ? AnyView(SeamCredentialsTableView(viewModel: model)) : AnyView(SeamCredentialsGridView(viewModel: model))
        let theme = SeamTheme.default.with(colors: .default.with(accent: Color(red: 1, green: 0.5, blue: 0)))
        let pilot = Pilot(view.environment(\.seamTheme, theme))
        #expect(pilot.shows("╭") != isTable)
        pilot.press(.return)
        pilot.advance(by: .milliseconds(200))
        pilot.press(.return)
        #expect(pilot.shows("The lock has reported it."))
        pilot.advance(by: .seconds(3))
        #expect(!pilot.hasWayBack && model.selectedCredentialId == nil)
    }

    @Test("access: an error style of one's own reaches the lines and the cards", arguments: [true, false])
    func errorStyle(isTable: Bool) {
        let own = SeamAccessCredentialErrorStyle(message: { _ in "Ask at the desk." }, primaryActionTitle: { _ in nil })
        let service = SeamPreviewService(credentials: [SeamFixtures.credential(errors: [.expired])])
        let model = SeamCredentialsViewModel(seam: service)
        let view =
            isTable
            ? AnyView(SeamCredentialsTableView(viewModel: model, errorStyle: own))
            : AnyView(SeamCredentialsGridView(viewModel: model, errorStyle: own))
        let pilot = Pilot(view)
        pilot.press(.tab)
        #expect(pilot.shows("Ask at the desk."), "\(pilot.text)")
    }

    @Test("access: a preview's service plays its part")
    func preview() async throws {
        let service: any SeamServiceProtocol = SeamPreviewService(isActive: false)
        #expect(service.credentials.isEmpty)
        #expect(throws: SeamError.invalidClientSessionToken) { try service.initialize(clientSessionToken: "") }
        try await service.activate()
        #expect(service.isActive && service.credentials.count == 13)
        #expect(throws: SeamError.invalidCredentialId) { _ = try service.unlock(using: "none") }
        #expect(throws: SeamError.credentialErrors([.expired])) { _ = try service.unlock(using: "error-0") }
        await service.deactivate()
        #expect(!service.isActive && service.credentials.isEmpty)
    }

    @Test("access: the SDK's service reports and reveals; without a daemon that is said")
    func noDaemon() async throws {
        let seam = Seam(configuration: SeamConfiguration(socketPath: "/nonexistent/session.sock"))
        let service = SeamService(seam: seam)
        await #expect(throws: SeamSystemError.self) { try await service.reveal("front") }
        #expect(throws: SeamSystemError.self) { try service.report(unlocking: "front", timeout: 1) }
        let pilot = Self.screen(service)
        #expect(await pilot.wait { pilot.shows("The session daemon is not running.") } && !pilot.shows("No keys yet"))
    }

    @Test("access: in any room and on any terminal, with hostile names")
    func hostile() {
        let keys = HostileText.sampled.enumerated().map {
            SeamFixtures.credential(id: "\($0)", name: $1, location: $1, errors: $0 % 2 == 0 ? [] : [.unknown])
        }
        for (values, room) in zip(terminals + terminals, rooms) {
            let pilot = Pilot(
                SeamAccessView().environment(\.seamService, TestService(keys)), columns: room.0, rows: room.1,
                environment: values)
            for key in [KeyEquivalent.pageDown, .return, .return, .escape, .escape, "g", .end, .return, "/", "x"] {
                pilot.press(key)
                #expect(pilot.dangers.isEmpty, "\(room) \(key)")
            }
            pilot.resize(columns: 40, rows: 12)
            #expect(pilot.dangers.isEmpty && !pilot.told.isEmpty)
        }
    }
}
