import RadioCore
import RadioModel

/// Locks that bluetoothd had a link to, or was connecting to, when it died.
///
/// A link that comes up at that moment may be left to the controller alone: the kernel has forgotten it, nobody can end
/// it, and a lock with a link does not advertise, so it can never be opened again (Linux 6.12, in the radio lab). Only
/// a reset of the adapter ends it.
extension BlueZRadioDriver {
    /// How long discovery runs without such a lock being heard before the adapter is reset.
    static let strayPatience = Duration.seconds(5)

    /// Called when bluetoothd is gone: each lock that it had a link to must be heard again.
    func rememberStrays() { strays.formUnion(links.keys) }

    /// Called when discovery has begun: resets the adapter, once, if a stray is not heard. The stray may also be out of
    /// reach, so nobody else's link is ended for it.
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

    /// Whether anything on this machine has a link through that adapter, such as a keyboard.
    private func isConnected(_ adapter: String) -> Bool {
        objects.devices.values.contains { $0.adapter == adapter && $0.isConnected }
    }

    /// Switches the adapter off and on: its discovery ends, and its callers are told.
    private func reset(_ adapter: String) async {
        // An unanswered request may still be carried out later, so the adapter is switched on in any case.
        _ = await power(adapter, false)
        for _ in 0..<5 {
            if await power(adapter, true) { return }
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Switches the adapter; returns whether bluetoothd has done it.
    private func power(_ adapter: String, _ isOn: Bool) async -> Bool {
        let call = BusCall(
            destination: Self.bluez, path: adapter, interface: Self.properties, method: "Set",
            arguments: [.string(BlueZObjects.adapterInterface), .string("Powered"), .variant(.boolean(isOn))])
        return (try? await ask(call, limit: Self.stackLimit)) != nil
    }
}
