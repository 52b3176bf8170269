/// Counts what is open: connections, or the requests that came through a proxy.
struct WebRoom: Sendable {
    /// What becomes of one more.
    enum Admission: Sendable, Hashable {
        case admitted
        /// The same address has too many open.
        case tooManyOfAddress
        /// Everyone together has too many open.
        case full
    }

    /// The largest numbers. Both can be raised in the configuration.
    struct Limits: Sendable, Hashable {
        /// Of all addresses together.
        var all = 256
        var ofAddress = 16
    }

    private let limits: Limits
    private var count = 0
    private var addresses: [WebAddress: Int] = [:]

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Counts one more of an address, unless there are too many. The value nil is for addresses without a limit of
    /// their own, such as a proxy's.
    mutating func enter(_ address: WebAddress?) -> Admission {
        if let address, addresses[address, default: 0] >= limits.ofAddress { return .tooManyOfAddress }
        guard count < limits.all else { return .full }
        if let address { addresses[address, default: 0] += 1 }
        count += 1
        return .admitted
    }

    /// Counts one less of an address that was admitted.
    mutating func leave(_ address: WebAddress?) {
        count -= 1
        guard let address, let open = addresses[address] else { return }
        addresses[address] = open > 1 ? open - 1 : nil
    }
}

/// The address of a visitor. A network gives one customer many IPv6 addresses, so only the first half of them counts.
struct WebAddress: Sendable, Hashable {
    private let bytes: [UInt8]

    /// An IPv4 address of four bytes or an IPv6 address of sixteen bytes.
    init(_ bytes: [UInt8]) {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        if bytes.count == 16, bytes.starts(with: mapped) {
            self.bytes = Array(bytes.suffix(4))
        } else {
            self.bytes = Array(bytes.prefix(8))
        }
    }

    /// All visitors whose address is not known, for example those of a Unix socket.
    static let unknown = WebAddress([])

    /// Whether it belongs to this machine.
    var isLoopback: Bool { bytes.count == 4 && bytes[0] == 127 || bytes == [0, 0, 0, 0, 0, 0, 0, 0] }
}
