internal import CContracts
package import Wire

/// The contract of the session service as this program was built with.
package enum SessionContract {
    /// The file `Protocol/contract/session.json`, byte for byte: what `rpc.describe` answers.
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_session()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()

    /// Reads ``bytes`` again at each call: keep the result.
    package static func contract() throws(ContractFault) -> Contract { try Contract(bytes: bytes) }
}
