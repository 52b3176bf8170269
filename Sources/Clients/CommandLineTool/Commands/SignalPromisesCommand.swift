import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal promises`.
struct SignalPromisesCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "promises", abstract: "Show what LifeSignal promises, and what was measured.",
        discussion: """
            The figures come from the last complete run of LifeSignal's own tests before this program was built \
            ('deploy/test --signal'), on the machine that is named. To see whether everybody is watched on this \
            machine now, run 'seam signal status', or 'seam signal clock' as an administrator.
            """)

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let page: SignalPromises
        do { page = try SignalPromises.built() } catch {
            throw UsageFault(
                "this program was built without measurements", hint: "build it again: see deploy/docs/tests.md")
        }
        if console.isJSON { return try console.json(page.json) }
        try console.line(
            """
            LifeSignal \(page.release), measured on \(page.measuredOn), \(page.machine). It is not an emergency \
            service.
            """
        )
        for promise in page.promises {
            try console.line("")
            try console.line("\(promise.id)  \(promise.promise)", .strong)
            try console.line("    goal: \(promise.goal)")
            for figure in promise.figures { try console.line("    \(figure)", .good) }
            if promise.figures.isEmpty { try console.line("    not measured in that run", .bad) }
            try console.line("    by: \(promise.how)", .faint)
            try console.line("    others: \(promise.others)", .faint)
        }
        guard !page.scale.isEmpty else { return }
        try console.line("")
        try console.line("The cost of people on one machine", .strong)
        for row in page.scale {
            try console.line(
                """
                    \(row.people) people: \(row.resident) MiB of memory, store \(row.store) MiB, \(row.wakeUps) \
                wake-ups and \(row.processor) ms of a processor a minute, \(row.checkIns) check-ins a second
                """)
        }
    }
}
