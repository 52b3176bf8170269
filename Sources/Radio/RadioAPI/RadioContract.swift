internal import CContracts
import Wire

/// The contract of the radio service as this program was built with it.
package enum RadioContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_radio()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}
