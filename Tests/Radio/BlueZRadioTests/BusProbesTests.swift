import BlueZRadio
import Testing

@testable import BusCheck

/// For each case, tests which finding follows from the outcomes of a stranger's calls.
@Suite("What a stranger's calls say of the bus") struct BusProbesTests {
    private static let bus = "org.freedesktop.DBus"
    private static let denied = BusError(BusError.accessDenied, "", from: bus)

    /// The finding in a case in which the first calls ended with `answers`, and the other calls did not end. An answer
    /// is an error, or nil for a success.
    private func found(_ answers: [BusError?], of count: Int = 3, fenced isFenced: Bool = true) -> BusAccess? {
        var probes = BusProbes(count: count)
        for (index, answer) in answers.enumerated() { probes.answered(index, answer) }
        if isFenced { probes.fenced() }
        return probes.finding?.access
    }

    @Test("bus probes: closed is only what the bus refused in every call")
    func closed() {
        #expect(found([Self.denied, Self.denied, Self.denied]) == .closed)
        #expect(found([Self.denied, Self.denied, Self.denied], fenced: false) == nil)
        #expect(found([Self.denied, Self.denied]) == .open, "the third was handed on")
        #expect(found([]) == .open)
        #expect(found([], fenced: false) == nil)
    }

    @Test("bus probes: whatever bluetoothd says opens it at once, however it is worded", arguments: [true, false])
    func delivered(isFenced: Bool) {
        #expect(found([nil], fenced: isFenced) == .open)
        for name in [BusError.accessDenied, BusError.noOwner, BusError.noReply, "org.bluez.Error.Failed", ""] {
            #expect(found([Self.denied, BusError(name, "", from: ":1.7")], fenced: isFenced) == .open, "\(name)")
        }
        // An answer that cannot be read is still an answer.
        let unreadable = BusError("seam.bus.too_large", "").told(by: ":1.7")
        #expect(found([Self.denied, unreadable], fenced: isFenced) == .open)
    }

    @Test("bus probes: without bluetoothd, or refused for another reason, nothing is known")
    func unknown() {
        for name in [BusError.noOwner, BusError.noService, "org.freedesktop.DBus.Error.LimitsExceeded"] {
            #expect(found([Self.denied, BusError(name, "", from: Self.bus), Self.denied]) == .unknown, "\(name)")
        }
    }

    @Test("bus probes: a connection that has gone refuses nothing, and hands nothing on")
    func disconnected() {
        let gone = [BusError.disconnected, BusError(BusError.noReply, "Connection terminated", from: Self.bus)]
        for error in gone { #expect(found([error, Self.denied, Self.denied], fenced: false) == nil) }
        var probes = BusProbes(count: 1)
        probes.answered(0, Self.denied)
        probes.answered(0, nil)
        probes.answered(7, nil)
        probes.fenced()
        #expect(probes.finding?.access == .closed, "the first answer counts, and of calls that were made")
    }

    @Test("bus probes: what is called is harmless, and starts nothing")
    func probes() {
        let probes = BusCheck.probes(owner: ":1.7")
        let harmless: Set = ["Ping", "Introspect", "GetManagedObjects", "GetAll", "SeamBusCheck"]
        #expect(probes.allSatisfy { $0.ifRunning && $0.path == "/" && harmless.contains($0.method) })
        #expect(Set(probes.map(\.destination)) == ["org.bluez", ":1.7"])
    }
}
