import TermCore
import Testing

@testable import CommandLineTool

/// Whether the advice is about the same session as the command.
@Suite struct NamedSessionTests {
    @Test(
        "session: an advised command names the session of the one that failed",
        arguments: [
            (
                "the session is not active (run 'seam activate')",
                "the session is not active (run 'seam activate --session work')"
            ),
            ("seam init, then seam activate", "seam init --session work, then seam activate --session work"),
            ("'seam keys reveal' shows it", "'seam keys reveal --session work' shows it"),
            ("'seam unlock Front Door'", "'seam unlock --session work Front Door'"),
            (
                "next: seam signal reach verify, with the code",
                "next: seam signal reach verify --session work, with the code"
            ),
            ("seam signal pin --session work", "seam signal pin --session work"),
            // These commands take no session.
            ("see 'seam providers', or 'seam locks list'", "see 'seam providers', or 'seam locks list'"),
            ("sudo seam setup", "sudo seam setup"),
            // This text names no command.
            ("a seam activates, my-seam keys", "a seam activates, my-seam keys"),
        ])
    func advice(_ text: String, _ expected: String) {
        #expect(NamedSession.added("work", to: TerminalSafe(trusted: text)).description == expected)
        #expect(NamedSession.added(nil, to: TerminalSafe(trusted: text)).description == text)
    }
}
