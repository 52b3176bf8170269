internal import CContracts
package import Wire

/// The contract of the radio service as this program was built with.
package enum RadioContract {
    /// The file `Protocol/contract/radio.json`, byte for byte: what `rpc.describe` answers.
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_radio()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()

    /// Reads ``bytes`` again at each call: keep the result.
    package static func contract() throws(ContractFault) -> Contract { try Contract(bytes: bytes) }
}
