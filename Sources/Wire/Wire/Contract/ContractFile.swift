/// A contract that is built into a program.
package protocol ContractFile {
    /// The bytes of the file in `Protocol/contract`, exactly as `rpc.describe` returns them.
    static var bytes: [UInt8] { get }
}

extension ContractFile {
    /// Reads the contract. Each call reads ``bytes`` again, so the caller should keep the result.
    package static func contract() throws(ContractFault) -> Contract { try Contract(bytes: bytes) }
}
