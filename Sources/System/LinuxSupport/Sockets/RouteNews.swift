/// Decides from the kernel's messages about addresses and routes whether this machine may have joined a network. This
/// is the case if the machine has a new default route or a new address.
///
/// The kernel repeats messages, for instance at each router advertisement, but a repetition is not news. This type
/// performs no I/O: callers pass the bytes to it.
package struct RouteNews: Sendable {
    private enum Message {
        static let newAddress: UInt16 = 20
        static let oldAddress: UInt16 = 21
        static let newRoute: UInt16 = 24
        static let oldRoute: UInt16 = 25
    }

    private enum Attribute {
        static let address: UInt16 = 1
        static let localAddress: UInt16 = 2
        static let interface: UInt16 = 4
        static let gateway: UInt16 = 5
    }

    private static let headerSize = 16
    /// The scope of addresses that are valid only on the local link.
    private static let linkScope: UInt8 = 253
    /// The flag of an address that may still turn out to belong to another machine.
    private static let tentative: UInt8 = 0x40
    private static let mainTable: UInt8 = 254
    private static let unicast: UInt8 = 1
    private static let mostKnown = 1_024

    private var known: Set<[UInt8]> = []

    /// Creates a value that knows no addresses or routes yet.
    package init() {}

    /// Reads the bytes returned by one receive call. Returns whether an address or a default route was added.
    package mutating func read(_ bytes: [UInt8]) -> Bool {
        var isNews = false
        var rest = bytes[...]
        while let length = Self.word32(rest, 0), length >= Self.headerSize, length <= rest.count,
            let type = Self.word16(rest, 4)
        {
            let body = rest.dropFirst(Self.headerSize).prefix(length - Self.headerSize)
            if take(type, body) { isNews = true }
            rest = rest.dropFirst(Self.aligned(length))
        }
        return isNews
    }

    private mutating func take(_ type: UInt16, _ body: ArraySlice<UInt8>) -> Bool {
        switch type {
        case Message.newAddress: Self.address(body).map { note($0) } ?? false
        case Message.newRoute: Self.defaultRoute(body).map { note($0) } ?? false
        case Message.oldAddress: forget(Self.address(body))
        case Message.oldRoute: forget(Self.defaultRoute(body))
        default: false
        }
    }

    private mutating func note(_ fact: [UInt8]) -> Bool {
        if known.count >= Self.mostKnown { known = [] }
        return known.insert(fact).inserted
    }

    private mutating func forget(_ fact: [UInt8]?) -> Bool {
        if let fact { known.remove(fact) }
        return false
    }

    /// Returns the family, interface and address from a message. If the address is not usable, returns nil.
    private static func address(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        guard body.count >= 8 else { return nil }
        let start = body.startIndex
        guard body[start + 2] & tentative == 0, body[start + 3] < linkScope else { return nil }
        let attributes = attributes(body.dropFirst(8))
        guard let address = attributes[Attribute.localAddress] ?? attributes[Attribute.address] else { return nil }
        return [0, body[start]] + body[(start + 4)..<(start + 8)] + address
    }

    /// Returns the family, gateway and interface of a default route. For any other route, returns nil.
    private static func defaultRoute(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        guard body.count >= 12 else { return nil }
        let start = body.startIndex
        guard body[start + 1] == 0, body[start + 4] == mainTable, body[start + 7] == unicast else { return nil }
        let attributes = attributes(body.dropFirst(12))
        return [1, body[start]] + (attributes[Attribute.interface] ?? []) + (attributes[Attribute.gateway] ?? [])
    }

    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [UInt16: [UInt8]] {
        var found: [UInt16: [UInt8]] = [:]
        var rest = bytes
        while let length = word16(rest, 0).map(Int.init), length >= 4, length <= rest.count, let type = word16(rest, 2)
        {
            found[type] = Array(rest.dropFirst(4).prefix(length - 4))
            rest = rest.dropFirst(aligned(length))
        }
        return found
    }

    /// Returns the number at an offset. The kernel writes numbers in the machine's own byte order.
    private static func word16(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt16? {
        guard bytes.count >= offset + 2 else { return nil }
        let start = bytes.startIndex + offset
        return UInt16(littleEndian: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8)
    }

    private static func word32(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int? {
        guard bytes.count >= offset + 4 else { return nil }
        let start = bytes.startIndex + offset
        let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        return Int(UInt32(littleEndian: value))
    }

    private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}
