internal import CContracts
package import Wire

/// The contract of the methods that every server has, as built into this program.
package enum RPCContract {
    /// The file `Protocol/contract/rpc.json`, byte for byte, as `rpc.describe` returns it.
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_rpc()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()

    /// Parses ``bytes`` again at each call, so keep the result.
    package static func contract() throws(ContractFault) -> Contract { try Contract(bytes: bytes) }
}
