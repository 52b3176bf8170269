import RadioCore
import RadioModel

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
        guard !strays.isEmpty, strayTimer == nil else { return }
        // Ends with one look.
        strayTimer = Task {
            let isOver = (try? await Task.sleep(for: Self.strayPatience)) == nil
            strayTimer = nil
            guard !isOver, isScanning, !strays.isEmpty, let adapter, links.isEmpty, !isConnected(adapter) else {
                return
            }
            strays = []
            await reset(adapter)
        }
    }

    /// Whether anyone, on this machine, has a link by that adapter: a keyboard may be one.
    private func isConnected(_ adapter: String) -> Bool {
        objects.devices.values.contains { $0.adapter == adapter && $0.isConnected }
    }

    /// Switches the adapter off and on: its discovery ends, and its callers hear so.
    private func reset(_ adapter: String) async {
        // A request without an answer may be done later, so it is switched on in any case.
        _ = await power(adapter, false)
        for _ in 0..<5 {
            if await power(adapter, true) { return }
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Returns whether bluetoothd has done it.
    private func power(_ adapter: String, _ isOn: Bool) async -> Bool {
        let call = BusCall(
            destination: Self.bluez, path: adapter, interface: Self.properties, method: "Set",
            arguments: [.string(BlueZObjects.adapterInterface), .string("Powered"), .variant(.boolean(isOn))])
        return (try? await ask(call, limit: Self.stackLimit)) != nil
    }
}
