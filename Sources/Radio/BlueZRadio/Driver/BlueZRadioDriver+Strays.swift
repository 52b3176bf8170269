import RadioCore
import RadioModel

/// Handles strays. A stray is a lock to which bluetoothd had a link, or was connecting, when bluetoothd ended
/// unexpectedly.
///
/// A link that is made at this moment may stay known only to the controller. The kernel has forgotten the link, so
/// nobody can end it. A lock with a link does not advertise, so it can never be opened again (Linux 6.12, in the radio
/// lab). Only a reset of the adapter ends such a link.
extension BlueZRadioDriver {
    /// How long discovery runs without hearing such a lock before the adapter is reset.
    static let strayPatience = Duration.seconds(5)

    /// Called when bluetoothd has ended. Each lock to which it had a link must be heard again.
    func rememberStrays() { strays.formUnion(links.keys) }

    /// Called when discovery has begun. If a stray is not heard, the adapter is reset once. The stray may also be out
    /// of reach, so the adapter is not reset while it has any other link.
    func lookForStrays() {
        guard !strays.isEmpty, strayTimer == nil else { return }
        // This task ends after one check.
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

    /// Whether any device, such as a keyboard, has a link to this machine through an adapter.
    private func isConnected(_ adapter: String) -> Bool {
        objects.devices.values.contains { $0.adapter == adapter && $0.isConnected }
    }

    /// Switches the adapter off and on. This ends the discovery, and the callers learn about it.
    private func reset(_ adapter: String) async {
        // An unanswered request may still be carried out later, so the adapter is switched on in any case.
        _ = await power(adapter, false)
        for _ in 0..<5 {
            if await power(adapter, true) { return }
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Switches the adapter on or off. Returns whether bluetoothd has done this.
    private func power(_ adapter: String, _ isOn: Bool) async -> Bool {
        let call = BusCall(
            destination: Self.bluez, path: adapter, interface: Self.properties, method: "Set",
            arguments: [.string(BlueZObjects.adapterInterface), .string("Powered"), .variant(.boolean(isOn))])
        return (try? await ask(call, limit: Self.stackLimit)) != nil
    }
}
