package import Wire

/// A contract as a server uses it: parsed for the server itself, and byte for byte for its clients.
package struct ServedContract: Sendable {
    package let contract: Contract
    package let bytes: [UInt8]
    /// `sha256:` and hexadecimal digits.
    package let digest: String

    /// Parses the file of a contract. Do this once, at start.
    package init(bytes: [UInt8]) throws(ContractFault) {
        contract = try Contract(bytes: bytes)
        digest = Contract.digest(of: bytes)
        self.bytes = bytes
    }
}
