import RPC
import RadioModel
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The bound lock that a person means.
enum LockChoice {
    /// Reads the bound locks, and returns the lock that `wanted` names. `wanted` may be the lock's id or, ignoring
    /// case, its full name, the name that the lock itself has, its address, or the id of its door. Throws a usage fault
    /// if no lock or several locks match.
    static func lock(_ wanted: String, of client: BlockingClient) throws -> Binding {
        let bindings: [Binding] = try client.list(LocksList.self) { $0 }
        if let exact = bindings.first(where: { $0.id == wanted }) { return exact }
        let text = wanted.lowercased()
        let meant = bindings.filter { binding in
            [binding.name, binding.identity, binding.device.address, binding.entranceID, binding.deviceID]
                .contains { $0?.lowercased() == text }
        }
        guard let first = meant.first else {
            let near = near(wanted, among: bindings)
            let names = near.map { "'\($0)'" as TerminalSafe }.joined(separator: ", or ")
            throw UsageFault(
                "no bound lock is called '\(wanted)'",
                hint: near.isEmpty ? "see 'seam locks list'" : "did you mean \(names)? See 'seam locks list'")
        }
        guard meant.count == 1 else {
            let ids = meant.map { "\($0.id)" as TerminalSafe }.joined(separator: ", ")
            throw UsageFault("several locks are called '\(wanted)'", hint: "name one by its id: \(ids)")
        }
        return first
    }

    /// At most three names of locks that are most similar to the wanted name.
    private static func near(_ wanted: String, among bindings: [Binding]) -> [String] {
        let distance = NameDistance(wanted)
        let found = bindings.compactMap { binding in
            let name = LockRendering.name(of: binding)
            return distance.distance(to: name).map { (distance: $0, name: name) }
        }
        return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }
}
