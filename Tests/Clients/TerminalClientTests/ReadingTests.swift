import SeamComponents
import TermUI
import Testing

@testable import TerminalClient

/// While the daemon is still reading the keys, the screen does not claim that there are no keys.
@MainActor @Suite struct ReadingTests {
    @Test("reading: who has no keys yet is told how far it is") func whoHasNoKeysYetIsToldHowFarItIs() {
        let desk = Desk().live([])
        desk.show(SeamConnectivity(reading: .init(done: 0), radio: .ready))
        let pilot = desk.pilot()
        #expect(pilot.shows("Your keys are being read.") && !pilot.shows("Nobody has given you one"))
        #expect(pilot.isBusy, "a line that is written waits for the keys")
        desk.show(SeamConnectivity(reading: .init(done: 12, count: 70), radio: .ready))
        #expect(pilot.shows("Your keys are being read: 12 of 70."))
        desk.show(SeamConnectivity(radio: .ready))
        pilot.advance(by: .milliseconds(300))
        #expect(pilot.shows("No keys yet") && !pilot.isBusy)
    }

    @Test("reading: without an answer of the cloud nobody says that there are none")
    func withoutAnAnswerOfTheCloudNobodySaysThatThereAreNone() {
        let desk = Desk().live([])
        let trouble = SeamConnectivity.CloudTrouble(
            reason: "rate_limited", message: "the cloud is asking for fewer requests", isOffline: false)
        desk.show(SeamConnectivity(offlineSince: Desk.date, cloudTrouble: trouble, radio: .ready))
        let pilot = desk.pilot()
        #expect(
            pilot.shows("The cloud is asking for fewer requests. Press r to ask again.")
                && !pilot.shows("Nobody has given"))
        desk.show(Desk.keys)
        #expect(pilot.shows("The cloud is asking for fewer requests. These are the keys as of 14:00."))
    }

    @Test("reading: a list that is not whole says so") func aListThatIsNotWholeSaysSo() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        desk.show(SeamConnectivity(reading: .init(done: 12, count: 70), radio: .ready))
        #expect(pilot.shows("7 keys, 2 to open. Your keys are being read: 12 of 70"))
        pilot.press("/")
        pilot.type("zz")
        #expect(pilot.shows("Your keys are being read: 12 of 70. Without the search, all are shown."))
        desk.show(SeamConnectivity(radio: .ready))
        #expect(!pilot.shows("being read"))
    }
}
