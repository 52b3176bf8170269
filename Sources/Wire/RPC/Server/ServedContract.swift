package import Wire

/// A contract as a server uses it: parsed for the server itself, and byte for byte for its clients.
package struct ServedContract: Sendable {
    package let contract: Contract
    package let bytes: [UInt8]
    /// `sha256:` and hexadecimal digits.
    package let digest: String

    /// The maximum size of a contract in bytes: in base64url, as `rpc.describe` returns it, this makes the longest
    /// string that a client reads.
    package static let largest = 49_152

    /// Parses the file of a contract. Do this once, at startup. Also throws for a contract that no client could read.
    package init(bytes: [UInt8]) throws(ContractFault) {
        guard bytes.count <= Self.largest else {
            throw .content(FieldFault("", "must have at most \(Self.largest) bytes"))
        }
        contract = try Contract(bytes: bytes)
        digest = Contract.digest(of: bytes)
        self.bytes = bytes
    }
}
