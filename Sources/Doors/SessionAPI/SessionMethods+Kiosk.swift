internal import CContracts
import SeamModel
package import Wire

/// The contract of public screens as this program was built with it.
package enum KioskContract: ContractFile {
    package static let bytes: [UInt8] = {
        let contract = unsafe seam_contract_kiosk()
        return unsafe Array(UnsafeBufferPointer(start: contract.bytes, count: contract.count))
    }()
}

extension KioskSet {
    package struct Params: JSONRecord, Hashable {
        /// Whether to put the screens out of service. The value nil changes nothing.
        package var isOutOfService: Bool?
        /// The line for visitors. The value nil leaves the line unchanged, and an empty text removes the line.
        package var message: String?

        package init(isOutOfService: Bool? = nil, message: String? = nil) {
            self.isOutOfService = isOutOfService
            self.message = message
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            isOutOfService = try fields.optionalBool("out_of_service")
            message = try fields.optionalString("message", bytes: 0...KioskNotice.longestMessage)
            guard message?.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) ?? true else {
                throw fields.fault("message", "must have no control characters")
            }
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("out_of_service", isOutOfService)
            writer.member("message", message)
        }
    }
}
