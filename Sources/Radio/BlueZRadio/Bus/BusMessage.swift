import CSystemd
import Glibc
import LinuxSupport

/// An sd-bus message, which is kept as long as this value exists.
@safe struct BusMessage: ~Copyable {
    private let message: OpaquePointer

    /// Shares a message that somebody else owns.
    init(sharing message: OpaquePointer) {
        unsafe self.message = unsafe sd_bus_message_ref(message)
    }

    /// Takes over a message's only reference.
    private init(adopting message: OpaquePointer) {
        unsafe self.message = unsafe message
    }

    /// A call that has yet to be sent.
    static func call(_ call: BusCall, on bus: OpaquePointer) throws(BusError) -> BusMessage {
        var raw: OpaquePointer?
        let status = unsafe sd_bus_message_new_method_call(
            bus, &raw, call.destination, call.path, call.interface, call.method)
        guard status >= 0, let raw = unsafe raw else { throw BusError(status: status) }
        let message = unsafe BusMessage(adopting: raw)
        if call.ifRunning { try message.check(unsafe sd_bus_message_set_auto_start(raw, 0)) }
        for argument in call.arguments { try message.append(argument) }
        return message
    }

    deinit { unsafe sd_bus_message_unref(message) }

    func withMessage<Answer, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        unsafe try body(message)
    }

    // MARK: - Reading

    var isSignal: Bool { unsafe sd_bus_message_is_signal(message, nil, nil) > 0 }
    /// The sender's unique name, according to the bus.
    var sender: String { unsafe text(sd_bus_message_get_sender(message)) }
    var path: String { unsafe text(sd_bus_message_get_path(message)) }
    var interface: String { unsafe text(sd_bus_message_get_interface(message)) }
    var member: String { unsafe text(sd_bus_message_get_member(message)) }

    /// The message's error. If the message is not an error, this is nil.
    var error: BusError? {
        guard unsafe sd_bus_message_is_method_error(message, nil) > 0 else { return nil }
        guard let error = unsafe sd_bus_message_get_error(message) else {
            return BusError("seam.bus.error", "", from: sender)
        }
        return unsafe BusError(text(error.pointee.name), text(error.pointee.message), from: sender)
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }

    /// All values of the message.
    ///
    /// - Throws: If the values do not match the signature, or if there are more values than in any message that
    ///   concerns this driver.
    func values() throws(BusError) -> [BusValue] {
        var reader = unsafe BusReader(message)
        var values: [BusValue] = []
        while let value = try reader.next() { values.append(value) }
        return values
    }

    // MARK: - Writing

    private func append(_ argument: BusArgument) throws(BusError) {
        switch argument {
        case .string(let text): try append("s", text)
        case .path(let text): try append("o", text)
        case .boolean(let value):
            // A D-Bus boolean has four bytes.
            var word: CInt = value ? 1 : 0
            try check(unsafe sd_bus_message_append_basic(message, Character("b").code, &word))
        case .bytes(let bytes):
            try check(
                unsafe bytes.withUnsafeBytes {
                    unsafe sd_bus_message_append_array(message, Character("y").code, $0.baseAddress, $0.count)
                })
        case .variant(let inner):
            try container("v", inner.signature) { () throws(BusError) in try append(inner) }
        case .options(let options):
            try container("a", "{sv}") { () throws(BusError) in
                for option in options {
                    try container("e", "sv") { () throws(BusError) in
                        try append("s", option.name)
                        try append(.variant(option.value))
                    }
                }
            }
        }
    }

    private func append(_ type: Character, _ text: String) throws(BusError) {
        try check(unsafe text.withCString { unsafe sd_bus_message_append_basic(message, type.code, $0) })
    }

    private func container(
        _ type: Character, _ contents: String, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try check(unsafe sd_bus_message_open_container(message, type.code, contents))
        try body()
        try check(unsafe sd_bus_message_close_container(message))
    }

    private func check(_ status: Int32) throws(BusError) {
        guard status >= 0 else { throw BusError(status: status) }
    }
}

/// A call of a method.
package struct BusCall: Sendable, Hashable {
    /// The receiver's name on the bus.
    package var destination: String
    /// The path of the called object.
    package var path: String
    /// The interface of `method`.
    package var interface: String
    package var method: String
    package var arguments: [BusArgument]
    /// Whether the call fails if nobody has the name. Otherwise, the bus starts a program for the name.
    package var ifRunning: Bool

    /// Creates a call of `method` with these arguments.
    package init(
        destination: String, path: String, interface: String, method: String, arguments: [BusArgument] = [],
        ifRunning: Bool = false
    ) {
        (self.destination, self.path, self.interface, self.method) = (destination, path, interface, method)
        (self.arguments, self.ifRunning) = (arguments, ifRunning)
    }
}

extension Character {
    /// The type in the form that sd-bus takes.
    fileprivate var code: CChar { CChar(bitPattern: asciiValue ?? 0) }
}

/// Reads the values of a message, one after another.
@safe private struct BusReader {
    private let message: OpaquePointer
    /// The number of values that may still be read. It is enough for a Bluetooth stack with thousands of devices.
    private var budget = 500_000

    init(_ message: OpaquePointer) {
        unsafe self.message = message
    }

    /// The next value of the current container. At the container's end, this is nil.
    mutating func next() throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try check(unsafe sd_bus_message_peek_type(message, &type, &contents)) > 0 else { return nil }
        budget -= 1
        guard budget > 0 else { throw BusError("seam.bus.too_large", "a message has too many values") }
        let inner = unsafe contents.map { unsafe String(cString: $0) } ?? ""
        switch Character(UnicodeScalar(UInt8(bitPattern: type))) {
        case "a" where inner == "y": return .bytes(try bytes())
        case "a" where inner.first == "{": return try dictionary(inner)
        case "a": return .array(try all("a", inner))
        case "v": return try all("v", inner).first
        case "r": return .structure(try all("r", inner))
        case let basic: return try self.basic(basic)
        }
    }

    @discardableResult
    private func check(_ status: Int32) throws(BusError) -> Int32 {
        guard status >= 0 else { throw BusError(status: status) }
        return status
    }

    private mutating func all(_ type: Character, _ contents: String) throws(BusError) -> [BusValue] {
        try check(unsafe sd_bus_message_enter_container(message, type.code, contents))
        var values: [BusValue] = []
        while let value = try next() { values.append(value) }
        try check(unsafe sd_bus_message_exit_container(message))
        return values
    }

    private func bytes() throws(BusError) -> [UInt8] {
        var start: UnsafeRawPointer?
        var count = 0
        try check(unsafe sd_bus_message_read_array(message, Character("y").code, &start, &count))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private mutating func dictionary(_ contents: String) throws(BusError) -> BusValue {
        let entry = String(contents.dropFirst().dropLast())
        try check(unsafe sd_bus_message_enter_container(message, Character("a").code, contents))
        var (named, numbered): ([String: BusValue], [Int64: BusValue]) = ([:], [:])
        while try check(unsafe sd_bus_message_enter_container(message, Character("e").code, entry)) > 0 {
            let (key, value) = (try next(), try next())
            try check(unsafe sd_bus_message_exit_container(message))
            switch key {
            case .string(let key): named[key] = value
            case .integer(let key): numbered[key] = value
            default: throw BusError("seam.bus.type", "a dictionary has keys of type \(entry.prefix(1))")
            }
        }
        try check(unsafe sd_bus_message_exit_container(message))
        return "sog".contains(entry.first ?? " ") ? .dictionary(named) : .numbered(numbered)
    }

    private func basic(_ type: Character) throws(BusError) -> BusValue {
        switch type {
        case "b": .boolean(try read(type, CInt(0)) != 0)
        case "y": .integer(Int64(try read(type, UInt8(0))))
        case "n": .integer(Int64(try read(type, Int16(0))))
        case "q": .integer(Int64(try read(type, UInt16(0))))
        case "i": .integer(Int64(try read(type, Int32(0))))
        case "u": .integer(Int64(try read(type, UInt32(0))))
        case "x": .integer(try read(type, Int64(0)))
        case "t": .integer(Int64(clamping: try read(type, UInt64(0))))
        case "d": .double(try read(type, Double(0)))
        case "s", "o", "g": .string(try text(type))
        case "h": .descriptor(try descriptor())
        default: throw BusError("seam.bus.type", "a value has type \(type)")
        }
    }

    private func read<Value: BitwiseCopyable>(_ type: Character, _ start: Value) throws(BusError) -> Value {
        var value = start
        try check(unsafe sd_bus_message_read_basic(message, type.code, &value))
        return value
    }

    private func text(_ type: Character) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try check(unsafe sd_bus_message_read_basic(message, type.code, &text))
        return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    /// Reads a descriptor. This is a copy, because the message closes its own descriptor.
    private func descriptor() throws(BusError) -> BusDescriptor {
        var lent: CInt = -1
        try check(unsafe sd_bus_message_read_basic(message, Character("h").code, &lent))
        let copy = fcntl(lent, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0, let owned = try? OwnedDescriptor(adopting: copy) else { throw BusError(status: -errno) }
        return BusDescriptor(owned)
    }
}
