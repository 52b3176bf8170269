import Foundation
import SeamComponents
import TermUI
import TestSupport
import Testing
import Wire

@testable import TerminalClient

/// The administrators' page, with real daemons and a lock.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2))) struct MachineTests {
    private let system: TestSystem
    private let pilot: Pilot

    init() async throws {
        system = try await TestSystem()
        var environment = EnvironmentValues()
        environment.seamDates = SeamDateText(now: Date(), calendar: Desk.calendar)
        let link = AdminLink(paths: [.session: system.adminSocket, .signal: "/nonexistent"])
        pilot = Pilot(
            AccessScreen(service: Desk().live(), machine: link), columns: 100, rows: 50, environment: environment)
        pilot.press("m")
    }

    private func sees(_ text: String) async throws {
        guard await pilot.wait(until: { pilot.shows(text) }) else {
            throw TestFailure("not shown: \(text)\n\(pilot.text)\n\(system.logs)")
        }
    }

    @Test("machine: an administrator binds a lock, gives a key with an end, and takes it back")
    func bindAndGrant() async throws {
        try await sees("seam-sessiond: everything works")
        try await sees("No lock is bound.")
        pilot.click("Bind a lock")
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.frontLock)), ("on", true)))
        pilot.click("Begin")
        try await sees("Type the ids of the workspace and the entrance.")
        pilot.click("the workspace's id in the cloud")
        pilot.type(TestCloud.workspace)
        pilot.click("the entrance's id in the cloud")
        pilot.type(TestCloud.frontDoor)
        pilot.click("a name for people")
        pilot.type("Front")
        pilot.click("Begin")
        // The nearest lock is taken only once the person has confirmed that it is the right one.
        try await sees("[ Yes ]")
        pilot.press(.return)
        try await sees("The lock is bound: Front")
        pilot.press(.escape)
        try await sees("Front, nuki")

        pilot.click("Front, nuki")
        try await sees("Nobody has a key from here.")
        pilot.click("name or number of the account")
        pilot.type("1000")
        pilot.click("Give the key")
        try await sees("user 1000, until tomorrow")
        pilot.click("Take back")
        try await sees("Nobody has a key from here.")
        pilot.click("name or number of the account")
        pilot.type("nobody-of-this-name")
        pilot.click("Give the key")
        try await sees("This machine has no such account: nobody-of-this-name")
    }

    @Test("machine: without the socket for administrators there is no such key") func notForOthers() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press("m")
        #expect(!pilot.shows("This machine") && !pilot.shows("m machine"))
    }
}
