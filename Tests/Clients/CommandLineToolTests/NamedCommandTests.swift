import TestSupport
import Testing
import Wire

/// Runs `seam` without a daemon, with words that are no commands.
@Suite struct NamedCommandTests {
    private static func seam(_ arguments: String...) async throws -> FinishedProgram {
        try await FinishedProgram.run(
            [Products.executable("seam")] + arguments, environment: [:], input: "", directory: TestDirectory())
    }

    @Test(
        "named command: an unknown one is answered with those that may be meant",
        arguments: [
            ("unlok", "seam: 'seam' has no command 'unlok' (did you mean 'seam unlock'? See 'seam --help')"),
            ("sign-out", "seam: 'seam' has no command 'sign-out' (did you mean 'seam deactivate'? See 'seam --help')"),
            ("login", "seam: 'seam' has no command 'login' (did you mean 'seam init'? See 'seam --help')"),
            ("foo", "seam: 'seam' has no command 'foo' (see 'seam --help')"),
            (
                "signal checkin",
                "seam: 'seam signal' has no command 'checkin' (did you mean 'seam signal check-in'? "
                    + "See 'seam signal --help')"
            ),
            (
                "checkin",
                "seam: 'seam' has no command 'checkin' (did you mean 'seam signal check-in'? See 'seam --help')"
            ),
            ("help unlok", "seam: 'seam' has no command 'unlok' (did you mean 'seam unlock'? See 'seam --help')"),
            ("kiosk list", "seam: 'seam kiosk' has no command 'list' (see 'seam kiosk --help')"),
            (
                "keys lst",
                "seam: 'seam keys' has no command 'lst' (did you mean 'seam keys list'? See 'seam keys --help')"
            ),
        ])
    func unknown(_ typed: String, _ told: String) async throws {
        let program = try await FinishedProgram.run(
            [Products.executable("seam")] + typed.split(separator: " ").map(String.init), environment: [:], input: "",
            directory: TestDirectory())
        #expect(program.status == 64 && program.output.isEmpty)
        #expect(program.errors == told + "\n")
    }

    @Test("named command: programs get the candidates") func candidates() async throws {
        let program = try await Self.seam("signal", "chek-in", "--json")
        let error = try JSON(parsing: program.output.utf8)["error"]
        #expect(program.status == 64 && error?["reason"] == "cli.usage")
        #expect(error?["details"] == ["wanted": "chek-in", "candidates": ["seam signal check-in"]])
    }

    @Test("named command: a name of several words is to be quoted") func quotes() async throws {
        let program = try await Self.seam("unlock", "Front", "Door")
        #expect(program.status == 64)
        let late = try await Self.seam("unlock", "--timeout", "5s", "Front", "Door")
        #expect(late.errors.hasSuffix("(put a name of several words in quotes: see 'seam unlock --help')\n"))
        let hostile = try await Self.seam("unlock", "it's", "$(id)")
        #expect(hostile.errors.contains(#"seam unlock 'it'\''s $(id)'"#), "\(hostile.errors)")
        #expect(try await Self.seam("log-level", "debug", "now").errors.hasSuffix("(see 'seam log-level --help')\n"))
        #expect(
            program.errors
                == "seam: unexpected argument 'Door' (put a name of several words in quotes: seam unlock 'Front Door')\n"
        )
    }

    @Test("named command: advice names the help of the command that was meant") func help() async throws {
        #expect(try await Self.seam("signal", "role").errors.hasSuffix("(see 'seam signal role --help')\n"))
        #expect(try await Self.seam("keys", "--timout", "3s").errors.hasSuffix("(see 'seam keys --help')\n"))
    }

    @Test("named command: allowed values are listed") func values() async throws {
        let told = try await Self.seam("log-level", "loud")
        #expect(
            told.errors.contains(
                "'loud' is invalid for '<level>'. Please provide one of the following: trace, debug, "),
            "\(told.errors)")
        #expect(told.errors.hasSuffix("critical (see 'seam log-level --help')\n"), "\(told.errors)")
    }

    @Test("named command: help of a known command is still help") func knownHelp() async throws {
        for arguments in [
            ["help", "unlock"], ["help"], ["help", "help"], ["signal", "--help"], ["help", "signal", "check-in"],
        ] {
            let program = try await FinishedProgram.run(
                [Products.executable("seam")] + arguments, environment: [:], input: "", directory: TestDirectory())
            #expect(program.status == 0 && program.output.hasPrefix("OVERVIEW: "), "\(arguments)")
        }
    }
}
