/// A contract that a program was built with.
package protocol ContractFile {
    /// The file in `Protocol/contract`, byte for byte, as `rpc.describe` returns it.
    static var bytes: [UInt8] { get }
}

extension ContractFile {
    /// Reads ``bytes`` again on each call, so keep the result.
    package static func contract() throws(ContractFault) -> Contract { try Contract(bytes: bytes) }
}
