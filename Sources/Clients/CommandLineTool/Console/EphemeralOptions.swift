import ArgumentParser
import RPC
import SessionAPI
import TermCore
import Wire

/// The options of commands that can sign a person in. The person is then signed in for that command alone.
struct EphemeralOptions: ParsableArguments {
    @Flag(
        help: "Sign in for this command only, with a token from standard input. No data remains afterwards.")
    var ephemeral = false

    @Option(
        help: "With --ephemeral: read the token from this file (mode 0600), or from <(a command).",
        completion: .file())
    var tokenFile: String?

    @Flag(
        help: "With --ephemeral: read a visitor's code from standard input; the operator's desk identifies the visitor."
    )
    var code = false

    func validate() throws {
        if code, !ephemeral { throw ValidationError("--code needs --ephemeral") }
        if code, tokenFile != nil { throw ValidationError("--code cannot be used with --token-file") }
        if tokenFile != nil, !ephemeral { throw ValidationError("--token-file needs --ephemeral") }
    }

    /// If requested, begins a session for this connection and activates the session. Afterwards, calls without a
    /// session name refer to that session.
    ///
    /// If the sign-in fails, no request to open a door has been made.
    func signIn(_ client: BlockingClient, beside session: String?, on console: Console) throws {
        guard ephemeral else { return }
        guard session == nil else {
            throw UsageFault("--ephemeral cannot be used with --session", hint: "--ephemeral creates its own session")
        }
        let begin = try beginning(on: console)
        do {
            try begin(client)
            guard !client.wasInterrupted else { throw CommandEnd(status: .cancelled) }
            _ = try client.call(SessionActivate.self, SessionParams())
        } catch var error as WireError {
            error.effect = .none
            throw error
        }
        guard !client.wasInterrupted else { throw CommandEnd(status: .cancelled) }
    }

    /// The call that begins the session, once the person has identified themselves.
    private func beginning(on console: Console) throws -> (BlockingClient) throws -> Void {
        guard code else {
            let token = try TokenInput.read(tokenFile, on: console)
            return { _ = try $0.call(SessionInitialize.self, .init(token: token, isEphemeral: true)) }
        }
        let code = try TokenInput.code(on: console)
        return { _ = try $0.call(SessionExchange.self, .init(code: code)) }
    }
}
