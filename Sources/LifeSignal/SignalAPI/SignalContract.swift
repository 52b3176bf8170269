internal import CContracts
// A target that imports LifeSignal's methods also gets the values in them.
@_exported public import MethodAPI
import Wire

/// The contract of people's roles for each other, as this program was built with.
package enum PeopleContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_people()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

/// The contract of deliveries, as this program was built with.
package enum DeliveryContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_delivery()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

/// The contract of LifeSignal's service as this program was built with.
package enum SignalContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_lifesignal()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}
