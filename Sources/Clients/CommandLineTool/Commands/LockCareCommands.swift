import ArgumentParser
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam locks status LOCK`, which shows a bound lock's last report, or a fresh report.
struct LocksStatusCommand: ConsoleCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what a bound lock last reported.",
        discussion: """
            Example: seam locks status Nuki_1A2B3C4D --refresh

            The lock reported this when it was last opened or asked. Nothing here is checked against another source.
            """)

    @Argument(
        help: "The lock's name, its address, or the binding's id: see 'seam locks list'.",
        completion: .custom { _, _, _ in Completions.locks() })
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

/// The command `seam locks rebind LOCK`, which pairs with a bound lock again.
struct LocksRebindCommand: ConsoleCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebind", abstract: "Pair again with a lock that was reset or has lost this machine's key.",
        discussion: """
            Example: seam locks rebind Nuki_1A2B3C4D

            Everything else about the lock stays: its name, its door, and the keys that were granted to it. If the \
            pairing fails, the old key stays as well. If the owner of a lock with one key for everybody has added it \
            to its maker's app again, you need the new key from the owner.
            """)

    @Argument(
        help: "The lock's name, its address, or the binding's id: see 'seam locks list'.",
        completion: .custom { _, _, _ in Completions.locks() })
    var lock: String

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let known = try LockChoice.lock(lock, of: client)
        let dialogue = BindDialogue(client: client, console: console, confirmsAll: false)
        let binding: Binding
        do throws(WireError) {
            binding = try client.stream(LocksRebind.self, .init(bindingID: known.id)) { item, message in
                dialogue.step(item, message)
            }
        } catch {
            // The dialogue's own failure is closer to the cause than the resulting cancellation.
            throw dialogue.failure ?? error
        }
        if console.isJSON { return try console.json(.members(("result", binding.json))) }
        try console.line("\(LockRendering.name(of: binding)) has a new key", .good)
        guard binding.isUnverified else { return }
        try console.line("not verified: the lock has not proved that it has the key", .warning)
        try console.line("open the lock once; if that fails, reset it, and run this command again")
    }
}

/// The command `seam locks rotate LOCK`, which gives a bound lock a new key.
struct LocksRotateCommand: ConsoleCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Give a bound lock a new key, and remove the old one from the lock's list.",
        discussion: """
            Example: seam locks rotate Nuki_1A2B3C4D

            You are asked for the lock's PIN, which is not shown. With the PIN, nobody has to touch the lock. Without \
            it, you pair the lock by its button, and the old key stays in the lock's list until you remove it there. \
            The old key is kept until the new one is stored. A lock with one key for everybody is reset and rebound \
            instead.
            """)

    @Argument(
        help: "The lock's name, its address, or the binding's id: see 'seam locks list'.",
        completion: .custom { _, _, _ in Completions.locks() })
    var lock: String

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let known = try LockChoice.lock(lock, of: client)
        let dialogue = BindDialogue(client: client, console: console, confirmsAll: false)
        let result: LocksRotate.Result
        do throws(WireError) {
            result = try client.stream(LocksRotate.self, .init(bindingID: known.id)) { item, message in
                dialogue.step(item, message)
            }
        } catch {
            throw dialogue.failure ?? error
        }
        if console.isJSON { return try console.json(.members(("result", result.json))) }
        try console.line("\(LockRendering.name(of: result.binding)) has a new key", .good)
        switch result.oldKey {
        case .removed: try console.line("the old key was removed from the lock's list")
        case .listed:
            try console.line(
                "the lock's list still has the old key, \"\(result.oldListedAs)\": remove it there, in the maker's app",
                .warning)
        }
    }
}
