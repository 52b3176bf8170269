import RPC
import RadioModel
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The bound lock that a person means.
enum LockChoice {
    /// Reads the bound locks and returns the one that `wanted` names: by id, or else by its name, its own name or its
    /// address, in full, ignoring case. Throws a usage fault if none or several match.
    static func lock(_ wanted: String, of client: BlockingClient) throws -> Binding {
        let bindings: [Binding] = try client.list(LocksList.self) { $0 }
        if let exact = bindings.first(where: { $0.id == wanted }) { return exact }
        let text = wanted.lowercased()
        let meant = bindings.filter { binding in
            [binding.name, binding.identity, binding.device.address].contains { $0?.lowercased() == text }
        }
        guard let first = meant.first else {
            throw UsageFault("no bound lock is called '\(wanted)'", hint: "see 'seam locks list'")
        }
        guard meant.count == 1 else {
            let ids = meant.map { "\($0.id)" as TerminalSafe }.joined(separator: ", ")
            throw UsageFault("several locks are called '\(wanted)'", hint: "name one by its id: \(ids)")
        }
        return first
    }
}
