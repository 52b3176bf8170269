internal import CContracts
// Re-exports the value types, so that a target that imports LifeSignal's methods also gets the types in them.
@_exported public import MethodAPI
import Wire

/// The contract for contacts and their roles, as compiled into this program.
package enum PeopleContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_people()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

/// The contract for deliveries, as compiled into this program.
package enum DeliveryContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_delivery()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

/// The contract for the links in messages, as compiled into this program.
package enum WebContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_web()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

/// The contract for people's phones, as compiled into this program.
package enum DevicesContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_devices()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

/// The contract of LifeSignal's service, as compiled into this program.
package enum SignalContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_lifesignal()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}
