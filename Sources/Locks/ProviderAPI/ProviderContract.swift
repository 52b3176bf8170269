internal import CContracts
import Wire

/// The contract of the provider service, in the version with which this program was built.
package enum ProviderContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_provider()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}
