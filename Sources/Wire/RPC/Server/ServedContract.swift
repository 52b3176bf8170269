package import Wire

/// A contract in the two forms that a server uses: parsed, for the server itself, and byte for byte, for the server's
/// clients.
package struct ServedContract: Sendable {
    package let contract: Contract
    package let bytes: [UInt8]
    /// The contract's digest: `sha256:` followed by hexadecimal digits.
    package let digest: String

    /// The largest size of a contract in bytes. `rpc.describe` returns a contract in base64url. A contract of this size
    /// leads to the longest string that a client reads.
    package static let largest = 49_152

    /// Parses the file of a contract. This should be done once, at startup. Also throws an error if the contract is one
    /// that no client could read.
    package init(bytes: [UInt8]) throws(ContractFault) {
        guard bytes.count <= Self.largest else {
            throw .content(FieldFault("", "must have at most \(Self.largest) bytes"))
        }
        contract = try Contract(bytes: bytes)
        digest = Contract.digest(of: bytes)
        self.bytes = bytes
    }
}
