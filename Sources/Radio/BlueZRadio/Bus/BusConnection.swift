import CSystemd
package import LinuxSupport

/// A connection to a message bus. It is used on one thread, and never blocks this thread.
///
/// ``serve()`` delivers answers and signals.
@safe package final class BusConnection {
    /// The content of a signal.
    package struct Signal {
        /// The unique name of the sender, which the bus guarantees.
        let sender: String
        let path: String
        let interface: String
        let member: String
        let values: [BusValue]
    }

    /// The reply to a call.
    package struct Reply: Sendable {
        /// The unique name of the peer that answered.
        package let sender: String
        /// The content of the answer.
        package let values: [BusValue]
    }

    /// The bus' own name.
    package static let busName = "org.freedesktop.DBus"

    private let bus: OpaquePointer
    private let listensTo: (String) -> Bool
    private let told: (Signal) -> Void
    private var pending: [UInt64: PendingCall] = [:]
    private var lastNumber: UInt64 = 0
    private(set) var isOpen = true

    /// Connects to the bus at `address`, in D-Bus notation. The first answer shows whether the bus accepts this
    /// process. `told` is called with signals. Anyone may send signals, so it is called only if `listensTo` accepts the
    /// sender's unique name.
    package init(
        _ address: String, listensTo: @escaping (String) -> Bool, told: @escaping (Signal) -> Void
    ) throws(BusError) {
        var raw: OpaquePointer?
        let status = unsafe sd_bus_new(&raw)
        guard status >= 0, let raw = unsafe raw else { throw BusError(status: status) }
        unsafe bus = unsafe raw
        self.listensTo = listensTo
        self.told = told
        let itself = unsafe Unmanaged.passUnretained(self).toOpaque()
        try check(unsafe sd_bus_set_address(bus, address))
        try check(unsafe sd_bus_set_bus_client(bus, 1))
        try check(unsafe sd_bus_negotiate_fds(bus, 1))
        try check(unsafe sd_bus_add_filter(bus, nil, hearMessage, itself))
        try check(unsafe sd_bus_start(bus))
    }

    deinit { unsafe sd_bus_close_unref(bus) }

    private func check(_ status: Int32) throws(BusError) {
        guard status >= 0 else { throw BusError(status: status) }
    }

    /// Sends a call. `answered` is called once, from ``serve()`` or ``close()``, or immediately if nothing can be sent.
    /// If there is no answer within `limit`, the result is ``BusError/noReply``.
    package func call(_ call: BusCall, limit: Duration, answered: @escaping (Result<Reply, BusError>) -> Void) {
        guard isOpen else { return answered(.failure(.disconnected)) }
        lastNumber += 1
        let waiting = PendingCall(connection: self, number: lastNumber, answered: answered)
        do throws(BusError) {
            let message = try unsafe BusMessage.call(call, on: bus)
            let microseconds = UInt64(max(limit, .milliseconds(1)) / .microseconds(1))
            let argument = unsafe Unmanaged.passUnretained(waiting).toOpaque()
            let status = unsafe message.withMessage {
                unsafe sd_bus_call_async(bus, &waiting.slot, $0, hearReply, argument, microseconds)
            }
            try check(status)
            pending[lastNumber] = waiting
        } catch {
            answered(.failure(error))
        }
    }

    /// The events that the thread must wait for until the next ``serve()``.
    package var wait: PollingThread.Wait {
        var wait = PollingThread.Wait()
        guard isOpen else { return wait }
        let (descriptor, events) = unsafe (sd_bus_get_fd(bus), sd_bus_get_events(bus))
        if descriptor >= 0, events >= 0 { wait.descriptors = [(descriptor, Int16(events))] }
        var microseconds: UInt64 = 0
        if unsafe sd_bus_get_timeout(bus, &microseconds) >= 0, microseconds < UInt64(Int64.max) {
            wait.deadline = .microseconds(Int64(microseconds))
        }
        return wait
    }

    /// Reads, writes and reports everything that is pending. Returns false if the connection has ended. In this case,
    /// all calls have been answered.
    package func serve() -> Bool {
        // Other connections also wait for the thread. The remaining messages are served directly after these
        // connections.
        for _ in 0..<256 where isOpen {
            let status = unsafe sd_bus_process(bus, nil)
            if status == 0 { return true }
            if status < 0 { close() }
        }
        return isOpen
    }

    /// Ends the connection. Calls that were not answered get ``BusError/disconnected``.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe sd_bus_close(bus)
        let unanswered = pending.sorted { $0.key < $1.key }
        pending = [:]
        for (_, call) in unanswered { call.answered(.failure(.disconnected)) }
    }

    fileprivate func answer(_ call: PendingCall, _ message: borrowing BusMessage) {
        guard pending.removeValue(forKey: call.number) != nil else { return }
        if let error = message.error { return call.answered(.failure(error)) }
        do throws(BusError) {
            call.answered(.success(Reply(sender: message.sender, values: try message.values())))
        } catch {
            call.answered(.failure(error.told(by: message.sender)))
        }
    }

    fileprivate func hear(_ message: borrowing BusMessage) {
        guard isOpen, message.isSignal, listensTo(message.sender) else { return }
        // A signal that does not match its own signature is ignored.
        guard let values = try? message.values() else { return }
        told(
            Signal(
                sender: message.sender, path: message.path, interface: message.interface, member: message.member,
                values: values))
    }
}

/// A call that waits for its answer.
@safe private final class PendingCall {
    unowned let connection: BusConnection
    let number: UInt64
    let answered: (Result<BusConnection.Reply, BusError>) -> Void
    /// The slot with which sd-bus remembers the call. Releasing the slot makes sure that sd-bus never calls back an
    /// object that no longer exists.
    var slot: OpaquePointer?

    init(
        connection: BusConnection, number: UInt64, answered: @escaping (Result<BusConnection.Reply, BusError>) -> Void
    ) {
        self.connection = connection
        self.number = number
        self.answered = answered
    }

    deinit { unsafe sd_bus_slot_unref(slot) }
}

private func hearReply(
    _ message: OpaquePointer?, _ argument: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let argument = unsafe argument else { return 0 }
    let call = unsafe Unmanaged<PendingCall>.fromOpaque(argument).takeUnretainedValue()
    unsafe call.connection.answer(call, BusMessage(sharing: message))
    return 0
}

private func hearMessage(
    _ message: OpaquePointer?, _ argument: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let argument = unsafe argument else { return 0 }
    unsafe Unmanaged<BusConnection>.fromOpaque(argument).takeUnretainedValue().hear(BusMessage(sharing: message))
    return 0
}
