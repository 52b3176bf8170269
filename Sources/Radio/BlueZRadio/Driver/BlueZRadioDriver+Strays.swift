import RadioCore
import SeamModel

/// Locks to which bluetoothd had, or made, a link when it died.
///
/// A link that comes up at that moment may be left to the controller alone: the kernel has forgotten it, nobody can end
/// it, and a lock with a link does not advertise, so that it can never be opened again (Linux 6.12, in the radio lab).
/// Only a reset of the adapter ends it.
extension BlueZRadioDriver {
    /// How long discovery runs without such a lock being heard before the adapter is reset.
    static let strayPatience = Duration.seconds(5)

    /// bluetoothd has gone: each lock that it had a link to must be heard again.
    func rememberStrays() { strays.formUnion(links.keys) }

    /// Discovery has begun: resets the adapter, once, if a stray is not heard. It may as well be out of reach, so
    /// nobody else's link is ended for it.
    func lookForStrays() {
        guard !strays.isEmpty else { return }
        strayTimer?.cancel()
        // Ends with one look.
        strayTimer = Task {
            guard (try? await Task.sleep(for: Self.strayPatience)) != nil, isReady, !strays.isEmpty, links.isEmpty
            else { return }
            strays = []
            await resetAdapter()
        }
    }

    /// Switches the adapter off and on: its links and its discovery end, and their callers are told so.
    private func resetAdapter() async {
        guard let adapter else { return }
        for isPowered in [false, true] {
            let call = BusCall(
                destination: Self.bluez, path: adapter, interface: Self.properties, method: "Set",
                arguments: [.string(BlueZObjects.adapterInterface), .string("Powered"), .variant(.boolean(isPowered))])
            // What is refused leaves the adapter as it is, and its state says so.
            _ = try? await ask(call, limit: Self.stackLimit)
        }
    }
}
