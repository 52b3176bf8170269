import ArgumentParser
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

extension Proximity: ExpressibleByArgument {}

/// The command `seam unlock NAME-OR-ID`, which opens a door.
struct UnlockCommand: QuietCommand, NamingCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Open a door.",
        discussion: """
            Example: seam unlock "Front Door" --timeout 15s

            A name must match completely, in upper or lower case. The names of keys come first, then the names of \
            their doors. A name that a table has shortened matches with its ellipsis. Ctrl-C cancels the attempt until \
            something irreversible is sent; a second Ctrl-C leaves without waiting for the end. Exit code 5 means that \
            nobody knows whether the door opened: look at the door before you try again.

            With --ephemeral you are signed in for this one attempt: `seam unlock "Front Door" --ephemeral < token`.
            """
    )

    @Argument(
        help: "The key's name or id, or a door's name. Without it, at a terminal, you choose from a list.",
        completion: .custom { _, _, _ in Completions.doors() })
    var key: String?

    @Option(
        help: """
            How long to try after signing in, 1s to 60s; 10s by default. This includes the wait for a key that is \
            still being read. If a lock wants you to open a page, it waits for you up to five minutes longer.
            """, transform: TextDuration.argument)
    var timeout: Duration?

    @Option(help: "The door, by name or id, if the key opens several.")
    var entrance: String?

    @Option(help: "How to open: touch, nearby or remote. By default, the first that works with the key.")
    var proximity: Proximity?

    @Option(help: "An idempotency key, 16 to 64 characters of A-Z, a-z, 0-9, _ and -. The same key never opens twice.")
    var idem: String?

    @Flag(help: "Open a door in privacy mode without asking. With --json, or without a terminal, seam never asks.")
    var yes = false

    @OptionGroup var visit: EphemeralOptions

    @OptionGroup var silence: QuietOption
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if key == nil, entrance != nil { throw ValidationError("--entrance needs the key that opens the door") }
        if key == nil, common.json || !Prompt.isTerminal {
            throw ValidationError(
                "name a key or a door; a list to choose from is shown only at a terminal, without --json")
        }
        if let timeout, !(Duration.seconds(1)...Duration.seconds(60)).contains(timeout) {
            throw ValidationError("--timeout must be 1s to 60s")
        }
        if let idem, !Call.isIdempotencyKey(idem) {
            throw ValidationError("--idem must be 16 to 64 characters of A-Z, a-z, 0-9, underscore and hyphen")
        }
    }

    /// The remaining time for the attempt. It is at least a second. If there was no wait, this is the given time. If no
    /// time was given, it is nil, which means the daemon's own time limit.
    private func rest(of patience: Duration, since start: Duration) -> Duration? {
        let waited = SystemClock.monotonic() - start
        guard waited > .milliseconds(500) else { return timeout }
        return max(.seconds(1), patience - waited)
    }

    /// Asks whether to open a door in privacy mode, and returns the duration of the question. Throws if the answer is
    /// no.
    private func ask(about notes: [CredentialWarning], on console: Console) throws -> Duration {
        guard !notes.isEmpty, !yes, !console.isJSON, Prompt.isTerminal else { return .zero }
        let asked = SystemClock.monotonic()
        // The question has a time limit, because the connection and its session stay open during the wait for an
        // answer.
        let answer = try? Prompt.line(isSecret: false, within: .seconds(60)) {
            console.ask("Open it anyway? [y/N] ")
        }
        guard let answer, AnswerLine.trimmed(answer).lowercased().hasPrefix("y") else {
            console.talk("nothing was opened")
            throw CommandEnd(status: .cancelled)
        }
        return SystemClock.monotonic() - asked
    }

    func perform(on console: Console) throws {
        let client = try Link.open(.session, console.environment)
        var start = SystemClock.monotonic()
        let patience = timeout ?? .seconds(10)
        try visit.signIn(client, beside: own.namedSession, on: console)
        let session = visit.ephemeral ? nil : own.session
        let choice = KeyChoice(client, session: session)
        let chosen: KeyChoice.Chosen
        if let key {
            chosen = try choice.choose(key, entrance: entrance, KeyChoice.Wait(from: start, patience))
        } else {
            chosen = try choice.ask(on: console)
            start = SystemClock.monotonic()
        }
        for note in chosen.notes { console.talk("note: \(KeyRendering.note(note))") }
        // The time that a person spends thinking does not count as time of the attempt.
        start += try ask(about: chosen.notes, on: console)
        let params = UnlockStart.Params(
            session: session, credentialID: chosen.id, timeout: rest(of: patience, since: start),
            proximity: proximity, entranceID: chosen.entranceID)
        let progress = UnlockProgress(console: console)
        guard !client.wasInterrupted else { throw CommandEnd(status: .cancelled) }
        let intent = try idem ?? IdempotencyKey.make()
        let result: UnlockResult
        do throws(WireError) {
            result = try client.stream(UnlockStart.self, params, idem: intent) { item, message in
                progress.show(item, message)
                return .more
            }
        } catch {
            // For a code or a card, it would be true but of no use to say "does not open that way". `seam` therefore
            // names the right way instead.
            guard let elsewhere = chosen.elsewhere, error.reason == "seam.invalid_unlock_proximity", !console.isJSON
            else { throw error }
            console.talk("this key is \(elsewhere.text) (\(elsewhere.remedy))")
            throw CommandEnd(status: ExitStatus(error))
        }
        let isOpen = result.outcome == .granted && !result.isReplayed && !visit.ephemeral
        progress.show(result) { isOpen ? DoorCheckIn.report(session: session, console.environment) : nil }
        let status = ExitStatus(result)
        if status != .done { throw CommandEnd(status: status) }
    }
}
