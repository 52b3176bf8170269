internal import CContracts
import Wire

/// The contract for administrators' care of bound locks, as this program was built with it.
package enum LocksContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_locks()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()

    /// The methods of this contract. The other methods `locks.*` belong to the session contract.
    package static let names: Set<String> = [LocksStatus.name, LocksWatch.name, LocksRebind.name, LocksRotate.name]
}

extension LocksRebind { package typealias Item = LocksBind.Item }
extension LocksRotate { package typealias Item = LocksBind.Item }
