import ArgumentParser
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// `seam locks status LOCK`: what a bound lock last said of itself, or says now.
struct LocksStatusCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what a bound lock last said of itself.",
        discussion: """
            Example: seam locks status "Front Door" --refresh

            What is shown was said when somebody last opened the lock, or asked it. All of it is the lock's own word.
            """)

    @Argument(help: "The lock's name, its address, or the binding's id: see 'seam locks list'.")
    var lock: String

    @Flag(help: "Ask the lock now. It must be in range; nothing moves.")
    var refresh = false

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let known = try LockChoice.lock(lock, of: client)
        let params = LocksStatus.Params(bindingID: known.id, refreshes: refresh)
        let binding = try client.call(LocksStatus.self, params)
        guard !console.isJSON else { return try console.json(binding.json) }
        for (line, style) in LockRendering.lines(of: binding, at: .wall) { try console.line(line, style) }
    }
}
