internal import CContracts
import Wire

/// The contract of the session service as this program was built with it.
package enum SessionContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_session()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}
