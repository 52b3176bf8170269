import RPC
import RadioModel
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The dialogue with the person at the lock during pairing.
///
/// Prompts and progress go to standard error, so that standard output contains only results.
final class BindDialogue {
    private let client: BlockingClient
    private let console: Console
    private let confirmsAll: Bool
    /// The error that made the dialogue end the pairing.
    private(set) var failure: (any Error)?

    init(client: BlockingClient, console: Console, confirmsAll: Bool) {
        self.client = client
        self.console = console
        self.confirmsAll = confirmsAll
    }

    /// Handles an item, and returns whether pairing continues.
    func step(_ item: LocksBind.Item, _ message: Item) -> BlockingClient.Step {
        do {
            if console.isJSON { try console.json(message.line) }
            switch item {
            case .found(let found):
                let name = found.name.map { " \"\($0)\"" as TerminalSafe } ?? ""
                let state: TerminalSafe =
                    switch found.isReadyToPair {
                    case true: ", ready to pair"
                    case false: ", has an owner"
                    case nil: ""
                    }
                console.talk("found \(found.device.address)\(name), \(found.rssiDBm) dBm\(state)")
            case .phase(let told):
                let detail = told.detail.map { ": \($0)" as TerminalSafe } ?? ""
                console.talk("\(TerminalSafe(told.phase.rawValue))\(detail)")
            case .prompt(let prompt): try answer(prompt)
            }
            return .more
        } catch {
            failure = failure ?? error
            return .cancel
        }
    }

    private func answer(_ prompt: LocksBind.Prompt) throws {
        let value: String
        switch prompt.kind {
        case .pressButton: return console.talk("\(prompt.text)")
        case .enterPIN, .enterKey:
            value = try read(prompt, isSecret: true, asking: "\(prompt.text): ")
        case .confirmIdentity:
            if confirmsAll {
                console.talk("\(prompt.text): yes")
                value = "yes"
            } else {
                let answer = try read(prompt, isSecret: false, asking: "\(prompt.text) [y/N] ")
                value = Self.isYes(answer) ? "yes" : "no"
            }
        }
        let params = LocksAnswer.Params(bindID: prompt.bindID, promptID: prompt.promptID, value: value)
        _ = try client.call(LocksAnswer.self, params)
    }

    private func read(_ prompt: LocksBind.Prompt, isSecret: Bool, asking question: TerminalSafe) throws -> String {
        let line: String?
        do throws(Prompt.Failure) {
            line = try Prompt.line(isSecret: isSecret, within: prompt.expires) { console.ask(question) }
        } catch {
            switch error {
            case .interrupted: throw CommandEnd(status: .cancelled)
            case .timedOut: throw UsageFault("nobody answered in time", status: .timedOut)
            case .tooLong, .unreadable: throw UsageFault("the answer cannot be read from standard input")
            }
        }
        // A script that does not have the lock's key continues without it, and gets the error that the lock must be
        // reset.
        if line == nil, prompt.kind == .enterKey { return "" }
        guard let line else {
            throw UsageFault(
                "no answer on standard input", hint: "run it on a terminal, or pipe the answers, line by line")
        }
        return line
    }

    private static func isYes(_ text: String) -> Bool {
        ["y", "yes"].contains(text.lowercased())
    }
}
