internal import CContracts
import Wire

/// The contract for the methods that every server has. The contract is built into this program.
package enum RPCContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_rpc()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}
